#!/usr/bin/env python3
"""Gives the vectors to a reader of App Store receipts, and says in TAP (testanything.org) which it gets right.

usage: run.py [--suite receipts|signed-data|tokens]... -- COMMAND [ARGUMENT]...

COMMAND is started once for each vector. `{}` in its arguments is the path of the vector, `{anchor}` that of the
certificates to trust (nothing: trust none), `{at}` the time at which a token is judged. It prints `accept`, or `reject`
and what is wrong if it knows it; below `accept` it may print the contents as JSON. README.md says what is compared.

The exit status is 0 if every answer is right, 1 if one is not, 2 if nothing could be asked.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess

FOLDER = pathlib.Path(__file__).resolve().parent
LIMIT = 60  # seconds for one answer
RIGHT = {"right", "right either way"}


def ask(command, vector):
    """The answer of the command: a word, the failure, the contents. Anything that is not an answer is an error."""
    trusted = vector["anchor"] or vector["expect"].get("key")
    places = {"{}": FOLDER / vector["file"], "{anchor}": FOLDER / trusted if trusted else "",
              "{at}": vector["expect"].get("at", "")}
    for place, value in places.items():
        command = [argument.replace(place, str(value)) for argument in command]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT)
    line, _, rest = run.stdout.decode("utf-8", "replace").partition("\n")
    word, _, failure = line.strip().partition(" ")
    if word not in ("accept", "reject") or run.returncode < 0 or (word == "accept" and run.returncode != 0):
        said = run.stderr.decode("utf-8", "replace").splitlines()[-1:]
        raise ValueError(" ".join([f"exit status {run.returncode}, {line[:60]!r}", *said]))
    return word, failure, json.loads(rest) if word == "accept" and rest.strip() else {}


def agrees(given, expected):
    """Whether everything that was given is expected so. Not all that is expected has to be given."""
    if isinstance(given, dict) and isinstance(expected, dict):
        return all(name in expected and agrees(value, expected[name]) for name, value in given.items())
    if isinstance(given, list) and isinstance(expected, list):
        return len(given) == len(expected) and all(map(agrees, given, expected))
    return type(given) is type(expected) and given == expected


def judge(command, vector):
    """How the answer counts, and what there is to say about it."""
    try:
        word, failure, contents = ask(command, vector)
    except (OSError, ValueError, RecursionError, subprocess.TimeoutExpired) as error:
        return "without an answer", str(error)
    if vector["answer"] not in (word, "either"):
        return f"wrongly {word}ed", vector["failure"] or "nothing is wrong with it"
    sidecar = json.loads((FOLDER / vector["sidecar"]).read_text("utf-8"))
    expected = sidecar.get("receipt", sidecar.get("payload"))
    if expected is not None and not agrees(contents, expected):
        return "with wrong contents", f"see {vector['sidecar']}"
    result = "right" if vector["answer"] == word else "right either way"
    return result, f"{failure}, not {vector['failure']}" if failure not in ("", vector["failure"]) else ""


def main():
    parser = argparse.ArgumentParser(usage="run.py [--suite NAME]... -- COMMAND [ARGUMENT]...")
    parser.add_argument("--suite", action="append", choices=["receipts", "signed-data", "tokens"])
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if not any("{}" in argument for argument in options.command) or not shutil.which(options.command[0]):
        parser.error("the command cannot be found, or has no argument {} for the vector")
    index = json.loads((FOLDER / "index.json").read_text("utf-8"))
    vectors = [vector for vector in index["vectors"] if vector["suite"] in (options.suite or [vector["suite"]])]
    counts = collections.defaultdict(collections.Counter)
    print(f"TAP version 13\n1..{len(vectors)}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda vector: judge(options.command, vector), vectors)
        for number, (vector, (result, remark)) in enumerate(zip(vectors, results), 1):
            counts[vector["suite"]][result] += 1
            is_right = result in RIGHT
            said = " ".join((remark if is_right else f"{result}: {remark}").split()).replace("#", "")
            print("ok" if is_right else "not ok", number, "-", vector["name"] + (f" # {said}" if said else ""))
    print(f"# TestReceipts {index['version']}")
    for suite, results in counts.items():
        print(f"# {suite}: " + ", ".join(f"{count} {result}" for result, count in sorted(results.items())))
    left = len(index["vectors"]) - len(vectors)
    if left:
        print(f"# not asked: {left} of other suites")
    return any(set(results) - RIGHT for results in counts.values())


if __name__ == "__main__":
    raise SystemExit(main())
