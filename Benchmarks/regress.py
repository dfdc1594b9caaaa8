"""Counts instructions for Benchmarks/regress, whose head says how it is used.

usage: regress.py check NEW COUNTS | record NEW COUNTS WHY | compare NEW OLD
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ["RECEIPT_TOOL_ROOT"]
# What a count may grow by, in percent.
LIMIT = 3.0
DATE = "2026-01-15T12:00:00Z"
LINES = 40
# The environment decides where the stack lies, and OpenSSL picks its code by the processor: the same everywhere.
# Swift's hashes are not seeded at random.
ENVIRONMENT = {"LC_ALL": "C", "HOME": "/", "PATH": "/usr/bin:/bin", "SWIFT_DETERMINISTIC_HASHING": "1"}

# Name, arguments, exit status. Files are those that `prepare` makes.
CASES = [
    ("decode, 2 purchases", ["decode", "small.b64"], 0),
    ("decode, 100 purchases", ["decode", "large.b64"], 0),
    ("decode, not believed", ["decode", "--require", "authentic", "small.b64"], 1),
    ("decode, damaged", ["decode", "cut.b64"], 65),
    ("decode, JWS", ["decode", "--trust-anchor", "root.pem", "transaction.jws"], 0),
    ("validate", ["validate", "--allow-test-signed", "--trust-anchor", "root.pem", "--at", DATE, "small.b64"], 0),
    ("diagnose", ["diagnose", "--at", DATE, "small.b64"], 0),
    ("status", ["status", "--at", DATE, "small.b64"], 0),
    ("inspect", ["inspect", "small.b64"], 0),
    ("redact", ["redact", "--key-file", "key", "small.b64"], 0),
    ("explain", ["explain", "21007"], 0),
    ("help", ["decode", "--help"], 0),
    ("decode, 40 lines", ["decode", "--stream", "--jobs", "1", "--trust-anchor", "root.pem", "lines"], 0),
    ("validate, 40 lines",
     ["validate", "--allow-test-signed", "--stream", "--jobs", "1", "--trust-anchor", "root.pem", "--at", DATE, "lines"], 0),
    ("diagnose, 40 lines", ["diagnose", "--stream", "--jobs", "1", "--trust-anchor", "root.pem", "--at", DATE, "lines"], 0),
]


def run(command, folder, status=0):
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != status:
        sys.exit(f"error: {' '.join(command)} ended with {done.returncode} instead of {status}: {done.stderr.decode()[-400:]}")
    return done.stdout


def prepare(tool, folder):
    """The inputs, the same from the same seed."""
    mint = [tool, "mint", "--ca", "ca", "--seed", "regress", "--creation-date", DATE]
    run([tool, "mint", "init", "ca", "--seed", "regress"], folder)
    shutil.copy(os.path.join(folder, "ca", "root.pem"), os.path.join(folder, "root.pem"))
    inputs = {
        "small.b64": ["--template", "subscription", "--renewals", "1"],
        "large.b64": ["--template", "subscription", "--renewals", "99"],
        "lines": ["--template", "subscription", "--renewals", "1", "--count", str(LINES)],
        "transaction.jws": ["--jws", "transaction"],
    }
    for name, arguments in inputs.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(run(mint + arguments, folder))
    with open(os.path.join(folder, "small.b64"), "rb") as whole, open(os.path.join(folder, "cut.b64"), "wb") as cut:
        cut.write(whole.read()[:3001])
    with open(os.path.join(folder, "key"), "w") as key:
        os.chmod(key.name, 0o600)
        key.write("0123456789abcdef" * 4 + "\n")


def count(tool, folder, case):
    """The instructions of one run. The program has the same name wherever it lies, because its path is on the stack."""
    name, arguments, status = case
    with tempfile.TemporaryDirectory() as own:
        log = os.path.join(own, "log")
        run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}", tool] + arguments, folder, status)
        with open(log) as file:
            found = re.search(r"Collected *: *(\d+)", file.read())
    if not found:
        sys.exit(f"error: valgrind counted nothing of: {name}")
    return int(found.group(1))


def count_all(program):
    with tempfile.TemporaryDirectory(prefix="regress-", dir="/tmp") as folder:
        for name in ("minting", "tool"):
            shutil.copy(programs[program] if name == "tool" else programs["new"], os.path.join(folder, name))
        prepare("./minting", folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = list(pool.map(lambda case: count("./tool", folder, case), CASES))
    return {case[0]: number for case, number in zip(CASES, counts)}


def versions(tool):
    """All that counts depend on besides the sources."""
    def first(command):
        done = subprocess.run(command, capture_output=True, text=True)
        return (done.stdout + done.stderr).strip().splitlines()[0] if done.returncode == 0 else "unknown"

    swift = re.search(r"Swift version (\S+)", subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout)
    with open("/proc/cpuinfo") as file:
        flags = re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE)
    # What valgrind passes on of the processor. Libraries choose their code by it.
    passed = sorted(set(flags.group(1).split() if flags else []) & {"aes", "avx", "avx2", "bmi2", "fma", "pclmulqdq", "rdrand", "sse4_2"})
    return {
        "architecture": os.uname().machine,
        "processor": " ".join(passed),
        "swift": swift.group(1) if swift else "unknown",
        "libc": first(["ldd", "--version"]),
        "libcrypto": first(["pkg-config", "--modversion", "libcrypto"]),
        "zlib": first(["pkg-config", "--modversion", "zlib"]),
        "libzstd": first(["pkg-config", "--modversion", "libzstd"]),
        "valgrind": first(["valgrind", "--version"]),
        "linkage": "static" if "not a dynamic" in first_line_of_ldd(tool) or "statically" in first_line_of_ldd(tool) else "shared",
    }


def first_line_of_ldd(tool):
    done = subprocess.run(["ldd", tool], capture_output=True, text=True, env={"LC_ALL": "C"})
    return (done.stdout + done.stderr).strip().split("\n")[0]


def table(before, after):
    """Prints both counts of every case; returns the cases that grew too much, and those that shrank as much."""
    print("| Run | Before | Now | Change |")
    print("| --- | ---: | ---: | ---: |")
    more, fewer = [], []
    for name, now in after.items():
        was = before.get(name)
        if was is None:
            print(f"| {name} | | {now:,} | new |")
            more.append(name)
            continue
        change = (now / was - 1) * 100
        print(f"| {name} | {was:,} | {now:,} | {change:+.2f} % |")
        if change > LIMIT:
            more.append(name)
        elif change < -LIMIT:
            fewer.append(name)
    more += [name for name in before if name not in after]
    return more, fewer


def say(text):
    print(text, file=sys.stderr)


def main():
    mode, programs["new"] = sys.argv[1], sys.argv[2]
    if mode == "compare":
        programs["old"] = sys.argv[3]
        more, _ = table(count_all("old"), count_all("new"))
    elif mode == "record":
        record = {"why": sys.argv[4], "versions": versions(programs["new"]), "instructions": count_all("new")}
        with open(sys.argv[3], "w") as file:
            file.write(json.dumps(record, indent=2) + "\n")
        return
    else:
        with open(sys.argv[3]) as file:
            record = json.load(file)
        now = versions(programs["new"])
        different = [f"{name}: {now[name]}, recorded {record['versions'].get(name)}" for name in now if now[name] != record["versions"].get(name)]
        if different:
            say("warning: instructions were not judged: the counts were recorded with other versions (" + "; ".join(different) + ")")
            return
        more, fewer = table(record["instructions"], count_all("new"))
        if fewer and not more:
            say(f"fewer instructions than recorded by more than {LIMIT:g} %: {', '.join(fewer)}")
            say("hint: Benchmarks/regress record WHY, so that they stay few")
    if more:
        say(f"error: more instructions by over {LIMIT:g} %, or other runs than before: {', '.join(more)}")
        if mode == "check":
            say("hint: mend it, or record what it costs and why in the same commit: Benchmarks/regress record WHY")
        sys.exit(1)


programs = {}
main()
