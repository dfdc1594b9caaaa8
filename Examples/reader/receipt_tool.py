#!/usr/bin/env python3
"""Answers for receipt-tool what TestReceipts/run.py asks of a reader.

usage: python3 TestReceipts/run.py -- python3 Examples/reader/receipt_tool.py {} '{anchor}' '{at}'

RECEIPT_TOOL is the program, unless it is in PATH.
"""

import json
import os
import subprocess
import sys


def run(*words):
    command = [os.environ.get("RECEIPT_TOOL", "receipt-tool"), *words]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=sys.stderr)


def token(vector, key, moment):
    document = json.loads(run("diagnose", "--json", "--at", moment, *(["--key", key] if key else []), vector).stdout)
    return ("accept" if document["cause"] == "token-in-order" else f"reject {document['cause']}"), None


def signed(vector, anchor):
    """The failure is that of the proof, or else what validate finds wrong with the contents."""
    trusted = ["--trust-anchor", anchor] if anchor else []
    decoded = run("decode", *trusted, vector)
    if decoded.returncode == 65:
        return "reject unreadable", None
    document = json.loads(decoded.stdout)
    verdict = document["authenticity"]["verdict"]
    if verdict != "test-signed":
        return f"reject {verdict}", None
    # Judged as of then, so that the answer is the same next year.
    then = document["authenticity"]["judged_at"]
    validated = json.loads(run("validate", *trusted, "--allow-test-signed", "--at", then, vector).stdout)
    if validated["verdict"] != "passed":
        return "reject content", None
    contents = document["jws"]["payload"] if "jws" in document else document["receipt"]
    # Signed data within is proven with it (signed_parts), and not printed again.
    for part in [contents.get("data", {}), contents.get("appData", {})]:
        for name in [name for name in part if name.startswith("signed")]:
            del part[name]
    return "accept", contents


answer, contents = token(*sys.argv[1:4]) if sys.argv[1].endswith(".jwt") else signed(*sys.argv[1:3])
print(answer)
if contents:
    print(json.dumps(contents))
