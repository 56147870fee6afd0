"""The line that a friend pastes: the host's key, the relay where the host is found, and the code of a seat.

It's one word of 64 letters and digits, longer for a relay of the host's own. Its last letters check the others.
"""

import base64
import binascii
from urllib.parse import urlsplit

from msgspec import Struct

from spades_tui.hosting.invitations import LENGTH, LETTERS
from spades_tui.language.unusable import UnusableError
from spades_tui.settings.settings import is_relay
from spades_tui.system.foreign_text import pasted

FORM = 1
"""The version of lines, and of the stream behind them."""
PUBLIC_RELAYS = (
    "https://use1-1.relay.n0.iroh.link./",
    "https://usw1-1.relay.n0.iroh.link./",
    "https://euc1-1.relay.n0.iroh.link./",
    "https://aps1-1.relay.n0.iroh.link./",
)
"""The relays that a line names with a number; new ones go to the end."""
KEY_BYTES = 32
_CODE_BYTES = 5  # 8 letters of 5 bits
_CHECK_BYTES = 2
_SHORTEST = 1 + KEY_BYTES + _CODE_BYTES + _CHECK_BYTES  # bytes of a line with a public relay
_OWN_RELAY = 15  # the number that means: the relay's address follows
TEXT_MOST = 2000
"""Maximum letters of what may be pasted around a line."""


class JoinLine(Struct, frozen=True):
    """What a line says."""

    host_key: bytes  # the host's public key, an Ed25519 one of `KEY_BYTES`
    relay: str  # the address of the relay, such as https://relay.example.org/
    code: str  # the code of a seat, or of those who watch

    @property
    def word(self) -> str:
        """The line as one word."""
        number = _OWN_RELAY
        address = self.relay.encode()
        if self.relay in PUBLIC_RELAYS:
            number = PUBLIC_RELAYS.index(self.relay)
            address = b""
        code = sum(LETTERS.index(letter) << 5 * place for place, letter in enumerate(self.code))
        data = bytes([FORM << 4 | number]) + self.host_key + code.to_bytes(_CODE_BYTES) + address
        return _word(data + _check(data))


def read_join_line(text: str) -> JoinLine:
    """Return what a pasted line says, also if it was pasted with its whole command. Raises UnusableError."""
    words = pasted(text[:TEXT_MOST]).replace("'", " ").split()
    if words[:1] == ["ssh"]:
        raise UnusableError("this line is for ssh; paste it into a terminal, and press Enter")
    if "join" in words:
        words = words[len(words) - words[::-1].index("join") :]
    letters = "".join(words).upper().replace("0", "O").replace("1", "I")
    if not letters:
        raise UnusableError("there is no line; paste the whole line that your friend has sent")
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except ValueError:
        data = b""
    said, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if len(data) < _SHORTEST or _check(said) != check or _word(data) != letters:
        raise UnusableError("a letter of the line is missing or wrong; copy the whole line again")
    form = data[0] >> 4
    if form != FORM:
        age = "a newer" if form > FORM else "an older"
        raise UnusableError(f"the line is from {age} spades-tui; use the same version as your friend")
    key, code = said[1 : 1 + KEY_BYTES], said[1 + KEY_BYTES :][:_CODE_BYTES]
    return JoinLine(key, _relay(said[0] & 15, said[_SHORTEST - _CHECK_BYTES :]), _code(int.from_bytes(code)))


def relay_name(relay: str) -> str:
    """Return the name of a relay's server, without the rest of its address."""
    return (urlsplit(relay).hostname or relay).rstrip(".")


def _word(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=")


def _relay(number: int, address: bytes) -> str:
    """Return the relay's address from a line's number and address. Raises UnusableError."""
    if number < len(PUBLIC_RELAYS):
        return PUBLIC_RELAYS[number]
    if number != _OWN_RELAY:
        raise UnusableError("the line names a relay that this spades-tui doesn't know; use your friend's version")
    own = address.decode("ascii", "replace")
    if not is_relay(own):
        raise UnusableError("the line names a relay that can't be one; ask your friend for a new line")
    return own


def _code(number: int) -> str:
    return "".join(LETTERS[number >> 5 * place & 31] for place in range(LENGTH))


def _check(data: bytes) -> bytes:
    """Return two bytes that differ if up to 16 neighbouring bits of the data do."""
    return binascii.crc_hqx(data, 0).to_bytes(_CHECK_BYTES)
