"""Runs benchmarks and makes one table of their figures and aims, for Benchmarks/run, whose head says how it is used."""

import datetime
import os
import re
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

ROOT = os.environ["RECEIPT_TOOL_ROOT"]
LOGS = os.path.join(ROOT, ".build/benchmarks/run")
TOOL, ONLINE = ".build/dist/receipt-tool", ".build/dist/receipt-tool-online"

# Name and command, in the order in which they run.
SHORT = {
    "one-shot": "Benchmarks/one-shot 200 3",
    "start": f"python3 Benchmarks/paired.py 100 {ONLINE} --version -- {TOOL} --version",
    "size": f"wc -c {TOOL} {ONLINE}",
    "regress": "Benchmarks/regress",
    "throughput": "Benchmarks/throughput 9",
    "stream": "Benchmarks/stream 200000 20000 3",
    "stream-commands": "Benchmarks/stream commands 60000 20000 3",
    "signed-data": "Benchmarks/signed-data 3",
    "serve": "Benchmarks/serve 9",
    "ledger": "Benchmarks/ledger 200000",
    "purchases": "Benchmarks/purchases 3 2",
    "stand-in": "Benchmarks/stand-in 2",
    "large-documents": "Benchmarks/large-documents",
}
LONG = {
    "growth": "Benchmarks/growth",
    "storages": "Benchmarks/storages",
    "hostile-clients": f"Benchmarks/hostile-clients {TOOL} 10",
    "slow-readers": f"Benchmarks/slow-readers {TOOL}",
    "mint": "Benchmarks/mint",
    "build-time": "Benchmarks/build-time",
    "fuzz": "Scripts/fuzz 10",
}


class Aim(NamedTuple):
    """A limit that the worst of the values keeps."""

    is_least: bool
    limit: float

    def worst(self, values):
        return min(values) if self.is_least else max(values)

    def is_met(self, value):
        return value >= self.limit if self.is_least else value <= self.limit

    def __str__(self):
        return f"at {'least' if self.is_least else 'most'} {number(self.limit)}"


def at_most(limit):
    return Aim(False, limit)


def at_least(limit):
    return Aim(True, limit)


