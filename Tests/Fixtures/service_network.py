"""Cuts the network between instances of the purchase service and PostgreSQL, and kills both, while clients present the same purchases.

    service_network.py TOOL POINTS [--purchases N] [--instances N] [--seed N]

As root: every instance is in a network namespace of its own, with one link for clients, which stays, and one to PostgreSQL, which is cut. It
goes down, or packets vanish in one direction or in both, for a moment or for longer than anything waits. First, a request that waits for
an answer when the network is cut and PostgreSQL is killed has to be answered. Afterwards: every purchase was granted to one client, what was
answered is recorded, later answers never contradict earlier ones, event numbers have no gap, a follower that was cut off again and again saw
each event exactly once, and every instance is ready again. Prints what it saw as JSON; exit 1 with the reason if anything is wrong. Twenty
points and 60 purchases take half a minute, 1,000 and 10,000 about 20 minutes.
"""

import argparse
import collections
import json
import random
import sys
import tempfile
import threading
import time

from purchase_service import Instance, Network, PostgreSQL, in_own_network
from shop import Clients, Folder

CLIENTS = 6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("points", type=int)
    parser.add_argument("--purchases", type=int, default=60)
    parser.add_argument("--instances", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    in_own_network()
    networks = [Network(number) for number in range(options.instances)]
    with tempfile.TemporaryDirectory() as folder:
        server = PostgreSQL(folder, Network)
        try:
            found = play(options, folder, server, networks)
        finally:
            server.stop()
            for network in networks:
                network.end()
    print(json.dumps(found))


def hang(shop, server, network, instance):
    """Cuts the network while an instance waits for an answer, and kills PostgreSQL meanwhile; returns how long the client waited."""
    instance.wait()
    if instance.present(shop.receipts[0], "0-0", "client 0")[0] != 200:
        sys.exit("the first purchase was not accepted")
    waited = {}
    for how in ("answers", "both"):
        blocker = threading.Thread(target=server.block, args=("presentation",), daemon=True)
        blocker.start()
        time.sleep(0.5)
        answers = []

        def client():
            began = time.monotonic()
            try:
                answers.append(instance.present(shop.receipts[0], "0-0", "client 0", timeout=90)[0])
            except OSError as error:
                answers.append(str(error))
            waited[how] = round(time.monotonic() - began, 1)

        thread = threading.Thread(target=client, daemon=True)
        thread.start()
        time.sleep(0.5)
        network.cut(how)
        server.kill()
        server.start()
        blocker.join()
        time.sleep(2)
        network.heal()
        thread.join()
        if answers[0] not in (200, 503):
            sys.exit(f"a request that was being answered when the network was cut ({how}): {answers[0]} after {waited[how]} s")
        instance.wait()
    return waited


def play(options, folder, server, networks):
    shop = Folder(options.tool, folder, options.purchases)
    words = [
        network.inside + shop.serve(f"postgres://{server.name}@{network.ends[0]}/postgres?sslmode=disable", network.address)
        for network in networks]
    instances = [Instance(words) for words in words]
    try:
        waited = hang(shop, server, networks[0], instances[0])
        return {"seconds_until_answered_after_a_cut": waited, **strike(options, shop, server, networks, instances)}
    finally:
        for instance in instances:
            instance.end()


def strike(options, shop, server, networks, instances):
    chance = random.Random(options.seed)
    clients = Clients(shop, instances, CLIENTS, options.seed)
    clients.granted[0].add(0)
    began = time.monotonic()
    clients.start()
    points = collections.Counter()
    healing = {}
    for _ in range(options.points):
        if clients.wrong:
            break
        time.sleep(chance.uniform(0.02, 0.4))
        now = time.monotonic()
        for number in [number for number, until in healing.items() if until <= now]:
            networks[number].heal()
            del healing[number]
        draw = chance.random()
        if draw < 0.2:
            server.kill()
            server.start()
            points["postgresql killed"] += 1
        elif draw < 0.6:
            number, how = chance.randrange(len(networks)), chance.choice(["down", "requests", "answers", "both"])
            networks[number].cut(how)
            healing[number] = now + (chance.uniform(10, 25) if chance.random() < 0.03 else chance.uniform(0.05, 3))
            points[f"network cut: {how}"] += 1
        else:
            chance.choice(instances).kill()
            points["instance killed"] += 1
    for network in networks:
        network.heal()
    seconds = round(time.monotonic() - began, 1)
    ready = []
    for instance in instances:
        try:
            ready.append(instance.wait())
        except OSError as error:
            clients.wrong.append(str(error))
    events = clients.end(server.url)
    return {
        "points": dict(points), "seconds": seconds, "purchases": len(shop.receipts), "answers": dict(clients.counts), "events": events,
        "most_seconds_until_ready": round(max(ready), 1)}


main()
