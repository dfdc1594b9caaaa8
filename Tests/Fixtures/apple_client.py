"""Apple's own library, app-store-server-library, as a client of the App Store Server API.

usage: apple_client.py URL FOLDER BUNDLE [ENVIRONMENT]

FOLDER is a test authority as `receipt-tool mint init` makes it. Standard input has a call a line, as JSON:

    {"call": "get_transaction_history", "arguments": ["2000000000000001", null, {"TransactionHistoryRequest": {"sort": "DESCENDING"}}]}

An argument that is an object with one member is a model of the library, or octets in base64: {"Bytes": …}. Standard output gets a line for each call: {"answer": …}, with
every signed text in it proven by the library's verifier and replaced by its payload, or {"error": HTTP status, "code": errorCode}.
"""
import base64
import glob
import importlib
import json
import sys

from appstoreserverlibrary.api_client import (
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
    _get_cattrs_converter,
)
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

SIGNED = {
    "signedTransactionInfo": "verify_and_decode_signed_transaction",
    "signedTransactions": "verify_and_decode_signed_transaction",
    "signedRenewalInfo": "verify_and_decode_renewal_info",
    "signedAppTransactionInfo": "verify_and_decode_app_transaction",
    "signedPayload": "verify_and_decode_notification",
}


def argument(value):
    if isinstance(value, dict) and len(value) == 1:
        name, members = next(iter(value.items()))
        if name == "Status":
            return [Status(number) for number in members]
        if name == "Bytes":
            return base64.b64decode(members)
        if name == "Version":
            return GetTransactionHistoryVersion(members)
        model = getattr(importlib.import_module("appstoreserverlibrary.models." + name), name)
        return model(members) if isinstance(members, str) else _get_cattrs_converter(model).structure(members, model)
    return value


class Client:
    def __init__(self, url, folder, bundle, environment="Sandbox"):
        with open(folder + "/app-store-server.json") as file:
            names = json.load(file)
        (path,) = glob.glob(folder + "/SubscriptionKey_*.p8")
        with open(path, "rb") as file:
            key = file.read()
        self.environment = Environment(environment)
        self.client = AppStoreServerAPIClient(key, names["key_id"], names["issuer_id"], bundle, self.environment)
        self.client._base_url = url
        with open(folder + "/root.pem", "rb") as file:
            certificates = x509.load_pem_x509_certificates(file.read())
        self.verifier = SignedDataVerifier(
            [certificate.public_bytes(Encoding.DER) for certificate in certificates],
            False,
            self.environment,
            bundle,
            None if environment == "Sandbox" else names.get("app_apple_id", 1),
        )

    def opened(self, value, name=None):
        if isinstance(value, dict):
            return {name: self.opened(member, name) for name, member in value.items() if member is not None}
        if isinstance(value, list):
            return [self.opened(element, name) for element in value]
        if name in SIGNED and isinstance(value, str):
            decoded = getattr(self.verifier, SIGNED[name])(value)
            return self.opened(_get_cattrs_converter(type(decoded)).unstructure(decoded))
        return value

    def ask(self, call):
        arguments = [argument(value) for value in call["arguments"]]
        try:
            answer = getattr(self.client, call["call"])(*arguments)
        except APIException as error:
            return {"error": error.http_status_code, "code": error.raw_api_error}
        if answer is None:
            return {"answer": None}
        return {"answer": self.opened(_get_cattrs_converter(type(answer)).unstructure(answer))}


if __name__ == "__main__":
    client = Client(*sys.argv[1:])
    for line in sys.stdin:
        print(json.dumps(client.ask(json.loads(line)), default=str), flush=True)
