"""Kills instances of the purchase service, and PostgreSQL itself, while clients present the same purchases through all of them.

    service_crash.py TOOL POINTS [--postgresql] [--instances N] [--purchases N] [--seed N]

Afterwards: every purchase was granted to one client, what was answered is recorded, later answers never contradict earlier ones, event
numbers have no gap, and a follower that was cut off again and again saw each event exactly once. Prints what it saw as JSON; exit 1 with
the reason if anything is wrong. PostgreSQL is started in a folder of its own, on a socket there.
"""

import argparse
import collections
import glob
import http.client
import json
import os
import pwd
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

CLIENTS = 6
TOKEN = "crash-test-token-0123456789"
BUNDLE = "com.example.app"


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{words[:4]}: {done.stderr}")
    return done.stdout


class PostgreSQL:
    """A server of its own; as another user, because it does not run as root."""

    def __init__(self, folder, network=None):
        self.network = network
        self.folder = os.path.join(folder, "postgresql")
        os.mkdir(self.folder, 0o700)
        self.user = []
        self.name = pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            self.name = "nobody"
            account = pwd.getpwnam(self.name)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            os.chmod(folder, 0o755)
            self.user = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
        self.bin = os.path.dirname(found[-1] if found else shutil.which("initdb") or sys.exit("PostgreSQL is not installed"))
        self.control("initdb", "--pgdata", self.folder + "/data", "--auth=trust", "--encoding=UTF8", "--locale=C")
        if network:
            with open(self.folder + "/data/pg_hba.conf", "a") as file:
                file.write(f"host all all {network.prefix}.0/24 trust\n")
        self.start()
        self.url = f"postgres://{self.name}@/postgres?host={self.folder}"

    def control(self, program, *words):
        subprocess.run(
            self.user + [os.path.join(self.bin, program), *words], check=True, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start(self):
        self.control(
            "pg_ctl", "--pgdata", self.folder + "/data", "--wait", "--log", self.folder + "/log", "--options",
            f"-k {self.folder} -h ''", "start")

    def stop(self, how):
        self.control("pg_ctl", "--pgdata", self.folder + "/data", "--wait", "--mode", how, "stop")


class Instance:
    host = "127.0.0.1"

    def __init__(self, words):
        self.words = words
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.rsplit(":", 1)[1]) if ":" in line else None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def ask(instance, method, target, body=None, headers={}, timeout=30):
    connection = http.client.HTTPConnection(instance.host, instance.port, timeout=timeout)
    connection.request(method, target, body, {"Authorization": "Bearer " + TOKEN, **headers})
    return connection, connection.getresponse()


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
    tool, chance = options.tool, random.Random(options.seed)
    database = server.url if server else os.path.join(folder, "shop.sqlite")
    run(tool, "mint", "init", folder + "/ca", "--key-size", "1024")
    receipts = run(
        tool, "mint", "receipt", "--ca", folder + "/ca", "--count", str(options.purchases), "--bundle-id", BUNDLE, "--environment",
        "sandbox", "--template", "consumable").split()
    with open(folder + "/token", "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(TOKEN)
    serve = [
        tool, "serve", "--listen", "127.0.0.1:0", "--quiet", "--ledger", database, "--token-file", folder + "/token",
        "--bundle-id", BUNDLE, "--environment", "sandbox", "--trust-anchor", folder + "/ca/root.pem", "--allow-test-signed"]
    instances = [Instance(serve) for _ in range(options.instances)]
    over = threading.Event()
    wrong = []
    granted = [set() for _ in receipts]
    counts = collections.Counter()
    lock = threading.Lock()

    def present(client, number, chance):
        body = json.dumps({"receipt": receipts[number], "order": f"{number}-{client}", "account": f"client {client}"})
        while not wrong:
            try:
                connection, answer = ask(chance.choice(instances), "POST", "/v1/purchases", body)
                document = json.loads(answer.read())
                connection.close()
            except (OSError, http.client.HTTPException, ValueError, TypeError):
                time.sleep(0.02)
                continue
            if answer.status != 503:
                return answer.status, document.get("decision")
            time.sleep(0.02)
        return None, None

    def client(index):
        chance = random.Random(f"{options.seed} {index}")
        known = {}
        while not over.is_set() or len(known) < len(receipts):
            for number in chance.sample(range(len(receipts)), len(receipts)):
                status, decision = present(index, number, chance)
                if status not in (200, 409) or known.setdefault(number, status) != status:
                    wrong.append(f"client {index}, purchase {number}: {status} {decision}, before {known.get(number)}")
                    return
                with lock:
                    counts[f"{status} {decision}"] += 1
                    if status == 200:
                        granted[number].add(index)

    seen = []

    def follower():
        chance = random.Random(f"{options.seed} follower")
        while not wrong:
            try:
                since = str(seen[-1] if seen else 0)
                connection, answer = ask(
                    chance.choice(instances), "GET", "/v1/events", headers={"Accept": "text/event-stream", "Last-Event-ID": since},
                    timeout=3)
                if answer.status != 200:
                    time.sleep(0.05)
                    continue
                while line := answer.readline():
                    # An event that was cut off counts for nothing: its document is complete, or it comes again.
                    if line.startswith(b"data: ") and line.endswith(b"}\n"):
                        seen.append(json.loads(line[6:])["seq"])
            except (OSError, http.client.HTTPException, TypeError):
                time.sleep(0.05)
            if over.is_set() and last and seen and seen[-1] >= last[0]:
                return

    last = []
    threads = [threading.Thread(target=client, args=(index,)) for index in range(CLIENTS)]
    watching = threading.Thread(target=follower)
    for thread in threads + [watching]:
        thread.start()
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
    over.set()
    for thread in threads:
        thread.join()
    ledger = lambda command: [
        json.loads(line) for line in run(tool, "ledger", command, "--database", database).splitlines()]
    events = ledger("events")
    last.append(len(events))
    watching.join()
    for instance in instances:
        instance.kill()
    numbers = [event["seq"] for event in events]
    owners = {(purchase["order"], purchase["account"]) for purchase in ledger("export")}
    for number, clients in enumerate(granted):
        if len(clients) != 1:
            wrong.append(f"purchase {number} was granted to {len(clients)} clients")
        elif (f"{number}-{min(clients)}", f"client {min(clients)}") not in owners:
            wrong.append(f"purchase {number} was answered, and is not recorded")
    if numbers != list(range(1, len(numbers) + 1)):
        wrong.append("the numbers of events have a gap")
    if seen != numbers:
        wrong.append(f"the follower saw {len(seen)} events, and not each of {len(numbers)} once in order")
    run(tool, "ledger", "check", "--database", database)
    if wrong:
        sys.exit("\n".join(wrong[:10]))
    return {"points": dict(kills), "answers": dict(counts), "events": len(numbers)}


if __name__ == "__main__":
    main()
