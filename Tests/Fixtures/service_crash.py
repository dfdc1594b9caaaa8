"""Kills instances of the purchase service, and PostgreSQL itself, while clients present the same purchases through all of them.

    service_crash.py TOOL POINTS [--postgresql] [--instances N] [--purchases N] [--seed N]

Afterwards: every purchase was granted to one client, what was answered is recorded, later answers never contradict earlier ones, event
numbers have no gap, and a follower that was cut off again and again saw each event exactly once. Prints what it saw as JSON; exit 1 with
the reason if anything is wrong. PostgreSQL is started in a folder of its own, on a socket there.
"""

import argparse
import collections
import json
import os
import random
import tempfile
import time

from shop import Clients, Folder, Instance, PostgreSQL

CLIENTS = 6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("points", type=int)
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--instances", type=int, default=3)
    parser.add_argument("--purchases", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(folder) if options.postgresql else None
        try:
            found = play(options, folder, server)
        finally:
            if server:
                server.stop("immediate")
    print(json.dumps(found))


def play(options, folder, server):
    chance = random.Random(options.seed)
    database = server.url if server else os.path.join(folder, "shop.sqlite")
    shop = Folder(options.tool, folder, options.purchases)
    instances = [Instance(shop.serve(database)) for _ in range(options.instances)]
    try:
        clients = Clients(shop, instances, CLIENTS, options.seed)
        clients.start()
        kills = collections.Counter()
        for _ in range(options.points):
            time.sleep(chance.uniform(0.02, 0.4))
            if server and chance.random() < 0.25:
                server.stop("immediate")
                server.start()
                kills["postgresql"] += 1
            else:
                instance = chance.choice(instances)
                instance.kill()
                instance.start()
                kills["instance"] += 1
        for instance in instances:
            if instance.port is None:
                instance.kill()
                instance.start()
        events = clients.end(database)
        return {"points": dict(kills), "answers": dict(clients.counts), "events": events}
    finally:
        for instance in instances:
            instance.kill()


if __name__ == "__main__":
    main()
