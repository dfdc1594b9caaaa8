"""Follows a purchase service by a webhook: a receiver that fails on purpose, and a service that is killed.

    webhooks.py TOOL [--postgresql]

The receiver has signatures verified by the library that Standard Webhooks publishes (PyPI: standardwebhooks, Tests/requirements.txt),
refuses all about one account until it has acknowledged another's, refuses the first tries of some events at random, and is down for a while. The service is killed with -9 twice, and the
last time a second instance is there to go on. Afterwards: every event arrived, with a right signature; those of one account in their order;
what was sent again had the same id; an account that had to wait held up no other. Then the file has another secret and a second webhook,
and SIGHUP has it read again; a broken file changes nothing. Prints what it saw as JSON; exit 1 with the reason if anything is wrong.
"""

import argparse
import base64
import collections
import http.server
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time

from standardwebhooks import Webhook, WebhookVerificationError

from shop import Folder, Instance, PostgreSQL, ask

SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
OTHER = "whsec_" + base64.b64encode(bytes(range(24))).decode()
ACCOUNTS = 6
EVENTS = 60


class Receiver(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.secret = SECRET
        self.seen = []  # (event, id, whether it was acknowledged), in the order of arrival
        self.wrong = []
        self.is_down = False
        self.refuses_first = True  # all about client 0, until something about another was acknowledged
        self.chance = random.Random(1)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        name, when = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        server = self.server
        with server.lock:
            try:
                Webhook(server.secret).verify(body, {key.lower(): value for key, value in self.headers.items()})
            except WebhookVerificationError as error:
                server.wrong.append(f"a signature is wrong: {error}")
            if abs(time.time() - int(when)) > 60 or self.headers["Content-Type"] != "application/json":
                server.wrong.append(f"{when}, {self.headers['Content-Type']}")
            event = json.loads(body)
            # At random only the first try of an event fails: after five in a row the pauses would be longer than the
            # test waits.
            is_first = all(seen["seq"] != event["seq"] for seen, _, _ in server.seen)
            fails = server.is_down or is_first and server.chance.random() < 0.1
            if event["account"] == "client 0":
                fails = fails or server.refuses_first
            elif not fails:
                server.refuses_first = False
            server.seen.append((event, name, not fails))
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


def play(tool, folder, server):
    shop = Folder(tool, folder, EVENTS + 3)
    receipts = shop.receipts
    receiver = Receiver()

    def write(name, text):
        with open(f"{folder}/{name}", "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text)

    write("hooks", f"# name url secret\nshop http://127.0.0.1:{receiver.server_port}/events {SECRET}\n")
    database = server.url if server else folder + "/shop.sqlite"
    serve = shop.serve(database)

    def present(instance, number):
        body = json.dumps({"receipt": receipts[number], "order": str(number), "account": f"client {number % ACCOUNTS}"})
        connection, answer = ask(instance, "POST", "/v1/purchases", body)
        assert answer.status == 200, answer.read()
        connection.close()

    # What was there before a webhook is not sent to it.
    instance = Instance(serve)
    present(instance, EVENTS)
    instance.kill()
    serve += ["--webhook-file", folder + "/hooks"]
    instance, other = Instance(serve), None

    def webhooks():
        connection, answer = ask(instance, "GET", "/readyz")
        found = json.loads(answer.read())["webhooks"]
        connection.close()
        return found

    def ready():
        return webhooks()[0]

    def wait(condition, why):
        end = time.monotonic() + 120
        while not condition():
            if time.monotonic() > end:
                sys.exit(f"{why}: {ready()}, {len(receiver.seen)} posts")
            time.sleep(0.1)

    wait(lambda: ready()["position"] is not None, "it does not begin")
    for number in range(EVENTS):
        present(instance, number)
        if number == 20:
            instance.kill()
            instance.start()
        if number == 40:
            receiver.is_down = True
        if number == 50:
            wait(lambda: ready()["failing"], "it does not say that the receiver is down")
            receiver.is_down = False
            other = Instance(serve)
            instance.kill()
            instance = other

    def arrived():
        with receiver.lock:
            return {event["seq"] for event, _, done in receiver.seen if done}

    wait(lambda: not receiver.refuses_first, "an account that had to wait held up all others")
    # The lease of an instance that was killed ends by itself, after ten seconds.
    wait(lambda: len(arrived()) >= EVENTS, "not everything arrived")
    wait(lambda: ready()["waiting"] == 0 and ready()["oldest_seconds"] is None, "something is said to wait")
    with receiver.lock:
        seen, wrong = list(receiver.seen), list(receiver.wrong)
    if wrong:
        sys.exit("; ".join(wrong))
    names, order, first = collections.defaultdict(set), collections.defaultdict(list), {}
    for place, (event, name, done) in enumerate(seen):
        names[event["seq"]].add(name)
        if done and event["seq"] not in first:
            first[event["seq"]] = place
            order[event["account"]].append(event["seq"])
    if sorted(first) != list(range(2, EVENTS + 2)):
        sys.exit(f"these events arrived: {sorted(first)}")
    if any(len(ids) != 1 for ids in names.values()) or len({min(ids) for ids in names.values()}) != EVENTS:
        sys.exit("an event has two ids, or two events have one")
    if any(numbers != sorted(numbers) for numbers in order.values()):
        sys.exit(f"an account's events are out of order: {dict(order)}")
    refused = sum(event["account"] == "client 0" and not done for event, _, done in seen)
    if not refused:
        sys.exit("nothing about the account that has to wait was refused")
    follow_file(instance, receiver, write, present, webhooks, wait)
    instance.kill()
    return {"events": EVENTS, "posts": len(seen), "refused about one account": refused}


def follow_file(instance, receiver, write, present, webhooks, wait):
    """The file is changed while the service runs, and SIGHUP has it read again."""
    second = Receiver()
    second.secret = receiver.secret = OTHER
    for one in [receiver, second]:
        one.chance = random.Random(2)
        one.refuses_first = False
    lines = [f"{name} http://127.0.0.1:{one.server_port}/events {OTHER}\n" for name, one in [("shop", receiver), ("stock", second)]]
    write("hooks", "".join(lines))
    instance.process.send_signal(signal.SIGHUP)
    # One with a new name begins behind the last event.
    wait(lambda: [one["name"] for one in webhooks() if one["position"] is not None] == ["shop", "stock"], "SIGHUP brings no second webhook")

    def has(one, event):
        with one.lock:
            return any(seen["seq"] == event and done for seen, _, done in one.seen)

    present(instance, EVENTS + 1)
    wait(lambda: has(receiver, EVENTS + 2) and has(second, EVENTS + 2), "an event did not reach both")
    write("hooks", lines[0] + "stock nowhere\n")
    instance.process.send_signal(signal.SIGHUP)
    present(instance, EVENTS + 2)
    wait(lambda: has(receiver, EVENTS + 3) and has(second, EVENTS + 3), "a broken file changed something")
    with second.lock:
        if any(event["seq"] <= EVENTS + 1 for event, _, _ in second.seen):
            sys.exit("a new webhook got what was there before it")
    if receiver.wrong or second.wrong:
        sys.exit("; ".join(receiver.wrong + second.wrong))


if __name__ == "__main__":
    main()
