"""Asks a verifyReceipt with clients that others wrote, changing nothing in them but the URLs.

usage: verifyreceipt_clients.py BASE-URL < receipt in base64
Prints one JSON object: what each client understood.
"""
import json
import sys

import inapppy
import itunesiap
from itunesiap.request import Request

base = sys.argv[1]
receipt = sys.stdin.read()

Request.PRODUCTION_VALIDATION_URL = base + "/verifyReceipt"
Request.SANDBOX_VALIDATION_URL = base + "/sandbox/verifyReceipt"


class Validator(inapppy.AppStoreValidator):
    def _change_url_by_sandbox(self):
        self.url = base + ("/sandbox/verifyReceipt" if self.sandbox else "/verifyReceipt")


found = {}

# Review mode: production first, and the sandbox on 21007.
answer = itunesiap.verify(receipt, env=itunesiap.env.review)
found["itunes-iap"] = {
    "status": answer.status,
    "bundle_id": answer.receipt.bundle_id,
    "in_app": [purchase.transaction_id for purchase in answer.receipt.in_app],
    "last": answer.receipt.last_in_app.product_id,
    "latest_receipt_info": [purchase.transaction_id for purchase in answer.latest_receipt_info],
    "expires": max(purchase.expires_date for purchase in answer.receipt.in_app).isoformat(),
}

answer = Validator(auto_retry_wrong_env_request=True).validate(receipt)
found["inapppy"] = {
    "status": answer["status"],
    "environment": answer["environment"],
    "in_app": [purchase["transaction_id"] for purchase in answer["receipt"]["in_app"]],
}
answer = Validator(sandbox=True).validate(receipt, exclude_old_transactions=True)
found["inapppy"]["without_old"] = [purchase["transaction_id"] for purchase in answer["latest_receipt_info"]]

refusals = {}
for name, data in [("sandbox receipt", receipt), ("no receipt", "bm90IGEgcmVjZWlwdA=="), ("nothing", "")]:
    try:
        Validator().validate(data)
    except inapppy.InAppPyValidationError as error:
        refusals[name] = error.raw_response["status"]
    try:
        itunesiap.verify(data, env=itunesiap.env.production)
    except itunesiap.exc.InvalidReceipt as error:
        refusals[name + ", itunes-iap"] = error.status
found["refusals"] = refusals

json.dump(found, sys.stdout, indent=1)
