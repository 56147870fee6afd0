"""A private network over UDP, without encryption: ``hub PORT`` relays packets, ``member ADDRESS HUB PORT`` joins."""

import fcntl
import os
import select
import socket
import struct
import subprocess
import sys

_SET_INTERFACE = 0x400454CA
_LAYER_3 = 0x0001 | 0x1000
"""Packets of IP, without a header before them."""
_HELLO = 1
"""The first byte of a member's first message; packets of IP begin with another one."""


def hub(port: int) -> None:
    """Pass on each packet to the member with its address, who has said hello before."""
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("0.0.0.0", port))
    members: dict[bytes, tuple[str, int]] = {}
    print("ready", flush=True)
    while True:
        packet, sender = line.recvfrom(1 << 16)
        if packet[0] == _HELLO:
            members[packet[1:5]] = sender
        elif packet[0] >> 4 == 4 and (receiver := members.get(packet[16:20])) is not None:
            line.sendto(packet, receiver)


def member(address: str, server: str, port: int) -> None:
    """Carry packets between the hub and a network interface with this address."""
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, _SET_INTERFACE, struct.pack("16sH", b"vpn0", _LAYER_3))
    for words in (f"addr add {address}/24 dev vpn0", "link set vpn0 up mtu 1300"):
        subprocess.run(["ip", *words.split()], check=True)
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.connect((server, port))
    line.send(bytes([_HELLO]) + socket.inet_aton(address))
    print("ready", flush=True)
    while True:
        ready, _, _ = select.select([device, line.fileno()], [], [])
        if device in ready:
            line.send(os.read(device, 1 << 16))
        if line.fileno() in ready:
            os.write(device, line.recv(1 << 16))


if __name__ == "__main__":
    if sys.argv[1] == "hub":
        hub(int(sys.argv[2]))
    else:
        member(sys.argv[2], sys.argv[3], int(sys.argv[4]))
