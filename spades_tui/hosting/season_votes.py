"""The season's part in a hosted game: who must decide at its end (3B-27), and what is voted about cards (3B-30)."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.system.output import os_words

T = TypeVar("T")


class SeasonVotes:
    """The host's scorebook, asked in a thread. Without it nobody decides at the end, and votes aren't kept."""

    def __init__(self, tell: Callable[[str], object] = lambda _: None) -> None:
        """Say with `tell`, in a sentence, that the scorebook can't be used."""
        self._tell = tell

    async def decider(self, game: Path) -> str | None:
        """Return the name of the person who must decide something as this game ends, if there is one."""
        return await self._ask(lambda book: book.must_decide(game))

    async def keep_votes(self, game: Path, mark: CardToJudge, votes: Mapping[str, bool]) -> None:
        """Save these people's votes, by name, on a marked card of a closed game."""
        await self._ask(lambda book: book.hear(game, mark.hand, mark.card, votes))

    async def _ask(self, work: Callable[[Book], T]) -> T | None:
        def ask() -> T:
            with open_book() as book:
                return work(book)

        try:
            return await asyncio.to_thread(ask)
        except (BookError, BookTrouble) as error:
            self._tell(str(error))
        except OSError as error:
            self._tell(f"The scorebook can't be used now: {os_words(error)}. No game is lost.")
        return None
