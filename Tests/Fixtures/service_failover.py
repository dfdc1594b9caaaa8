"""Fails over to a streaming replica of PostgreSQL while clients present purchases through two instances of the purchase service, and
restores an older backup of a file.

    service_failover.py TOOL [PURCHASES]

With a synchronous replica nothing that was answered may be missing, nothing is granted twice, event numbers have no gap, and a follower
sees each event exactly once. With an asynchronous one the last answers may be missing, and then the runbook holds: the purchase can be
presented again, and a follower that knows a later number than the ledger is told (410). So it is with a restored backup. Prints what it
saw as JSON; exit 1 with the reason if anything is wrong.
"""

import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from shop import Folder, Instance, PostgreSQL, ask, run

CLIENTS = 4
PURCHASES = int(sys.argv[2]) if len(sys.argv) > 2 else 400


class Replica(PostgreSQL):
    """A copy that follows a server, on a socket of its own."""

    def __init__(self, folder, primary):
        self.network, self.user, self.bin, self.name = None, primary.user, primary.bin, primary.name
        self.folder = os.path.join(folder, "replica")
        os.mkdir(self.folder, 0o700)
        shutil.chown(self.folder, self.name)
        self.control(
            "pg_basebackup", "--pgdata", self.folder + "/data", "--write-recovery-conf", "--wal-method=stream", "--host",
            primary.folder, "--username", self.name)
        self.start()


def sql(server, text):
    return subprocess.run(
        server.user + [os.path.join(server.bin, "psql"), "--host", server.folder, "--username", server.name, "--dbname", "postgres",
                       "--no-psqlrc", "--tuples-only", "--no-align", "--command", text],
        check=True, capture_output=True, text=True, cwd=server.folder).stdout.strip()


def main():
    tool = sys.argv[1]
    found = {}
    for is_synchronous in [True, False]:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            primary = PostgreSQL(folder)
            replica = Replica(folder, primary)
            try:
                found["synchronous" if is_synchronous else "asynchronous"] = fail_over(tool, folder, primary, replica, is_synchronous)
            finally:
                for server in [primary, replica]:
                    try:
                        server.stop("immediate")
                    except subprocess.CalledProcessError:
                        pass
    with tempfile.TemporaryDirectory() as folder:
        found["restored"] = restore(tool, folder)
    print(json.dumps(found))


def present(instance, receipt, order, account):
    """The answer's status; `None` if there is none, or none that is final."""
    try:
        connection, answer = ask(
            instance, "POST", "/v1/purchases", json.dumps({"receipt": receipt, "order": order, "account": account}), timeout=20)
        answer.read()
        connection.close()
    except (OSError, http.client.HTTPException):
        return None
    return None if answer.status == 503 else answer.status


def fail_over(tool, folder, primary, replica, is_synchronous):
    if is_synchronous:
        sql(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        sql(primary, "SELECT pg_reload_conf()")
    shop = Folder(tool, folder, PURCHASES)
    receipts = shop.receipts
    database = (
        f"postgres://{primary.name}@/postgres?host={primary.folder},{replica.folder}&port=5432,5432&target_session_attrs=read-write")
    instances = [Instance(shop.serve(database)) for _ in range(2)]
    answered, wrong, over = {}, [], threading.Event()
    lock = threading.Lock()

    def client(index):
        for number in range(PURCHASES):
            status = None
            while status is None:
                status = present(instances[(index + number) % 2], receipts[number], f"{number}-{index}", f"client {index}")
                if status is None:
                    time.sleep(0.05)
            with lock:
                if status == 200:
                    answered.setdefault(number, set()).add(index)
                elif status != 409:
                    wrong.append(f"purchase {number}: {status}")

    seen = []

    def follower():
        while not wrong:
            try:
                connection, answer = ask(instances[0], "GET", f"/v1/events?since={seen[-1] if seen else 0}&wait=1", timeout=5)
                body = answer.read()
                connection.close()
                if answer.status == 200:
                    seen.extend(json.loads(line)["seq"] for line in body.splitlines())
                elif answer.status == 410 and not is_synchronous:
                    # It is told, and begins anew.
                    told.append(seen[-1])
                    seen.clear()
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.05)
            if over.is_set() and seen and seen[-1] >= last[0]:
                return

    last, told = [], []
    threads = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    watching = threading.Thread(target=follower)
    for thread in threads + [watching]:
        thread.start()
    if not is_synchronous:
        # A replica that is behind.
        replica.stop("fast")
    while len(answered) < PURCHASES // 2:
        time.sleep(0.01)
    primary.stop("immediate")
    time.sleep(0.5)
    if not is_synchronous:
        replica.start()
    replica.control("pg_ctl", "--pgdata", replica.folder + "/data", "--wait", "promote")
    if is_synchronous:
        # Nobody follows the new primary yet.
        sql(replica, "ALTER SYSTEM SET synchronous_standby_names = ''")
        sql(replica, "SELECT pg_reload_conf()")
    for thread in threads:
        thread.join()
    url = f"postgres://{replica.name}@/postgres?host={replica.folder}"
    events = [json.loads(line) for line in run(tool, "ledger", "events", "--database", url).splitlines()]
    last.append(len(events))
    over.set()
    watching.join()
    for instance in instances:
        instance.kill()
    owners = {(one["order"], one["account"]) for line in run(tool, "ledger", "export", "--database", url).splitlines() if (one := json.loads(line))}
    missing = [number for number, clients in answered.items()
               if any((f"{number}-{index}", f"client {index}") not in owners for index in clients)]
    numbers = [event["seq"] for event in events]
    if is_synchronous and (missing or any(len(clients) != 1 for clients in answered.values()) or len(answered) != PURCHASES):
        wrong.append(f"answered and missing: {missing}")
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append("the numbers of events have a gap")
    if is_synchronous and seen != numbers:
        wrong.append(f"the follower saw {len(seen)} events of {len(numbers)}")
    run(tool, "ledger", "check", "--database", url)
    if wrong:
        sys.exit("\n".join(wrong[:10]))
    return {"purchases": len(answered), "missing after": len(missing), "events": len(numbers), "follower was told": len(told)}


def restore(tool, folder):
    shop = Folder(tool, folder, 20)
    receipts = shop.receipts
    database = folder + "/shop.sqlite"
    instance = Instance(shop.serve(database))
    for number in range(10):
        assert present(instance, receipts[number], str(number), "jane") == 200
    run(tool, "ledger", "backup", folder + "/backup.sqlite", "--database", database)
    for number in range(10, 20):
        assert present(instance, receipts[number], str(number), "jane") == 200
    instance.kill()
    for name in os.listdir(folder):
        if name.startswith("shop.sqlite"):
            os.remove(os.path.join(folder, name))
    shutil.copy(folder + "/backup.sqlite", database)
    instance = Instance(shop.serve(database))
    connection, answer = ask(instance, "GET", "/v1/events?since=20")
    told = answer.status
    connection.close()
    # The shop's records have the orders since then: presented again they are taken as before, and no other order gets their purchases.
    again = [present(instance, receipts[number], str(number), "jane") for number in range(20)]
    others = [present(instance, receipts[number], f"other {number}", "joe") for number in range(20)]
    instance.kill()
    run(tool, "ledger", "check", "--database", database)
    if told != 410 or again != [200] * 20 or others != [409] * 20:
        sys.exit(f"restored: {told}, {again}, {others}")
    return {"follower was told": told, "presented again": len(again), "replays refused": len(others)}


if __name__ == "__main__":
    main()
