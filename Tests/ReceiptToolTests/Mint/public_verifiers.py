"""Asks verifiers from PyPI about the vectors of TestReceipts, and prints one JSON object a line.

usage: public_verifiers.py FOLDER
"""
import json
import os
import ssl
import sys

from apple_purchase_receipt_verifier import Config, Verifier
from appstoreserverlibrary.receipt_utility import ReceiptUtility

folder = sys.argv[1]


def text(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


# It compiles its module once a process and wants a folder to remember it in otherwise.
os.environ.setdefault("HOME", folder)
# The root of signed data comes behind that of receipts.
root = ssl.PEM_cert_to_DER_cert(text("root.pem").partition("-----END CERTIFICATE-----")[0] + "-----END CERTIFICATE-----\n")
# A few minutes after the receipts were made: it takes the clock where a receipt says no date.
verifier = Verifier(Config(roots=[root], clock=lambda: 1766775600000))
stranger = Verifier(Config())
utility = ReceiptUtility()

for vector in json.loads(text("index.json"))["vectors"]:
    if vector["mint"] is None or vector["anchor"] == "xcode.pem" or vector["file"].endswith(".jws"):
        continue
    receipt = text(vector["file"])
    answer = {"name": vector["name"]}
    result = verifier.verify_receipt(receipt)
    answer["reason"] = result.failure.reason.value if result.failure else None
    unknown = stranger.verify_receipt(receipt)
    answer["reason_without_root"] = unknown.failure.reason.value if unknown.failure else None
    if result.failure is None:
        answer["bundle_id"] = result.payload.bundle_id
    extract = utility.extract_transaction_id_from_app_receipt
    if vector["template"] == "legacy":
        extract = utility.extract_transaction_id_from_transaction_receipt
    try:
        answer["transaction_id"] = extract(receipt)
    except ValueError:
        answer["transaction_id"] = "unreadable"
    print(json.dumps(answer))
