"""Invitations: a short code for each free seat, and later the guest whose seat it is.

A code is the user name of an ssh login. The first guest who uses it takes the seat, with the public key that their ssh
shows, or, without one, with a password that they choose in the lobby. Later only that key or password opens it.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from spades_tui.record.small_file import read_small, write_small
from spades_tui.system.foreign_text import pasted

T = TypeVar("T")

LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The 32 characters of codes, without 0, 1, I and O, which are easily confused."""
LENGTH = 8  # letters in a code: 40 bits, far too many to guess even at hundreds of tries a second
PASSWORD_LEAST, PASSWORD_MOST = 4, 200  # minimum and maximum letters of a guest's password
CHECKS_AT_ONCE = 4  # maximum number of passwords computed at the same time, each with 16 MiB
_LOOKALIKES = str.maketrans("I1", "LL")
_FILE_MOST = 1 << 20  # maximum bytes of a saved file
_COST = {"n": 2**14, "r": 8, "p": 1}  # the cost of scrypt: about 50 ms and 16 MiB for each password


def new_code() -> str:
    """Return a new random code of `LENGTH` letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """Return the code in typed text, in either case and with or without a hyphen; None if it can't be one."""
    code = pasted(text).strip().upper().replace("-", "").translate(_LOOKALIKES)
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        return None
    return code


def save(file: Path, data: object) -> None:
    """Write data of the host or a guest to a file that only this user can read. Raises OSError."""
    write_small(file, {"saved": msgspec.to_builtins(data, str_keys=True)})


def saved(file: Path, form: type[T]) -> T | None:
    """Return the data of a file; None if there is no file. Raises OSError, ValueError if it's damaged."""
    try:
        data = read_small(file, _FILE_MOST)
    except FileNotFoundError:
        return None
    written = data["saved"] if isinstance(data, dict) and "saved" in data else data
    return msgspec.convert(written, form, str_keys=True)


class Owner(msgspec.Struct, kw_only=True):
    """How a guest proves who they are: with their public key, or a password."""

    key: str | None = None  # the fingerprint of the guest's public key
    salt: bytes = b""
    password: bytes = b""  # the scrypt hash of the guest's password with `salt`; empty if they have none
    settings: str = ""  # the text of the guest's settings file, which their next process gets

    @property
    def taken(self) -> bool:
        """Whether there is a key or a password, so that only this guest can come back."""
        return self.key is not None or bool(self.password)

    def take_with_password(self, password: str) -> None:
        """Let a guest with this password be the owner. Raises ValueError for a wrong length, or another owner."""
        if not PASSWORD_LEAST <= len(password) <= PASSWORD_MOST:
            raise ValueError(f"a password has {PASSWORD_LEAST} to {PASSWORD_MOST} letters")
        if self.taken:
            raise ValueError("this seat is taken")
        self.salt = secrets.token_bytes(16)
        self.password = _hashed(password, self.salt)

    def free(self) -> None:
        """Let the next guest with the code be the owner."""
        self.key, self.salt, self.password = None, b"", b""

    def opens_with(self, password: str) -> bool:
        """Return whether this is the guest's password."""
        return bool(self.password) and hmac.compare_digest(_hashed(password, self.salt), self.password)


class PasswordChecks:
    """Checks passwords one after another for each owner and address, so that nobody guesses one or keeps its owner out.

    After a wrong one, the next from the same address waits. The owner's own is never refused: from another address it
    doesn't wait at all.
    """

    def __init__(self) -> None:
        self._queues: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        self._computing = asyncio.Semaphore(CHECKS_AT_ONCE)

    async def opens(self, owner: Owner, password: str, address: str, wrong_seconds: float) -> bool:
        """Return whether this is the owner's password; if it isn't, only after `wrong_seconds`.

        Whoever closes the connection meanwhile doesn't shorten the wait of their next try.
        """
        return await asyncio.shield(asyncio.ensure_future(self._check(owner, password, address, wrong_seconds)))

    async def _check(self, owner: Owner, password: str, address: str, wrong_seconds: float) -> bool:
        queue = self._queues.setdefault((id(owner), address), asyncio.Lock())
        async with queue:
            async with self._computing:
                if await asyncio.to_thread(owner.opens_with, password):
                    return True
            await asyncio.sleep(wrong_seconds)
            return False


class Invitation(Owner):
    """The code of a seat at a table, and the guest whose seat it is."""

    code: str
    seat: int | None
    """The seat; None for watchers and for a club: they all use the same code and have no seat to take."""

    def take_with_key(self, fingerprint: str) -> bool:
        """Give the seat to the owner of this key, if it's free. Return whether they may come in."""
        if self.seat is None:
            return True
        if not self.taken:
            self.key = fingerprint
        return self.key is not None and hmac.compare_digest(self.key.encode(), fingerprint.encode())


def _hashed(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode()[:1024], salt=salt, maxmem=64 * 2**20, **_COST)


class Invitations:
    """The invitations of a host, by code."""

    def __init__(self, invitations: Iterable[Invitation] = ()) -> None:
        self._by_code = {invitation.code: invitation for invitation in invitations}

    def __iter__(self) -> Iterator[Invitation]:
        return iter(self._by_code.values())

    def invite(self, seat: int | None, owner: Owner | None = None) -> Invitation:
        """Return a new invitation to a seat, or to watch; with `owner`, the seat is theirs."""
        code = new_code()
        while code in self._by_code:
            code = new_code()
        owner = owner or Owner()
        invitation = Invitation(code, seat, key=owner.key, salt=owner.salt, password=owner.password)
        self.add(invitation)
        return invitation

    def add(self, invitation: Invitation) -> None:
        """Let an invitation in that was made before."""
        self._by_code[invitation.code] = invitation

    def of_seat(self, seat: int | None) -> Invitation | None:
        """Return the invitation to a seat, or to watch, if there is one."""
        return next((one for one in self if one.seat == seat), None)

    def withdraw(self, invitation: Invitation) -> None:
        """Let nobody come in with this invitation any more."""
        del self._by_code[invitation.code]

    def find(self, text: str) -> Invitation | None:
        """Return the invitation with the code in typed text, if there is one."""
        code = read_code(text)
        if code is None:
            return None
        return self._by_code.get(code)

    def save(self, file: Path) -> None:
        """Write the invitations to a file. Raises OSError."""
        save(file, list(self))

    @classmethod
    def saved(cls, file: Path) -> "Invitations":
        """Return the invitations of a file; none if there is no file. Raises OSError, ValueError if it's damaged."""
        return cls(saved(file, list[Invitation]) or ())
