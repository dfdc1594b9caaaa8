"""Kills `ledger erase` with kill -9 in the middle, and PostgreSQL with it, and looks at what is left.

    erasure_crash.py TOOL POINTS [--postgresql] [--seed N]

After each kill the account is either wholly there or wholly erased, and the same command finishes the erasure. Then no octet of the account
is in the file or its log; of PostgreSQL, in no row. At the end each account was erased once, numbers of events have no gap, and what was
erased is a replay for everybody. Prints what it saw as JSON; exit 1 with the reason if anything is wrong.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from shop import Folder, PostgreSQL, run

PURCHASES = 3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("points", type=int)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(folder) if options.postgresql else None
        try:
            print(json.dumps(play(options, folder, server)))
        finally:
            if server:
                server.stop("immediate")


def play(options, folder, server):
    tool, chance = options.tool, random.Random(options.seed)
    file = os.path.join(folder, "shop.sqlite")
    database = ["--database", server.url if server else file]
    key = ["--erasure-key", folder + "/erasure-key"]
    # One account more than is erased: the first erasure shows how long one takes.
    names = [f"customer-{number}-of-the-shop" for number in range(options.points + 1)]
    shop = Folder(tool, folder, len(names) * PURCHASES)
    lines = [
        {"receipt": receipt, "order": f"order-{number:05}", "account": names[number % len(names)]} for number, receipt in enumerate(shop.receipts)]

    def add(lines):
        # What is a replay is exit 1.
        done = subprocess.run(
            [tool, "ledger", "add", "--stream", *database, *key, *shop.decides], input="".join(json.dumps(line) + "\n" for line in lines),
            capture_output=True, text=True)
        return [json.loads(line)["decision"] for line in done.stdout.splitlines()]

    if add(lines) != ["accept"] * len(lines):
        sys.exit("not everything was accepted")
    before = [json.loads(line) for line in export(tool, database).splitlines()]
    identifiers = {
        name: [name] + [row["order_id"] for row in before if row.get("table") == "presentation" and row["account"] == name] for name in names}
    for name, found in identifiers.items():
        numbers = {row["id"] for row in before if row.get("table") == "presentation" and row["account"] == name}
        found += [row["transaction_id"] for row in before if row.get("table") == "purchase" and row["presentation_id"] in numbers]
        if len(found) != 1 + 2 * PURCHASES:
            sys.exit(f"{name} has {found}")
    erase = lambda name: [tool, "ledger", "erase", name, *database, *key]
    began = time.monotonic()
    run(*erase(names[0]))
    length = time.monotonic() - began
    kills, left = collections.Counter(), collections.Counter()
    for name in names[1:]:
        texts = [text.encode() for text in identifiers[name]]
        if not all(part in export(tool, database) for part in texts):
            sys.exit(f"something of {name} went with another account")
        process = subprocess.Popen(erase(name), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.1, 1) * length)
        if server and chance.random() < 0.3:
            server.stop("immediate")
            server.start()
            kills["postgresql"] += 1
        else:
            kills["erase"] += 1
        process.kill()
        process.wait()
        text = export(tool, database)
        there = [part in text for part in texts]
        if any(there) != all(there):
            sys.exit(f"{name} was erased in part: {identifiers[name]} {there}")
        left["not erased" if any(there) else "erased"] += 1
        # Of an account that is erased to its end the command says that it is unknown.
        done = subprocess.run(erase(name), capture_output=True, text=True)
        if done.returncode not in ([0] if any(there) else [0, 1]):
            sys.exit(f"{name}: the second erasure ended with {done.returncode}: {done.stderr}")
        left["finished by the second" if done.returncode == 0 and not any(there) else "erased by the second" if any(there) else "complete"] += 1
        text = export(tool, database)
        for path in [] if server else [file, file + "-wal"]:
            if os.path.exists(path):
                with open(path, "rb") as octets:
                    text += octets.read()
        for part in texts:
            if part in text:
                sys.exit(f"{part.decode()} is still there")
    events = shop.ledger(database[1], "events")
    if [event["seq"] for event in events] != list(range(1, len(events) + 1)):
        sys.exit("the numbers of events have a gap")
    if sum(event["event"] == "account_erased" for event in events) != len(names):
        sys.exit("not each account was erased once")
    run(tool, "ledger", "check", *database)
    decisions = add([{**line, "account": "another"} for line in lines])
    if decisions != ["replay"] * len(lines):
        sys.exit(f"erased purchases came again: {decisions}")
    return {"points": dict(kills), "found": dict(left), "erased": len(names)}


def export(tool, database):
    return run(tool, "ledger", "export", "--all", *database).encode()


if __name__ == "__main__":
    main()
