"""What is left of the purchase service's answers after an older backup, of a file and of PostgreSQL, and while its clock jumps.

    service_recovery.py TOOL [backup] [clock]

Both without a name. Prints a line of JSON for each; exit 1 with the reason if what docs/runbook.md promises does not hold. `clock` needs a C
compiler: a library before the C library moves the clock of one process. Both take half a minute. service_failover.py shows replicas.
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

from purchase_service import Instance, PostgreSQL
from shop import Folder, TOKEN, run

def expect(condition, text):
    if not condition:
        sys.exit(text)


def statuses(instance, receipts, orders, account):
    return [instance.present(receipt, f"{order}", account)[0] for receipt, order in zip(receipts, orders)]


def events(instance, since=0):
    status, lines = instance.ask("GET", f"/v1/events?since={since}")
    return status, [line["seq"] for line in lines or []] if status == 200 else None


def lost(shop, instance, first, rest, forget):
    """What holds where the last answers are gone: `rest` was answered, and `forget` brings back the state before it."""
    expect(set(statuses(instance, rest, range(1_000, 2_000), "jane")) == {200}, "the purchases before were not accepted")
    _, before = events(instance)
    # A follower that is connected meanwhile.
    outcome = []

    def follow():
        connection = instance.connect(timeout=60)
        connection.request("GET", "/v1/events", headers={
            "Authorization": "Bearer " + TOKEN, "Accept": "text/event-stream", "Last-Event-ID": str(before[-1])})
        answer = connection.getresponse()
        try:
            answer.read()
            outcome.append("ended")
        except (OSError, http.client.HTTPException):
            outcome.append("cut off")

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    time.sleep(0.3)
    instance = forget(instance)
    instance.wait()
    _, after = events(instance)
    expect(after == before[:len(after)] and len(after) < len(before), "the state before did not come back")
    thread.join(40)
    expect(outcome, "a follower of events that are gone was not told")
    status, _ = events(instance, before[-1])
    expect(status == 410, f"a follower asked since a number that does not exist, and got {status}")
    status, _ = instance.ask("GET", f"/v1/events?since={before[-1]}", headers={"Accept": "text/event-stream"})
    expect(status == 410, f"the same with server-sent events: {status}")
    # What was answered before stands: for its own order, and for no other one.
    expect(set(statuses(instance, first, range(1_000), "jane")) == {200}, "what is left was not recognised")
    expect(set(statuses(instance, first, range(5_000, 6_000), "joe")) == {409}, "what is left was granted twice")
    # The rest is unknown. Half is presented again from the records of the shop, and is safe; the other half is not.
    half = len(rest) // 2
    expect(set(statuses(instance, rest[:half], range(1_000, 2_000), "jane")) == {200}, "an order that is presented again was refused")
    again = statuses(instance, rest[:half], range(7_000, 8_000), "joe")
    expect(set(again) == {409}, "an order that was presented again was granted twice")
    twice = statuses(instance, rest[half:], range(8_000, 9_000), "joe")
    _, now = events(instance)
    expect(now == list(range(1, len(now) + 1)), "the numbers of events have a gap")
    # As documented: a follower that asks late is not told.
    status, _ = events(instance, before[-1])
    return instance, {
        "events_before": len(before), "events_after": len(after), "presented_again_and_safe": half,
        "not_presented_again_and_granted_twice": twice.count(200), "connected_follower": outcome[0], "late_follower": status}


def backup(shop, folder):
    """A file and PostgreSQL, restored from a backup; an account that was erased since is there again, until it is erased again."""
    found = {}
    server = PostgreSQL(folder)
    for name, database in (("file", folder + "/shop.sqlite"), ("postgresql", server.url)):
        key = [] if name == "file" else ["--erasure-key", folder + "/erasure-key"]
        words = shop.serve(database) + key
        instance = Instance(words)
        instance.wait()
        first, rest = shop.receipts[:20], shop.receipts[20:40]
        expect(set(statuses(instance, first, range(1_000), "jane")) == {200}, "a purchase was not accepted")
        expect(statuses(instance, shop.receipts[40:41], ["2000"], "jim") == [200], "a purchase was not accepted")
        copy = f"{folder}/copy-{name}"
        if name == "file":
            run(shop.tool, "ledger", "backup", copy, "--database", database)
        else:
            with open(copy, "w") as file:
                file.write(run(*server.words("pg_dump", "--schema=receipt_ledger")))
        expect(instance.ask("DELETE", "/v1/accounts/jim")[0] == 200, "the account was not erased")

        def forget(instance):
            instance.end()
            if name == "file":
                for part in ("", "-wal", "-shm"):
                    if os.path.exists(database + part):
                        os.remove(database + part)
                shutil.copy(copy, database)
            else:
                server.ask("DROP SCHEMA receipt_ledger CASCADE")
                with open(copy) as file:
                    subprocess.run(
                        server.words("psql", "-Xq", "-v", "ON_ERROR_STOP=1"), stdin=file, check=True, stdout=subprocess.DEVNULL)
            return Instance(words)

        instance, found[name] = lost(shop, instance, first, rest, forget)
        expect(instance.ask("GET", "/v1/accounts/jim")[0] == 200, "the backup has no account that was erased since")
        expect(instance.ask("DELETE", "/v1/accounts/jim")[0] == 200, "the account could not be erased again")
        expect(statuses(instance, shop.receipts[40:41], ["3000"], "joe") == [409], "an erased purchase was granted again")
        instance.end()
        run(shop.tool, "ledger", "check", "--database", database)
    server.stop()
    return found


CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

// The seconds in the file that CLOCK_OFFSET names are added to the time of day.
static long offset(void) {
  long seconds = 0;
  FILE *file = fopen(getenv("CLOCK_OFFSET"), "r");
  if (file) { if (fscanf(file, "%ld", &seconds) != 1) seconds = 0; fclose(file); }
  return seconds;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = next(clock, now);
  if (clock == CLOCK_REALTIME) now->tv_sec += offset();
  return result;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec; now->tv_usec = time.tv_nsec / 1000;
  return 0;
}
time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
"""


