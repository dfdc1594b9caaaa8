"""Verifies a signed transaction with Apple's own library, and prints what it says, as verify-transaction does.

usage: verify_transaction.py APP ANCHORS <transaction.jws      (pip install app-store-server-library)

ANCHORS is a file with the roots of a test authority. In production these are Apple's, from apple.com/certificateauthority,
and the environment is PRODUCTION, with the app's number in the App Store.
"""
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

with open(sys.argv[2], "rb") as file:
    roots = [root.public_bytes(Encoding.DER) for root in x509.load_pem_x509_certificates(file.read())]
verifier = SignedDataVerifier(roots, False, Environment.SANDBOX, sys.argv[1])
try:
    transaction = verifier.verify_and_decode_signed_transaction(sys.stdin.read().strip())
except VerificationException as error:
    sys.exit(f"refused: {error.status.name}")
for name in ["transactionId", "originalTransactionId", "bundleId", "productId", "purchaseDate", "expiresDate"]:
    value = getattr(transaction, name)
    if value is not None:
        print(f"{name}: {value}")
