"""Many clients that follow the events of one purchase service: what they cost without news, how many there may be, and who gets what.

    followers.py TOOL [--followers N] [--seconds S]

Opens N followers by server-sent events, and looks for S seconds how much of a processor the service takes while nothing happens. Then opens
more, until the service turns them away with 503. Afterwards purchases are presented: every follower has to get their events, and the place
of one that left is free. Prints what it saw as JSON; exit 1 with the reason if anything is wrong.
"""

import argparse
import json
import os
import resource
import selectors
import socket
import sys
import tempfile
import time

from shop import Folder, Instance, TOKEN, ask

MOST = 1_000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--followers", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * MOST) if hard > 0 else 4 * MOST, hard))
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play(options, folder)))


class Follower:
    """A connection that was sent a request for events, with all that came."""

    def __init__(self, port, request="GET /v1/events HTTP/1.1", accept="text/event-stream"):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(
            f"{request}\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\nAccept: {accept}\r\nConnection: close\r\n\r\n".encode())
        self.text = ""

    def until(self, words, seconds=60):
        self.socket.settimeout(seconds)
        while words not in self.text:
            piece = self.socket.recv(65_536)
            if not piece:
                sys.exit(f"a follower's connection was closed before {words!r}: {self.text!r}")
            self.text += piece.decode()
        return self.text


def all_until(followers, words):
    """Until each has these words. One after another, because they all wait at one time."""
    with selectors.DefaultSelector() as selector:
        for one in followers:
            if words not in one.text:
                selector.register(one.socket, selectors.EVENT_READ, one)
        end = time.monotonic() + 60
        while selector.get_map():
            ready = selector.select(1)
            if time.monotonic() > end:
                sys.exit(f"{len(selector.get_map())} of {len(followers)} followers did not get {words!r}")
            for key, _ in ready:
                one = key.data
                one.text += one.socket.recv(65_536).decode()
                if words in one.text:
                    selector.unregister(one.socket)


def processor(process):
    """Seconds of a processor that it has taken."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figure(instance, name):
    connection, answer = ask(instance, "GET", "/metrics")
    lines = answer.read().decode().splitlines()
    connection.close()
    return int(next(line for line in lines if line.startswith(name + " ")).split()[1])


def play(options, folder):
    shop = Folder(options.tool, folder, 3)
    instance = Instance(shop.serve(folder + "/shop.sqlite"))
    try:
        return watch(options, instance, shop.receipts)
    finally:
        instance.kill()


def watch(options, instance, receipts):
    followers = [Follower(instance.port) for _ in range(options.followers)]
    all_until(followers, ": since 0")
    before = processor(instance.process.pid)
    time.sleep(options.seconds)
    idle = (processor(instance.process.pid) - before) / options.seconds

    followers += [Follower(instance.port) for _ in range(MOST - len(followers))]
    all_until(followers, ": since 0")
    if figure(instance, "receipt_tool_followers") != MOST:
        sys.exit("the figure of followers is wrong")
    for request, accept in [("GET /v1/events HTTP/1.1", "text/event-stream"), ("GET /v1/events?wait=5 HTTP/1.1", "*/*")]:
        text = Follower(instance.port, request, accept).until('"status":503')
        if "urn:receipt-tool:problem:followers" not in text or "retry-after: 10" not in text.lower():
            sys.exit(f"turned away with {text!r}")
    if figure(instance, "receipt_tool_followers_refused_total") != 2:
        sys.exit("the figure of refusals is wrong")
    # Who does not wait is no follower.
    Follower(instance.port, accept="*/*").until("200 OK")
    def present(number):
        body = json.dumps({"receipt": receipts[number], "order": str(number), "account": "jane"})
        connection, answer = ask(instance, "POST", "/v1/purchases", body)
        if answer.status != 200:
            sys.exit(f"the purchase is answered with {answer.status}")
        connection.close()

    began = time.monotonic()
    present(0)
    all_until(followers, '"seq":1')
    spread = time.monotonic() - began
    # That a client is gone is noticed when something is sent to it: an event, or what is sent every 15 seconds.
    followers.pop().socket.close()
    for number in [1, 2]:
        present(number)
        all_until(followers, f'"seq":{number + 1}')
    began = time.monotonic()
    while "200 OK" not in Follower(instance.port).until("\r\n"):
        if time.monotonic() - began > 60:
            sys.exit("a place that was left is not free after a minute")
        time.sleep(0.1)
    return {
        "followers": options.followers, "of a processor while idle": round(idle, 3), "seconds until all had an event": round(spread, 2)}


if __name__ == "__main__":
    main()
