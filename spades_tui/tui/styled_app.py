"""The app as everything that is drawn knows it: by the styles of its theme."""

from spades_tui.tui.textual_private import HookedApp
from spades_tui.tui.themes import Styles, theme_of


class StyledApp(HookedApp):
    """An app whose themes have a colour for each of our roles."""

    ink_styles: Styles
    """The styles for drawing in the current theme."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return the colours of our roles for themes that don't have them."""
        return theme_of("dark").variables

    def get_css_variables(self) -> dict[str, str]:
        """Return the variables of the current theme, and draw with them from now on."""
        variables = super().get_css_variables()
        self.ink_styles = Styles(variables)
        return variables
