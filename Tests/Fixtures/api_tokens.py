"""Tokens for the App Store Server API, right and wrong ones.

usage: api_tokens.py FOLDER

FOLDER is a test authority as `receipt-tool mint init` makes it. Standard input has a token a line, as JSON: {"header": …, "claims": …,
"key": …}: members that differ from those of a good token, null for those that are left out, and `other` for another key or `hmac`.
Standard output gets the tokens, a line each.
"""
import base64
import glob
import json
import sys
import time

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

folder = sys.argv[1]
with open(folder + "/app-store-server.json") as file:
    names = json.load(file)
(path,) = glob.glob(folder + "/SubscriptionKey_*.p8")
with open(path, "rb") as file:
    own = serialization.load_pem_private_key(file.read(), password=None)


def encoded(octets):
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


for line in sys.stdin:
    order = json.loads(line)
    now = int(time.time())
    header = {"alg": "ES256", "kid": names["key_id"], "typ": "JWT"} | order.get("header", {})
    claims = {
        "iss": names["issuer_id"],
        "iat": now,
        "exp": now + 300,
        "aud": "appstoreconnect-v1",
        "bid": "com.example.app",
    } | order.get("claims", {})
    # Relative times are texts: "+60", "-60".
    for name in ("iat", "exp"):
        value = claims.get(name)
        if isinstance(value, str) and value[:1] in "+-":
            claims[name] = now + int(value)
    header, claims = ({name: value for name, value in part.items() if value is not None} for part in (header, claims))
    signed = encoded(json.dumps(header).encode()) + "." + encoded(json.dumps(claims).encode())
    key = own if order.get("key") is None else ec.generate_private_key(ec.SECP256R1())
    signature = jwt.algorithms.ECAlgorithm(jwt.algorithms.ECAlgorithm.SHA256).sign(signed.encode(), key)
    print(signed + "." + encoded(signature))
