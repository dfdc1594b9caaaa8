"""Measures and draws for Benchmarks/growth, whose head says how it is used."""

import datetime
import json
import math
import os
import subprocess
import sys

TOOL, WORK, PICTURE = sys.argv[1:4]
POWERS = {"receipts": 4, "streams": 5, "histories": 4, "ledgers": 5}
# What n log n grows by from 10^3 to 10^4 is 10^1.125; more than this is steeper, measurement included.
STEEPEST = 1.2
DATE = "2026-01-15T12:00:00Z"


def path(name):
    return os.path.join(WORK, name)


def mint(name, *arguments):
    with open(path(name), "wb") as file:
        subprocess.run([TOOL, "mint", "--ca", path("ca"), "--seed", "growth", "--creation-date", DATE, *arguments], stdout=file, check=True)


def measure(arguments, source=None, statuses=(0,)):
    """Processor time in seconds and peak memory in MiB of one run, without its output; the better of two if short."""
    best = None
    for _ in range(2):
        process = os.fork()
        if process == 0:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(os.open(source, os.O_RDONLY) if source else null, 0)
            os.dup2(null, 1)
            os.dup2(null, 2)
            os.execve(TOOL, [TOOL] + arguments, {"HOME": WORK, "PATH": "/usr/bin:/bin"})
        _, status, usage = os.wait4(process, 0)
        if os.waitstatus_to_exitcode(status) not in statuses:
            sys.exit(f"error: {' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
        found = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        best = found if best is None else min(best, found)
        if best[0] > 2:
            break
    return best


def receipts(power):
    anchor = ["--trust-anchor", path("ca/root.pem")]
    size = ["--max-size", "1G"]
    commands = {
        "decode": ["decode", *anchor, *size],
        "validate": ["validate", "--allow-test-signed", "--at", DATE, *anchor, *size],
        "diagnose": ["diagnose", "--json", "--at", DATE, *anchor, *size],
        "status": ["status", "--json", "--at", DATE, *anchor, *size],
        "inspect": ["inspect", *anchor, *size],
        "redact": ["redact", "--key-file", path("key"), *size],
    }
    for exponent in range(power + 1):
        count = 10**exponent
        mint(f"receipt-{count}", "--template", "large", "--environment", "sandbox", "--purchases", str(count))
        for name, arguments in commands.items():
            # Minted purchases need not please every check; what is measured is that all of them are made.
            yield f"{name}, purchases of a receipt", count, measure(arguments + [path(f"receipt-{count}")], statuses=(0, 1))


def streams(power):
    mint("line", "--template", "subscription", "--renewals", "1")
    with open(path("line"), "rb") as file:
        line = file.read().rstrip(b"\n") + b"\n"
    anchor = ["--trust-anchor", path("ca/root.pem")]
    commands = {
        "decode --stream": ["decode", "--stream", "--jobs", "1", *anchor, "-"],
        "validate --stream": ["validate", "--stream", "--allow-test-signed", "--jobs", "1", "--at", DATE, *anchor, "-"],
        "diagnose --stream": ["diagnose", "--stream", "--jobs", "1", "--at", DATE, *anchor, "-"],
        "redact --stream": ["redact", "--stream", "--jobs", "1", "--key-file", path("key"), "-"],
    }
    for exponent in range(1, power + 1):
        count = 10**exponent
        with open(path("lines"), "wb") as file:
            for _ in range(count // 10):
                file.write(line * 10)
        for name, arguments in commands.items():
            # A redacted receipt is signed, which takes a hundred times as long as reading one.
            if not name.startswith("redact") or exponent < power:
                yield f"{name}, lines", count, measure(arguments, path("lines"))


def date(name, milliseconds):
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    return {name: moment + " Etc/GMT", name + "_ms": str(milliseconds)}


def histories(power):
    """Answers of verifyReceipt about one subscription. A document has at most 1,048,576 values: 10^5 periods."""
    commands = {
        "status": ["status", "--json", "--at", DATE, "--max-size", "1G"],
        "redact": ["redact", "--key-file", path("key"), "--max-size", "1G"],
    }
    for exponent in range(1, power + 1):
        count = 10**exponent
        periods = [
            {"quantity": "1", "product_id": "com.example.monthly", "transaction_id": str(2_000_000_000_000_000 + number),
             "original_transaction_id": "2000000000000000"}
            | date("purchase_date", 1_400_000_000_000 + number * 3_600_000)
            | date("expires_date", 1_400_000_000_000 + (number + 1) * 3_600_000)
            for number in range(count)
        ]  # fmt: skip
        answer = {"status": 0, "environment": "Production", "receipt": {"bundle_id": "com.example.app", "in_app": []}, "latest_receipt_info": periods}
        with open(path("history"), "w") as file:
            json.dump(answer, file)
        with open(path("print"), "w") as file:
            file.write(repr(answer))
        for name, arguments in commands.items():
            yield f"{name}, transactions of a history", count, measure(arguments + [path("history")])
        cost = measure(commands["status"] + [path("print")])
        yield "status of what Python prints, transactions of a history", count, cost


def ledgers(power):
    if not os.path.exists(os.path.join(os.path.dirname(TOOL), "receipt-tool-online")):
        return
    for exponent in range(3, power + 1):
        count = 10**exponent
        mint("receipts", "--template", "large", "--environment", "sandbox", "--purchases", "100", "--count", str(count // 100))
        with open(path("receipts")) as minted, open(path("presented"), "w") as file:
            for number, line in enumerate(minted):
                file.write(json.dumps({"receipt": line.strip(), "order": f"O{number}", "account": f"A{number}"}) + "\n")
        ledger = path("ledger-" + str(count))
        options = ["--database", ledger]
        add = ["ledger", "add", "--stream", *options, "--allow-test-signed", "--trust-anchor", path("ca/root.pem"), "--environment", "sandbox",
               "--bundle-id", "com.example.app"]  # fmt: skip
        first = True
        for name, arguments in {
            "ledger add --stream": add, "ledger show": ["ledger", "show", *options, "O0"],
            "ledger check": ["ledger", "check", *options], "ledger export": ["ledger", "export", *options],
        }.items():
            found = measure_once(arguments, path("presented")) if first else measure(arguments, statuses=(0, 1))
            first = False
            yield f"{name}, purchases of a ledger", count, found
        yield "its file in MB, and no seconds, purchases of a ledger", count, (os.path.getsize(ledger) / 1e6, 0)
        for leftover in (ledger, ledger + "-wal", ledger + "-shm"):
            if os.path.exists(leftover):
                os.remove(leftover)


def measure_once(arguments, source):
    before = os.times()
    with open(source) as given:
        done = subprocess.run([TOOL] + arguments, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    after = os.times()
    if done.returncode not in (0, 1):
        sys.exit(f"error: {' '.join(arguments)} ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    return after.children_user + after.children_system - before.children_user - before.children_system, 0


def slope(points):
    """The power by which the last decade grew, what a run of nothing takes left out."""
    least = points[0][1][0]
    (small, (before, _)), (large, (after, _)) = points[-2:]
    before, after = before - least, after - least
    return math.log(after / before) / math.log(large / small) if before > 0.01 and after > 0 else None


def table(series):
    sizes = sorted({size for points in series.values() for size, _ in points})
    print("| What, seconds of processor time (peak in MiB) | " + " | ".join(f"{size:,}" for size in sizes) + " | growth |")
    print("| --- |" + " ---: |" * (len(sizes) + 1))
    steep = []
    for name, points in series.items():
        cells = dict(points)
        found = slope(points)
        if found and found > STEEPEST:
            steep.append(name)
        row = [f"{cells[size][0]:.3f}" + (f" ({cells[size][1]:.0f})" if cells[size][1] else "") if size in cells else "" for size in sizes]
        print(f"| {name} | " + " | ".join(row) + f" | {'' if found is None else f'n^{found:.2f}'} |")
    return steep


def draw(series):
    """Log-log plots side by side, one for each kind of size."""
    kinds = {}
    for name, points in series.items():
        if name.startswith("its file"):
            continue
        kinds.setdefault(name.split(", ")[-1], {})[name.split(", ")[0]] = points
    width, height, left, bottom = 430, 330, 60, 40
    colors = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#d35400", "#555555"]
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * len(kinds)}" height="{height + 30}" font-family="sans-serif" font-size="11">']
    for place, (kind, lines) in enumerate(kinds.items()):
        sizes = [math.log10(size) for points in lines.values() for size, _ in points]
        costs = [math.log10(max(found[0], 1e-3)) for points in lines.values() for _, found in points]
        low, high = math.floor(min(sizes)), math.ceil(max(sizes)) or 1
        floor, top = math.floor(min(costs)), math.ceil(max(costs)) + 0.001
        x = lambda value: place * width + left + (value - low) / (high - low) * (width - left - 110)  # noqa: E731
        y = lambda value: height - bottom - (value - floor) / (top - floor) * (height - bottom - 30)  # noqa: E731
        parts.append(f'<text x="{place * width + left}" y="18" font-weight="bold">seconds by {kind}</text>')
        for power in range(low, high + 1):
            parts.append(f'<path d="M{x(power):.1f} {y(floor):.1f}V{y(top):.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{x(power):.1f}" y="{height - bottom + 16}" text-anchor="middle">10^{power}</text>')
        for power in range(floor, math.floor(top) + 1):
            parts.append(f'<path d="M{x(low):.1f} {y(power):.1f}H{x(high):.1f}" stroke="#ddd"/>')
            parts.append(f'<text x="{x(low) - 6:.1f}" y="{y(power) + 4:.1f}" text-anchor="end">10^{power}</text>')
        for color, (name, points) in zip(colors, lines.items()):
            line = " ".join(f"{x(math.log10(size)):.1f},{y(math.log10(max(found[0], 1e-3))):.1f}" for size, found in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
            end = points[-1]
            parts.append(f'<text x="{x(math.log10(end[0])) + 5:.1f}" y="{y(math.log10(max(end[1][0], 1e-3))) + 4:.1f}" fill="{color}">{name}</text>')
    with open(PICTURE, "w") as file:
        file.write("\n".join(parts + ["</svg>"]) + "\n")


def main():
    chosen = dict(argument.split("=") for argument in sys.argv[4:]) or POWERS
    if set(chosen) - set(POWERS):
        sys.exit(f"error: what is {', '.join(set(chosen) - set(POWERS))}? There are {', '.join(POWERS)}")
    subprocess.run([TOOL, "mint", "init", path("ca"), "--seed", "growth"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path("key"), "w") as key:
        os.chmod(key.name, 0o600)
        key.write("0123456789abcdef" * 4 + "\n")
    series = {}
    for kind in POWERS:
        if kind in chosen:
            for name, size, found in globals()[kind](int(chosen[kind])):
                series.setdefault(name, []).append((size, found))
    steep = table(series)
    draw(series)
    if steep:
        print(f"\nSteeper than n log n: {', '.join(steep)}")
        sys.exit(1)


main()
