"""Runs the tool over the files that Benchmarks/stream has made, and prints a table of rates and peaks of memory."""

import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile

TOOL, WORK, RUNS = sys.argv[1], sys.argv[2], int(sys.argv[3])
BY_COMMAND = sys.argv[4:] == ["commands"]
SUMMARY = os.path.join(WORK, "summary.json")
PLAIN = os.path.join(WORK, "all")
# As many as a command line takes.
FILES = 2000

# Name, arguments.
CASES = [
    ("decode, one job", ["decode", "--jobs", "1", PLAIN]),
    ("decode, two jobs", ["decode", "--jobs", "2", PLAIN]),
    ("decode, two jobs, unordered", ["decode", "--jobs", "2", "--unordered", PLAIN]),
    ("validate, two jobs", ["validate", "--allow-test-signed", "--jobs", "2", PLAIN]),
    ("decode, two jobs, a tenth, gzip", ["decode", "--jobs", "2", PLAIN + ".gz"]),
    ("decode, two jobs, a tenth, zstd", ["decode", "--jobs", "2", PLAIN + ".zst"]),
    ("decode, two jobs, the file ten times over", ["decode", "--jobs", "2"] + [PLAIN] * 10),
]


# The same on one core. What is redacted is signed anew, which is slow: a hundredth of the lines are enough.
COMMANDS = [
    ("decode", ["decode", "--jobs", "1", PLAIN]),
    ("validate", ["validate", "--allow-test-signed", "--jobs", "1", PLAIN]),
    ("diagnose", ["diagnose", "--jobs", "1", PLAIN]),
    ("redact", ["redact", "--jobs", "1", PLAIN + ".few"]),
]


def run(arguments):
    """Lines, seconds of the wall clock and of the processor, and kilobytes at the peak, of one run."""
    command = [TOOL, arguments[0], "--stream"]
    if arguments[0] != "redact":
        command += ["--trust-anchor", os.path.join(WORK, "root.pem")]
    command += ["--summary", SUMMARY] + arguments[1:]
    process = os.fork()
    if process == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in range(3):
            os.dup2(null, descriptor)
        os.execve(command[0], command, {})
    _, status, usage = os.wait4(process, 0)
    with open(SUMMARY) as file:
        summary = json.load(file)
    if os.waitstatus_to_exitcode(status) != 0 or summary["errors"]:
        sys.exit(f"error: {' '.join(command)} ended with {status}: {summary}")
    return summary["inputs"], summary["seconds"], usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    results = {name: [] for name, _ in CASES}
    # The runs of one case are spread over the time, because a shared machine changes.
    for turn in range(RUNS):
        for name, arguments in CASES:
            if len(arguments) < 10 or turn == 0:
                results[name].append(run(arguments))
    print("| What | Lines | Seconds | Lines/s | Lines/s and processor | Peak |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, _ in CASES:
        lines, seconds, processor, _ = sorted(results[name], key=lambda r: r[1])[len(results[name]) // 2]
        peak = max(r[3] for r in results[name]) / 1024
        print(
            f"| {name} | {lines:,} | {seconds:.2f} | {lines / max(seconds, 0.01):,.0f} | {lines / max(processor, 0.01):,.0f} "
            f"| {peak:.1f} MiB |")
    pairs = zip(results["decode, one job"], results["decode, two jobs"])
    print(f"\nTwo jobs against one: {statistics.median(one[1] / two[1] for one, two in pairs):.2f} times as fast")


def run_files(name, folder, count):
    """Receipts and seconds of the processor of a command without --stream, for a file a receipt."""
    command = [TOOL, name, "--trust-anchor", os.path.join(WORK, "root.pem")] + [str(n) for n in range(count)]
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = usage.ru_utime + usage.ru_stime
    # 1: the subscriptions of old receipts are over.
    status = subprocess.run(command, cwd=folder, env={}, stdout=subprocess.DEVNULL).returncode
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        sys.exit(f"error: {name} ended with {status}")
    return count, usage.ru_utime + usage.ru_stime - before


def compare_files():
    """The commands without --stream, beside decode of the same files."""
    with tempfile.TemporaryDirectory(dir=WORK) as folder:
        count = 0
        with open(PLAIN) as every:
            for count, line in enumerate(itertools.islice(every, FILES), 1):
                with open(os.path.join(folder, str(count - 1)), "w") as file:
                    file.write(line)
        results = {name: [] for name in ("decode", "status", "inspect")}
        for _ in range(RUNS):
            for name, found in results.items():
                found.append(run_files(name, folder, count))
    rates = {name: statistics.median(receipts / seconds for receipts, seconds in found)
             for name, found in results.items()}
    for name in ("status", "inspect"):
        seconds = statistics.median(seconds for _, seconds in results[name])
        print(f"| {name} of files | {count:,} | {seconds:.2f} | {rates[name]:,.0f} | {rates[name] / rates['decode']:.2f} | |")


def compare_commands():
    """Prints how many lines each command works in a second of the processor, and what part of decode's rate that is."""
    with open(PLAIN) as every, open(PLAIN + ".few", "w") as few:
        for number, line in enumerate(every):
            if number % 100 == 0:
                few.write(line)
    results = {name: [] for name, _ in COMMANDS}
    # The runs of one command are spread over the time, because a shared machine changes.
    for _ in range(RUNS):
        for name, arguments in COMMANDS:
            results[name].append(run(arguments))
    os.remove(PLAIN + ".few")
    print("| Command | Lines | Seconds of the processor | Lines/s | of decode | Peak |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    decoded = statistics.median(lines / processor for lines, _, processor, _ in results["decode"])
    for name, found in results.items():
        rate = statistics.median(lines / processor for lines, _, processor, _ in found)
        processor = statistics.median(processor for _, _, processor, _ in found)
        peak = max(f[3] for f in found) / 1024
        print(f"| {name} | {found[0][0]:,} | {processor:.2f} | {rate:,.0f} | {rate / decoded:.2f} | {peak:.1f} MiB |")
    compare_files()


if BY_COMMAND:
    compare_commands()
else:
    main()
