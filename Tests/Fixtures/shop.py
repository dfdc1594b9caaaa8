"""What the scripts that play a purchase service share: a server of PostgreSQL, an instance, an authority with receipts, and requests."""

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
import threading
import time

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
        # Debian has them outside of PATH, and so has Homebrew.
        found = [path for place in ("/usr/lib/postgresql/*", "/opt/homebrew/opt/postgresql@*", "/usr/local/opt/postgresql@*")
                 for path in sorted(glob.glob(place + "/bin/initdb"))]
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


class Requests:
    """What instances are asked, by their host and their port; the port is `None` while they do not run."""

    def connect(self, timeout=30):
        if self.port is None:
            raise OSError("the instance is not running")
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def ask(self, method, target, body=None, headers={}, timeout=30):
        """The status and the document of one request; OSError without an answer."""
        connection = self.connect(timeout)
        try:
            connection.request(method, target, body, {"Authorization": "Bearer " + TOKEN, **headers})
            answer = connection.getresponse()
            text = answer.read()
            lines = [json.loads(line) for line in text.splitlines()]
            return answer.status, lines if "ndjson" in answer.getheader("Content-Type", "") else lines[0] if lines else None
        except (http.client.HTTPException, ValueError) as error:
            raise OSError(str(error)) from error
        finally:
            connection.close()

    def present(self, receipt, order, account, timeout=30):
        return self.ask("POST", "/v1/purchases", json.dumps({"receipt": receipt, "order": order, "account": account}), timeout=timeout)


class Instance(Requests):
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
    """The connection and the answer before it is read: for headers, and for answers without an end."""
    connection = instance.connect(timeout)
    connection.request(method, target, body, {"Authorization": "Bearer " + TOKEN, **headers})
    return connection, connection.getresponse()


class Folder:
    """The authority, the receipts and the token in a folder, and the words that start an instance."""

    def __init__(self, tool, folder, purchases):
        self.tool, self.folder = tool, folder
        run(tool, "mint", "init", folder + "/ca", "--key-size", "1024")
        self.receipts = run(
            tool, "mint", "receipt", "--ca", folder + "/ca", "--count", str(purchases), "--bundle-id", BUNDLE, "--environment",
            "sandbox", "--template", "consumable").split()
        with open(folder + "/token", "w") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(TOKEN)

    @property
    def decides(self):
        return ["--bundle-id", BUNDLE, "--environment", "sandbox", "--trust-anchor", self.folder + "/ca/root.pem", "--allow-test-signed"]

    def serve(self, database, address="127.0.0.1"):
        return [
            self.tool, "serve", "--listen", address + ":0", "--quiet", "--ledger", database, "--token-file", self.folder + "/token"
        ] + self.decides

    def ledger(self, database, *command):
        return [json.loads(line) for line in run(self.tool, "ledger", *command, "--database", database).splitlines()]


class Clients:
    """Clients that all present the same purchases through random instances, each for orders of its own, until they are told to end, and a
    follower of the events that goes on wherever it was cut off. What they saw, and what is wrong with it."""

    def __init__(self, shop, instances, count, seed):
        self.shop, self.instances, self.seed = shop, instances, seed
        self.wrong, self.seen, self.counts = [], [], collections.Counter()
        self.granted = [set() for _ in shop.receipts]
        self.over, self.last = threading.Event(), None
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.present_all, args=(index,), daemon=True) for index in range(count)]
        self.watching = threading.Thread(target=self.follow, daemon=True)

    def start(self):
        for thread in self.threads + [self.watching]:
            thread.start()

    def present(self, client, number, chance):
        while not self.wrong:
            try:
                status, document = chance.choice(self.instances).present(self.shop.receipts[number], f"{number}-{client}", f"client {client}")
            except OSError:
                time.sleep(0.02)
                continue
            if status != 503:
                return status, document.get("decision")
            time.sleep(0.02)
        return None, None

    def present_all(self, client):
        chance = random.Random(f"{self.seed} {client}")
        known = {}
        # All clients present the same purchases at the same time, then again in an order of their own.
        numbers = range(len(self.granted))
        while not self.over.is_set() or len(known) < len(self.granted):
            for number in numbers:
                if self.over.is_set() and len(known) == len(self.granted):
                    return
                status, decision = self.present(client, number, chance)
                if status not in (200, 409) or known.setdefault(number, status) != status:
                    self.wrong.append(f"client {client}, purchase {number}: {status} {decision}, before {known.get(number)}")
                    return
                with self.lock:
                    self.counts[f"{status} {decision}"] += 1
                    if status == 200:
                        self.granted[number].add(client)
            numbers = chance.sample(range(len(self.granted)), len(self.granted))

    def follow(self):
        chance = random.Random(f"{self.seed} follower")
        while not self.wrong:
            try:
                connection = chance.choice(self.instances).connect(timeout=3)
                since = str(self.seen[-1] if self.seen else 0)
                connection.request("GET", "/v1/events", headers={
                    "Authorization": "Bearer " + TOKEN, "Accept": "text/event-stream", "Last-Event-ID": since})
                answer = connection.getresponse()
                if answer.status == 410:
                    self.wrong.append(f"a follower was told that there is no event {since}")
                if answer.status != 200:
                    time.sleep(0.05)
                    continue
                while line := answer.readline():
                    # An event that was cut off counts for nothing: its document is complete, or it comes again.
                    if line.startswith(b"data: ") and line.endswith(b"}\n"):
                        self.seen.append(json.loads(line[6:])["seq"])
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
            if self.last and self.seen and self.seen[-1] >= self.last:
                return

    def end(self, database):
        """Ends them once each has an answer for each purchase, and ends with an error if they saw what may not be. Returns the number of
        events. Instances are still there."""
        self.over.set()
        for thread in self.threads:
            thread.join()
        numbers = [event["seq"] for event in self.shop.ledger(database, "events")]
        self.last = len(numbers)
        self.watching.join()
        owners = {(purchase["order"], purchase["account"]) for purchase in self.shop.ledger(database, "export")}
        for number, clients in enumerate(self.granted):
            if len(clients) != 1:
                self.wrong.append(f"purchase {number} was granted to {len(clients)} clients")
            elif (f"{number}-{min(clients)}", f"client {min(clients)}") not in owners:
                self.wrong.append(f"purchase {number} was answered, and is not recorded")
        if numbers != list(range(1, len(numbers) + 1)):
            self.wrong.append("the numbers of events have a gap")
        if self.seen != numbers:
            self.wrong.append(f"the follower saw {len(self.seen)} events, and not each of {len(numbers)} once in order")
        run(self.shop.tool, "ledger", "check", "--database", database)
        if self.wrong:
            sys.exit("\n".join(self.wrong[:10]))
        return len(numbers)
