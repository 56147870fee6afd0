"""The ceremony that names the tray person, and what the game changed in the season (3B-18 … 3B-28)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.language.address import agreeing, does, whom
from spades_tui.presentation.decisions import Offer
from spades_tui.presentation.scorebook_words import happening_lines
from spades_tui.presentation.wording import in_words
from spades_tui.rules.component import plain, plural
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.table.hearing import ProclamationScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.widgets import palette

if TYPE_CHECKING:
    from spades_tui.tui.scorebook_thread import GameEnd
    from spades_tui.tui.table.season_host import Ceremony

MOST = 7
"""Number of sentences that fit; the page after the game shows the rest."""


class TrayScreen(ProclamationScreen):
    """The tray person of the game that has just ended, and the consequences."""

    def __init__(self, controller: TableHost, season: "Ceremony", go_on: Callable[[], None]) -> None:
        super().__init__(controller)
        self.season, self._go_on = season, go_on
        self.said: list[str] = []
        self.to_carry = 0
        self.end: GameEnd | None = None
        self._done = Offer(None, "Carried")
        self._asked = False

    def ask(self) -> None:
        """Name the tray person; the scorebook's sentences are added when it has answered."""
        look, final = self.controller.look, self.controller.shown.final
        rules = self.controller.shown.public.rules
        if final is None:
            return
        level = tuple(seat for side in final.standings[-1] for seat in rules.sides[side])
        seats = (final.tray,) if final.tray is not None else level
        name = in_words(look.name(seat) for seat in seats)
        first, *others = (look.who(seat) for seat in seats)
        carriers = in_words([first, *map(whom, others)])
        alone = len(seats) == 1
        small = "the tray person of this game" if alone else "tied for last: tray persons together"
        points = plain(final.totals[rules.side_of[seats[0]]])
        wire = ", in the tray wire to wire" if final.wire_to_wire else ""
        verb = agreeing(carriers, "has") if alone else "have"
        said = self.said or [f"{carriers} {verb} {points} points{wire}."]
        shown = said[:MOST]
        if len(said) > MOST:
            shown.append(f"… and {len(said) - MOST} more in the scorebook ({with_keys('{result}')} after the game)")
        self._view.styles.height = 7 + len(shown)
        self._view.show(small, name, [[(line, palette.text)] for line in shown])
        on = Offer(None, "Continue", explain=self._explain())
        self._done = Offer(None, "Carried", explain=(f"This ticks off {plural(self.to_carry, 'tray')}.",))
        rows: list[tuple[Offer, ...]] = [(on, self._done) if self.to_carry else (on,)]
        asked = ""
        self._digits: dict[int, str] = {}
        if self.end is not None and self.end.erasings:
            erasing = self.end.erasings[0]
            offers = tuple(Offer(None, digit, explain=(f"This erases the {digit}.",)) for digit in erasing.choices)
            self._digits = {id(offer): offer.label for offer in offers}
            asked = f"A perfect day: which digit of {erasing.line} does {erasing.name} erase?"
            rows.append(offers)
        self._choices.styles.height = 6 + len(rows) - 1
        self._choices.ask(asked, rows, on)
        self.sentence.say(
            [
                (
                    f" {does(carriers, 'is the tray person') if alone else f'{carriers} are tray persons together'}.",
                    palette.gold,
                )
            ]
        )
        if not self._asked:
            self._asked = True
            self.season.came_of(self._told)

    def _explain(self) -> tuple[str, ...]:
        if not self.to_carry:
            return ()
        return ("Until you tick them off, trays pile up. You can do it in the scorebook at any time.",)

    def _told(self, end: "GameEnd", to_carry: int) -> None:
        """Show the scorebook's answer."""
        from spades_tui.scorebook.season import Kind

        if not self.stands or end.table is None:
            return
        self.end, self.to_carry = end, to_carry
        names, people = self.controller.shown.names, self.controller.shown.people
        you = names[people[0]] if len(people) == 1 else ""
        said = happening_lines(end.happened, end.table, you)  # the tray person is named above in large letters
        self.said = [sentence for one, sentence in said if one.kind != Kind.TRAY_PERSON]
        self.ask()

    def answer(self, option: object) -> None:
        """Continue, or first erase a digit or note the carried trays."""
        end = self.end
        if end is not None and end.erasings and id(option) in self._digits:
            erasing, digit = end.erasings[0], self._digits[id(option)]
            self.season.erase(erasing, digit, lambda _: self._erased(erasing.name, digit))
            return
        if option is self._done and end is not None and end.table is not None and end.violator is not None:
            self.season.carried(end.violator, end.table.id, self._carried)
            return
        self._go_on()

    def _erased(self, name: str, digit: str) -> None:
        if self.stands and self.end is not None:
            self.end = replace(self.end, erasings=self.end.erasings[1:])
            self.said.append(f"{name} has erased the {digit}.")
            self.ask()

    def _carried(self, trays: int) -> None:
        if self.stands:
            self.to_carry = 0
            self.said.append(f"{plural(trays, 'tray')} carried.")
            self.ask()
