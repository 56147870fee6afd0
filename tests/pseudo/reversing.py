"""Spell the words of the program's sentences backwards while its modules are imported.

A program that parses one of its own sentences then behaves differently. Texts that look into other texts stay as they
are: the arguments of `startswith`, `partition` and similar methods, of regular expressions, of `==` and `in`, and the
keys of dicts. So do texts that aren't sentences: single words, style sheets, SQL, and the formats listed here.
"""

import ast
import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

ROOMS = tuple(
    f"spades_tui.{room}" for room in (
        "analysis", "bots", "commands", "game", "house_rules", "language", "lessons", "plain", "play", "presentation",
        "record", "rules", "scorebook", "seats", "settings", "tui",
    )
)  # fmt: skip
"""Packages that make sentences."""

NO_SENTENCES = {
    "spades_tui.commands.argument_parser": "finds its own sentences by those of argparse",
    "spades_tui.rules.rules_page": "has patterns of the rules page, which is a file",
    "spades_tui.tui.themes": "names colours",
    "spades_tui.tui.widgets.inks": "names colours",
}
"""Modules whose texts of several words aren't read by people, with the reason."""

FORMATS = {" rules ", "bold "}
"""Texts that look like parts of sentences, but are formats: the `program` of a record, a style."""

LOOKS = frozenset({
    "startswith", "endswith", "partition", "rpartition", "split", "rsplit", "replace", "removeprefix", "removesuffix",
    "find", "rfind", "index", "count", "strip", "lstrip", "rstrip", "compile", "match", "fullmatch", "search", "sub",
    "findall", "finditer",
})  # fmt: skip
"""Methods that look into a text."""

NAMES_WIDGETS = frozenset(
    {"query", "query_one", "query_children", "add_class", "remove_class", "set_class", "has_class"}
)
"""Methods whose texts are selectors and style classes."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_FIELD = re.compile(r"(\{[^{}]*\})")
_CODE = re.compile(
    r"[{;]\s*[\w-]+: |\{\s"  # a style sheet
    r"|\b(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|ALTER|DROP|FROM|GROUP BY|ORDER BY)\b"  # SQL
    r"|\b(NOT IN|AND \+?\w+ IN)\b|[=<>] \?"
    r"|^(--)?[a-z]+ [A-Z]\S*$"  # an argument of a command, and its value
    r"|\$"  # a colour of the theme
)


def backwards(text: str) -> str:
    """Return a text with each word spelled backwards, except for names in braces."""
    parts = _FIELD.split(text)
    return "".join(part if n % 2 else _WORD.sub(lambda word: word[0][::-1], part) for n, part in enumerate(parts))


def is_sentence(text: str) -> bool:
    """Return whether people read a text: it has several words, some in lower case, and isn't code."""
    return " " in text and re.search(r"[a-z]{2}", text) is not None and not _CODE.search(text)


class _Reverser(ast.NodeTransformer):
    """Spell the sentences of a module backwards."""

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and is_sentence(node.value) and node.value not in FORMATS:
            return ast.copy_location(ast.Constant(backwards(node.value)), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        literal = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)
            elif isinstance(part, ast.Constant) and is_sentence(literal) and part.value not in FORMATS:
                part.value = _WORD.sub(lambda word: word[0][::-1], str(part.value))
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.func = self.visit(node.func)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if name not in LOOKS | NAMES_WIDGETS:
            node.args = [self.visit(one) for one in node.args]
            for keyword in node.keywords:
                if keyword.arg not in ("id", "classes", "style"):
                    self.visit(keyword)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        node.values = [self.visit(one) for one in node.values]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return node

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)


class _Loader(SourceFileLoader):
    """Load a module with its sentences backwards, without the compiled file on disk."""

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        changed = ast.fix_missing_locations(_Reverser().visit(tree))
        return compile(changed, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Find the modules that may have sentences."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(ROOMS) or fullname in NO_SENTENCES:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return spec
        spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def install() -> None:
    """Spell sentences backwards in all later imports. Raises AssertionError if the program is imported already."""
    assert not any(name.startswith(ROOMS) for name in sys.modules)
    sys.meta_path.insert(0, _Finder())