def number(value):
    """With three digits or more."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


class Row(NamedTuple):
    """What is looked for in the output of a benchmark: a pattern whose group is a number, or a function of the text."""

    benchmark: str
    what: str
    find: object
    aim: Aim = None
    # How many values there have to be, if that is known.
    count: int = 1
    factor: float = 1
    unit: str = ""

    def values(self, text):
        found = self.find(text) if callable(self.find) else re.findall(self.find, text, re.MULTILINE)
        values = [float(str(value).replace(",", "")) * self.factor for value in found]
        return values if values and self.count in (None, len(values)) else []


def fresh_signatures(text):
    """The rate of Get Transaction Info beside verifyReceipt with a clock that runs."""
    text = text.partition("clock: running")[2]
    info, receipts = ([int(rate) for rate in re.findall(rf"^{name} +(\d+) a second", text, re.MULTILINE)]
                      for name in ("Get Transaction Info", "verifyReceipt"))
    return [statistics.median(info) / statistics.median(receipts)] if info and receipts else []


def within_a_second(text):
    """The shares of answers that came within a second, and had the right status."""
    return [
        (int(quick) if statuses == f"{count} times 200" else 0) / int(count)
        for statuses, quick, count in re.findall(r": (.*); within a second (\d+) of (\d+)", text)]


RATIO = r".*ratio of times ([\d.]+)$"
OF_DECODE = r" \|.*\| ([\d.]+) \| [\d.]+ MiB \|$"
OF_FILES = r" of files \|.*\| ([\d.]+) \| \|$"

# Every benchmark has a row, and every aim is here.
ROWS = [
    Row("one-shot", "`decode`, start to end, beside `openssl cms -verify`, three copies of the binary",
        r"^A / B: ([\d.]+)", at_most(0.52), 3),
    Row("start", "start of `receipt-tool-online`",
        r"^\| A \| ([\d.]+)", at_most(15), unit=" ms"),
    Row("size", "size of `receipt-tool`",
        r"(\d+) \S*/receipt-tool$", at_most(20), factor=1e-6, unit=" MB"),
    Row("size", "size of `receipt-tool-online`",
        r"(\d+) \S*/receipt-tool-online$", factor=1e-6, unit=" MB"),
    Row("regress", "instructions beside those recorded",
        r"\| ([+-][\d.]+) % \|$", at_most(3), None, unit=" %"),
    Row("throughput", "verify and print beside C, 2 and 187 purchases",
        "^  verify and print   " + RATIO, at_most(1.1), 2),
    Row("throughput", "print beside C, 2 and 187 purchases",
        "^  print   " + RATIO, at_most(1.1), 2),
    Row("throughput", "a signer seen for the first time, beside `CMS_verify`",
        "^  first sight" + RATIO, at_most(0.7)),
    Row("stream", "`decode --stream`, one job, lines a second",
        r"^\| decode, one job \|[^|]*\|[^|]*\| ([\d,]+)"),
    Row("stream", "two jobs beside one",
        r"^Two jobs against one: ([\d.]+)", at_least(1.9)),
    Row("stream", "peak memory of any stream",
        r"\| ([\d.]+) MiB \|$", at_most(32), None, 1.048576, " MB"),
    Row("stream-commands", "`validate --stream` beside `decode`",
        r"^\| validate" + OF_DECODE, at_least(0.8)),
    Row("stream-commands", "`status` of many files beside `decode`",
        r"^\| status" + OF_FILES, at_least(0.8)),
    Row("stream-commands", "`diagnose --stream` beside `decode`",
        r"^\| diagnose" + OF_DECODE, at_least(0.6)),
    Row("stream-commands", "`inspect` of many files beside `decode`",
        r"^\| inspect" + OF_FILES, at_least(0.5)),
    Row("signed-data", "signed data under a known chain beside `openssl speed ecdsap256`",
        r"^known chain.*\n  ratio: median ([\d.]+)", at_least(0.75)),
    Row("signed-data", "signed data under a chain seen for the first time beside C",
        r"^first sight.*\n  ratio: median ([\d.]+)"),
    Row("serve", "verifyReceipt: user time beyond in-process",
        r"^user time .* in-process: (-?\d+)", at_most(60), unit=" µs"),
    Row("serve", "verifyReceipt: processor time beside in-process",
        r"^processor time .* in-process: ([\d.]+)", at_most(1.3)),
    Row("serve", "99 % of answers beside the median: verifyReceipt, `/v1/decode`, `/v1/validate`",
        r"^/(?:sandbox|v1)/.* ([\d.]+) medians$", at_most(3), 3),
    Row("serve", "processor time of `/healthz`",
        r"^/healthz: .*, (\d+) microseconds", at_most(15), unit=" µs"),
    Row("ledger", "`ledger add --stream`, purchases a second",
        r"^group commit, all: .* ([\d,]+) a second", at_least(5_000)),
    Row("ledger", "`ledger show` of 100 purchases in the service",
        r"^of which in the service: mean ([\d.]+)", at_most(1), unit=" ms"),
    Row("ledger", "a purchase in the file",
        r"^size: .* (\d+) a purchase", at_most(80), unit=" bytes"),
    Row("purchases", "PostgreSQL: `ledger add --stream`, purchases a second",
        r"^adds, one stream: ([\d,]+)", at_least(5_000)),
    Row("purchases", "PostgreSQL: one stream beside `pgbench`",
        r"^adds, one stream, beside.*: ([\d.]+)", at_least(0.6)),
    Row("purchases", "PostgreSQL: eight streams beside `pgbench`",
        r"^adds, eight streams, beside.*: ([\d.]+)", at_least(0.6)),
    Row("purchases", "PostgreSQL: purchases over HTTP beside `pgbench`",
        r"^adds over HTTP, beside.*: ([\d.]+)", at_least(0.6)),
    Row("purchases", "PostgreSQL: entitlements beside `/healthz`",
        r"^entitlements, beside.*: ([\d.]+)", at_least(0.5)),
    Row("stand-in", "Get Transaction Info with fresh signatures, beside verifyReceipt",
        fresh_signatures, at_least(0.5)),
    Row("large-documents", "`redact`, an unknown member, three kinds",
        r"\(([\d.]+) µs a member\)", at_most(5), 3, unit=" µs"),
    Row("large-documents", "`redact`, peak memory",
        r"^redact, .*, ([\d,]+) KiB$", at_most(64), 4, 1 / 1024, " MiB"),
    Row("large-documents", "`status`, peak memory",
        r"^status, .*, ([\d,]+) KiB$", at_most(64), 1, 1 / 1024, " MiB"),
    Row("growth", "exponent of the steepest curve (n log n: 1.125)",
        r"n\^([\d.]+)", at_most(1.2), None),
    Row("storages", "operations decided alike on SQLite and PostgreSQL",
        r"^(\d+) operations:"),
    Row("hostile-clients", "share of requests answered with 200 within a second",
        within_a_second, at_least(1), None),
    Row("slow-readers", "memory while 48 clients do not read",
        r"memory at most (\d+) KiB", factor=1 / 1024, unit=" MiB"),
    Row("slow-readers", "`/healthz` meanwhile, at most",
        r"times, at most ([\d.]+) s", unit=" s"),
    Row("mint", "receipts a second: all jobs, one job, RSA-1024",
        r" ([\d,]+) receipts/s", None, 3),
    Row("build-time", "clean build of ReceiptKit with its tests",
        r"clean: (\d+) s", at_most(60), unit=" s"),
    Row("fuzz", "inputs a second of each target",
        r"^[\w-]+: \d+ inputs in \d+ s, (\d+) a second", at_least(5_000), None),
]  # fmt: skip


def refuse(message, hint, status):
    print(f"error: {message}\nhint: {hint}", file=sys.stderr)
    sys.exit(status)


def unlisted():
    """Benchmarks without a command or a row here."""
    folder = os.path.join(ROOT, "Benchmarks")
    scripts = {name for name in os.listdir(folder)
               if os.path.isfile(os.path.join(folder, name)) and os.access(os.path.join(folder, name), os.X_OK)}
    commands = SHORT | LONG
    known = {os.path.basename(command.split()[0]) for command in commands.values()}
    return sorted(scripts - known - {"run"} | (set(commands) ^ {row.benchmark for row in ROWS}))


def run(name, command):
    """What a benchmark printed, and whether it succeeded."""
    print(f"{name}: {command}", file=sys.stderr, flush=True)
    began = time.monotonic()
    log = os.path.join(LOGS, name)
    with open(log, "w") as file:
        status = subprocess.run(
            command.split(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT).returncode
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr)
    if status != 0:
        last = "\n".join("  " + line for line in text.splitlines()[-5:])
        print(f"error: {name} ended with {status}\n{last}", file=sys.stderr, flush=True)
    return text, status == 0


def cells(row, text, succeeded):
    """What was measured, and whether that is what was aimed at."""
    values = row.values(text)
    if not values:
        return "not found", "not found"
    if len(values) > 3 and row.aim:
        measured = f"{number(row.aim.worst(values))}{row.unit} (the worst of {len(values)})"
    else:
        measured = ", ".join(number(value) for value in values) + row.unit
    if row.aim and not row.aim.is_met(row.aim.worst(values)):
        return measured, "missed"
    # What a benchmark measured before it failed proves nothing.
    return measured, "failed" if not succeeded else "met" if row.aim else ""


def machine():
    model = None
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            model = re.search(r"model name\s*: (.*)", file.read())
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    return (f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores"
            f"{f' ({model[1]})' if model else ''}, load {os.getloadavg()[0]:.1f} before, commit {commit.strip()}")


def main():
    commands = SHORT | LONG
    if missing := unlisted():
        refuse(f"in no row, or without a command: {', '.join(missing)}", "add them to Benchmarks/run.py", 1)
    for name in sys.argv[1:]:
        if name not in commands:
            refuse(f"no benchmark is called {name}", f"one of: {' '.join(commands)}", 64)
    os.makedirs(LOGS, exist_ok=True)
    head, began = machine(), time.monotonic()
    results = {name: run(name, command) for name, command in commands.items() if name in (sys.argv[1:] or SHORT)}
    print(f"all: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)

    print(f"{head}\n\n| What | Measured | Aim | Result | Command |\n| --- | --- | --- | --- | --- |")
    lost = False
    for row in ROWS:
        if row.benchmark in results:
            measured, verdict = cells(row, *results[row.benchmark])
            lost = lost or verdict in ("not found", "failed")
            aim = f"{row.aim}{row.unit}" if row.aim else ""
            command = commands[row.benchmark]
            command = command if command.startswith(("Benchmarks/", "Scripts/")) else f"Benchmarks/run {row.benchmark}"
            print(f"| {row.what} | {measured} | {aim} | {verdict} | `{command}` |")
    if lost or not all(succeeded for _, succeeded in results.values()):
        sys.exit(1)


try:
    main()
except KeyboardInterrupt:
    sys.exit(130)
