"""Runs the tool over the files that Benchmarks/stream has made, and prints a table of rates and peaks of memory."""

import json
import os
import statistics
import subprocess
import sys

TOOL, WORK, RUNS = sys.argv[1], sys.argv[2], int(sys.argv[3])
BY_COMMAND = sys.argv[4:] == ["commands"]
SUMMARY = os.path.join(WORK, "summary.json")
PLAIN = os.path.join(WORK, "all")

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
    ("status", ["status", "--jobs", "1", PLAIN]),
    ("diagnose", ["diagnose", "--jobs", "1", PLAIN]),
    ("inspect", ["inspect", "--jobs", "1", PLAIN]),
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


def has_stream(name):
    """Whether a command of this program reads streams."""
    text = subprocess.run([TOOL, name, "--help"], capture_output=True, text=True, check=True).stdout
    return any(line.startswith("  --stream ") for line in text.splitlines())


def compare_commands():
    """Prints how many lines each command works in a second of the processor, and what part of decode's rate that is."""
    with open(PLAIN) as every, open(PLAIN + ".few", "w") as few:
        for number, line in enumerate(every):
            if number % 100 == 0:
                few.write(line)
    commands = [row for row in COMMANDS if has_stream(row[0])]
    results = {name: [] for name, _ in commands}
    # The runs of one command are spread over the time, because a shared machine changes.
    for _ in range(RUNS):
        for name, arguments in commands:
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
    for name, _ in COMMANDS:
        if name not in results:
            print(f"\n{name} has no --stream")


if BY_COMMAND:
    compare_commands()
else:
    main()
