"""What service_network.py and service_recovery.py share beside shop.py: instances that are started again, and networks that can be cut.
Linux."""

import atexit
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

import shop
from shop import run


class PostgreSQL(shop.PostgreSQL):
    """A child of this process, which notices its end: until then its lock files would be those of a process that runs."""

    port = 5432

    def start(self):
        atexit.register(self.stop)
        # A process that began while its parent was killed ends by itself, and until then it has the memory of the server.
        for _ in range(100):
            with open(self.folder + "/log", "a") as log:
                began = log.tell()
                self.process = subprocess.Popen(
                    [*self.user, self.bin + "/postgres", "-D", self.folder + "/data", "-k", self.folder, "-p", str(self.port), "-c",
                     "listen_addresses=" + ("*" if self.network else "")], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            while subprocess.run(self.words("pg_isready", "-q"), cwd=self.folder).returncode:
                if self.process.poll() is not None:
                    break
                time.sleep(0.02)
            else:
                return
            with open(self.folder + "/log") as log:
                log.seek(began)
                why = log.read()
            if "pre-existing shared memory block" not in why:
                break
            time.sleep(0.1)
        sys.exit("PostgreSQL did not start: " + why[-2_000:])

    def words(self, program, *words):
        return [*self.user, f"{self.bin}/{program}", *words, "-h", self.folder, "-d", "postgres"]

    def ask(self, sql):
        return run(*self.words("psql", "-XAtqc", sql)).strip()

    def block(self, table):
        """Locks a table for five seconds, unless the server ends before."""
        subprocess.run(
            self.words("psql", "-Xqc", f"BEGIN; LOCK TABLE receipt_ledger.{table}; SELECT pg_sleep(5)"), capture_output=True)

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def kill(self):
        """kill -9 of all of its processes."""
        found = children(self.process.pid)
        self.process.kill()
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        while any(is_running(process) for process in found):
            time.sleep(0.01)


def stat(process):
    with open(f"/proc/{process}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()


def children(parent):
    found = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(stat(process)[1]) == parent:
                found.append(int(process))
        except OSError:
            pass
    return found


def is_running(process):
    try:
        return stat(process)[0] != "Z"
    except OSError:
        return False


class Network:
    """A network namespace with two links: one for clients, and one to the database, which can be cut. Needs root."""

    # Of the addresses of databases.
    prefix = "10.209.0"

    def __init__(self, number):
        self.number = number
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        own = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == own:
            time.sleep(0.01)
        self.inside = ["nsenter", "--net", f"--target={self.holder.pid}"]
        first = 4 * number
        self.address = f"10.210.0.{first + 2}"
        self.ends = [f"{self.prefix}.{first + 1}", f"{self.prefix}.{first + 2}"]
        for kind, prefix in (("c", "10.210.0"), ("d", self.prefix)):
            out, inner = f"{kind}{number}", f"{kind}{number}i"
            run("ip", "link", "add", out, "type", "veth", "peer", "name", inner)
            run("ip", "link", "set", inner, "netns", str(self.holder.pid))
            for words, device, end in (([], out, 1), (self.inside, inner, 2)):
                run(*words, "ip", "address", "add", f"{prefix}.{first + end}/30", "dev", device)
                run(*words, "ip", "link", "set", device, "up")
        run(*self.inside, "ip", "link", "set", "lo", "up")
        # The true hardware addresses, which are known for good: nothing is asked for again after a cut.
        self.hardware = [
            json.loads(run(*words, "ip", "-json", "link", "show", device))[0]["address"]
            for words, device in (([], f"d{number}"), (self.inside, f"d{number}i"))]
        self.heal()

    def cut(self, how):
        """down: the link. requests, answers: packets in this direction vanish, and neither side is told. both: in both directions."""
        if how == "down":
            run("ip", "link", "set", f"d{self.number}", "down")
        nowhere = "02:00:00:00:00:01"
        if how in ("answers", "both"):
            self.neighbour([], "", 2, nowhere)
        if how in ("requests", "both"):
            self.neighbour(self.inside, "i", 1, nowhere)

    def heal(self):
        run("ip", "link", "set", f"d{self.number}", "up")
        self.neighbour([], "", 2, self.hardware[1])
        self.neighbour(self.inside, "i", 1, self.hardware[0])

    def neighbour(self, words, side, end, hardware):
        run(
            *words, "ip", "neighbour", "replace", self.ends[end - 1], "lladdr", hardware, "dev", f"d{self.number}{side}",
            "nud", "permanent")

    def end(self):
        self.holder.kill()
        self.holder.wait()


def in_own_network():
    """Goes on in a network of its own, so that nothing of the machine's is changed; it goes when the last process in it ends."""
    if os.environ.get("IN_OWN_NETWORK") != "1":
        os.environ["IN_OWN_NETWORK"] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, *sys.argv])
    run("ip", "link", "set", "lo", "up")
    # A server that was killed tells its clients once, as one whose machine fails tells them never.
    with open("/proc/sys/net/ipv4/tcp_orphan_retries", "w") as file:
        file.write("1")


class Instance(shop.Requests):
    """An instance that is started again whenever it ends, as systemd does."""

    def __init__(self, words):
        self.words = words
        self.host, self.port, self.process = None, None, None
        self.is_over = False
        atexit.register(self.end)
        self.thread = threading.Thread(target=self.supervise, daemon=True)
        self.thread.start()

    def supervise(self):
        while not self.is_over:
            self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            url = urllib.parse.urlsplit(self.process.stdout.readline().strip())
            self.host, self.port = url.hostname, url.port
            self.process.wait()
            self.port = None
            self.process.stdout.close()
            time.sleep(0.02)

    def kill(self):
        if self.process:
            self.process.kill()

    def end(self):
        self.is_over = True
        while self.thread.is_alive():
            self.kill()
            self.thread.join(0.1)

    def wait(self, seconds=60):
        """Until it is ready; returns how long that took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            try:
                if self.ask("GET", "/readyz", timeout=5)[0] == 200:
                    return time.monotonic() - began
            except OSError:
                time.sleep(0.05)
        raise OSError(f"an instance was not ready after {seconds} s")
