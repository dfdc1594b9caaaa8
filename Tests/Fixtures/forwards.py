"""Passes Apple's notifications on to other receivers, one of which fails on purpose, while the service is killed.

    forwards.py TOOL [--postgresql]

The notifications of some customers are posted as Apple does, each with white space of its own. The first receiver refuses all about one
customer until it has acknowledged another's, refuses first tries at random, takes seconds to answer, and is down for a while. The second gets
refunds only. The third does not exist. The service is killed with -9 twice, and the last time a second instance is there to go on.
Afterwards: the service answered every notification at once; the first receiver has every body, byte for byte, those of one customer in their
order; the second has the refunds; the third waits. Then the file is without the third, and SIGHUP has it read again. Prints what it saw as
JSON; exit 1 with the reason if anything is wrong.
"""

import argparse
import collections
import glob
import http.server
import json
import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time

from shop import BUNDLE, Folder, Instance, PostgreSQL, ask, run

CUSTOMERS = 8
ROUNDS = 4


class Receiver(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *, is_difficult):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.seen = []  # (body, whether it was acknowledged), in the order of arrival
        self.wrong = []
        self.is_down = False
        self.is_slow = False
        self.refuses_first = is_difficult  # all about the first customer, until something about another was acknowledged
        self.fails = 0.1 if is_difficult else 0
        self.chance = random.Random(1)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def taken(self):
        with self.lock:
            return [body for body, done in self.seen if done]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        if server.is_slow:
            time.sleep(3)
        with server.lock:
            if self.headers["Content-Type"] != "application/json" or "webhook-id" in self.headers or "Authorization" in self.headers:
                server.wrong.append(str(self.headers))
            is_first = all(seen != body for seen, _ in server.seen)
            fails = server.is_down or is_first and server.chance.random() < server.fails
            if body.startswith(b'{"customer" : 0'):
                fails = fails or server.refuses_first
            elif not fails:
                server.refuses_first = False
            server.seen.append((body, not fails))
        self.send_response(503 if fails else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--postgresql", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(folder) if options.postgresql else None
        try:
            found = play(options.tool, folder, server)
        finally:
            if server:
                server.stop("immediate")
    print(json.dumps(found))


def notifications(tool, folder):
    """The bodies of each customer, in their order, and those that are refunds."""
    bodies, refunds = [], set()
    for customer in range(CUSTOMERS):
        life = f"{folder}/life-{customer}"
        run(tool, "mint", "--scenario", "trial-renew-refund", "--ca", folder + "/ca", "--output", life, "--bundle-id", BUNDLE,
            "--environment", "sandbox", "--seed", str(customer))
        files = sorted(glob.glob(life + "/*.notification.jws"))
        assert len(files) == ROUNDS, files
        own = []
        for number, file in enumerate(files):
            with open(file) as opened:
                body = f'{{"customer" : {customer},\n\t"signedPayload" :{" " * number} "{opened.read().strip()}" }}\n'.encode()
            own.append(body)
            if "-REFUND." in file:
                refunds.add(body)
        bodies.append(own)
    return bodies, refunds


def play(tool, folder, server):
    shop = Folder(tool, folder, 1)
    bodies, refunds = notifications(tool, folder)
    everything = {body for own in bodies for body in own}
    crm, stats = Receiver(is_difficult=True), Receiver(is_difficult=False)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = free.getsockname()[1]
    lines = [
        f"crm http://127.0.0.1:{crm.server_port}/apple?key=SECRET\n",
        f"stats http://127.0.0.1:{stats.server_port}/ types=REFUND since=2020-01-01\n",
        f"later http://127.0.0.1:{crm.server_port}/ since=2100-01-01\n",
        f"none http://127.0.0.1:{nobody}/\n",
    ]

    def write(text):
        with open(folder + "/forwards", "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text)

    write("# name url which\n" + "".join(lines))
    serve = shop.serve(server.url if server else folder + "/shop.sqlite")
    serve += ["--trust-anchor", folder + "/life-0/anchor.pem", "--forward-file", folder + "/forwards"]
    instance = Instance(serve)
    slowest = 0.0

    def post(body):
        nonlocal slowest
        begin = time.monotonic()
        connection, answer = ask(instance, "POST", "/v1/notifications", body)
        text = answer.read()
        assert answer.status == 200, text
        connection.close()
        slowest = max(slowest, time.monotonic() - begin)

    def ready():
        connection, answer = ask(instance, "GET", "/readyz")
        found = {one["name"]: one for one in json.loads(answer.read())["forwards"]}
        connection.close()
        return found

    def wait(condition, why):
        end = time.monotonic() + 120
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"{why}: {ready()}, {len(crm.seen)} posts")
            time.sleep(0.1)

    for number in range(ROUNDS):
        for customer in range(CUSTOMERS):
            post(bodies[customer][number])
            # Apple repeats one if it did not get the answer.
            if customer == 3:
                post(bodies[customer][number])
        if number == 0:
            instance.kill()
            instance.start()
        if number == 1:
            crm.is_slow = stats.is_slow = True
        if number == 2:
            crm.is_slow = stats.is_slow = False
            crm.is_down = True
            wait(lambda: ready()["crm"]["failing"], "it does not say that the receiver is down")
            crm.is_down = False
            other = Instance(serve)
            instance.kill()
            instance = other
    wait(lambda: not crm.refuses_first, "a customer that had to wait held up all others")
    # The lease of an instance that was killed ends by itself, after ten seconds.
    wait(lambda: set(crm.taken()) == everything, "not everything arrived")
    wait(lambda: set(stats.taken()) == refunds, "not every refund arrived")
    wait(lambda: ready()["crm"]["waiting"] == 0 and ready()["later"]["waiting"] == 0, "something is said to wait")
    state = ready()["none"]
    if (state["waiting"], state["failing"], state["dropped"]) != (len(everything), True, 0):
        sys.exit(f"of a receiver that does not exist it says {state}")
    first = {}
    for place, (body, done) in enumerate(crm.seen):
        if done:
            first.setdefault(body, place)
    for own in bodies:
        if [first[body] for body in own] != sorted(first[body] for body in own):
            sys.exit("the notifications of a customer are out of order")
    if not any(body in bodies[0] and not done for body, done in crm.seen):
        sys.exit("nothing about the customer that has to wait was refused")
    if crm.wrong or stats.wrong or len(refunds) != CUSTOMERS:
        sys.exit("; ".join(crm.wrong + stats.wrong) or f"{len(refunds)} refunds")
    if slowest > 2.5:
        sys.exit(f"an answer to Apple took {slowest:.1f} s")
    # The body that waits for the third is all that is stored; without the third nothing is.
    write("".join(lines[:3]))
    instance.process.send_signal(signal.SIGHUP)
    wait(lambda: "none" not in ready(), "SIGHUP does not take a receiver away")
    write(lines[0].replace("http://127.0.0.1", "http://10.0.0.1"))
    instance.process.send_signal(signal.SIGHUP)
    time.sleep(1)
    if "crm" not in ready() or len(ready()) != 3:
        sys.exit("a broken file changed something")
    instance.kill()
    counts = collections.Counter(done for _, done in crm.seen)
    return {"notifications": len(everything), "posts": len(crm.seen), "refused": counts[False], "slowest": round(slowest, 2)}


if __name__ == "__main__":
    main()
