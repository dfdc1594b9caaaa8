"""Decides whether a customer gets a product, by the receipt or the signed transaction that the app sent.

usage: python3 grant.py APP PRODUCT [OPTION]... <receipt      OPTION: more of `receipt-tool validate`
"""

import json
import subprocess
import sys


def refusal(receipt, app, product, options=()):
    """None if the product may be granted, or else why not. Whatever is not a clear yes is a no."""
    command = ["receipt-tool", "validate", f"--bundle-id={app}", f"--product={product}", *options]
    try:
        run = subprocess.run(command, input=receipt, stdout=subprocess.PIPE, timeout=30)
        document = json.loads(run.stdout)
        if run.returncode == 0 and document["verdict"] == "passed":
            return None
        return f"{document['verdict']}, {document['authenticity']['verdict']}"
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError, TypeError) as error:
        return f"no verdict: {error!r}"


if __name__ == "__main__":
    reason = refusal(sys.stdin.buffer.read(), sys.argv[1], sys.argv[2], sys.argv[3:])
    print("granted" if reason is None else f"refused: {reason}")
    sys.exit(reason is not None)