def clock(shop, folder):
    """Jumps by two days and by two years, ahead and back, while the service runs."""
    with open(folder + "/clock.c", "w") as file:
        file.write(CLOCK)
    run("cc", "-shared", "-fPIC", "-o", folder + "/clock.so", folder + "/clock.c", "-ldl")

    def jump(days):
        with open(folder + "/offset.new", "w") as file:
            file.write(str(days * 86_400))
        os.rename(folder + "/offset.new", folder + "/offset")

    period = run(
        shop.tool, "mint", "receipt", "--ca", folder + "/ca", "--bundle-id", "com.example.app", "--environment", "sandbox", "--template",
        "subscription").strip()
    server = PostgreSQL(folder)
    result = {}
    for name, database in (("file", folder + "/clock.sqlite"), ("postgresql", server.url)):
        jump(0)
        instance = Instance(["env", "LD_PRELOAD=" + folder + "/clock.so", "CLOCK_OFFSET=" + folder + "/offset"] + shop.serve(database))
        instance.wait()
        found = []
        jumps = [0, 2, 0, -2, 0, 730, -730, 0]
        receipts = iter(shop.receipts)
        known, refused = [], []
        for number, days in enumerate(jumps):
            jump(days)
            receipt = next(receipts)
            status, document = instance.present(receipt, f"{number}", "jane")
            expect(abs(days) > 2 or status in (200, 422), f"{status} {document}")
            if status == 200:
                known.append((receipt, f"{number}"))
            else:
                refused.append((receipt, f"{number}"))
            # What was decided stays decided, and no other account gets it. A clock before the signature believes neither.
            for receipt, order in known:
                again = instance.present(receipt, order, "jane")
                expect(again[0] == (422 if days < -1 else 200), f"{days} days: {again}")
                other = instance.present(receipt, order + "x", "joe")
                expect(other[0] == (422 if days < -1 else 409), f"{days} days: {other}")
            if number == 0:
                expect(instance.present(period, "period", "kim")[0] == 200, "the subscription was not accepted")
            _, entitlements = instance.ask("GET", "/v1/accounts/kim/entitlements")
            found.append({"days": days, "new_purchase": f"{status} {document.get('decision')}",
                          "entitlements": len(entitlements["entitlements"])})
        for receipt, order in refused:
            expect(instance.present(receipt, order, "jane")[0] == 200, "what a wrong clock refused stays refused")
        _, numbers = events(instance)
        expect(numbers == list(range(1, len(numbers) + 1)), "the numbers of events have a gap")
        instance.end()
        run(shop.tool, "ledger", "check", "--database", database)
        result[name] = found
    server.stop()
    expect(result["file"] == result["postgresql"], f"a file and PostgreSQL decide differently: {result}")
    return result["file"]


def main():
    tool, names = sys.argv[1], sys.argv[2:]
    for play in (backup, clock):
        if names and play.__name__ not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            shop = Folder(tool, folder, 400)
            print(json.dumps({play.__name__: play(shop, folder)}), flush=True)


main()
