"""Apple's own library, app-store-server-library, as a judge of signed data, online checks off.

usage: apple_library.py ANCHORS BUNDLE ENVIRONMENT [APP_ID]

ANCHORS is a file of PEM certificates. Standard input has a kind and a JWS a line; standard output gets for each line OK, or what the
library says against it.
"""
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding


class Judge:
    def __init__(self, anchors, bundle, environment, app_id=None):
        with open(anchors, "rb") as file:
            certificates = x509.load_pem_x509_certificates(file.read())
        verifier = SignedDataVerifier(
            [certificate.public_bytes(Encoding.DER) for certificate in certificates],
            False,
            Environment(environment),
            bundle,
            app_id,
        )
        self.methods = {
            "transaction": verifier.verify_and_decode_signed_transaction,
            "renewal": verifier.verify_and_decode_renewal_info,
            "notification": verifier.verify_and_decode_notification,
            "app-transaction": verifier.verify_and_decode_app_transaction,
            "realtime": verifier.verify_and_decode_realtime_request,
        }

    def refusal(self, kind, jws):
        """None if the library accepts it as this kind, else why not."""
        try:
            self.methods[kind](jws)
        except VerificationException as error:
            return error.status.name
        except Exception as error:  # Payloads that do not fit its models, which it does not catch.
            return "UNEXPECTED_" + type(error).__name__
        return None


if __name__ == "__main__":
    judge = Judge(*sys.argv[1:4], *(int(number) for number in sys.argv[4:5]))
    for line in sys.stdin:
        kind, _, jws = line.rstrip("\n").partition(" ")
        print(judge.refusal(kind, jws) or "OK")
