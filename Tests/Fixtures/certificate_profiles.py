"""Signed data under chains that keep to RFC 5280 or break one of its rules, each with what cryptography says of it.

usage: certificate_profiles.py ROOT.pem > lines.ndjson

Writes the root, and for each chain a line: its name, whether cryptography takes it, and the signed data (JWS).
"""

import base64
import datetime
import json
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from cryptography.x509.verification import Criticality, ExtensionPolicy, PolicyBuilder, Store, VerificationError

NOW = datetime.datetime(2026, 1, 15, tzinfo=datetime.timezone.utc)
RECEIPT_SIGNING = x509.ObjectIdentifier("1.2.840.113635.100.6.11.1")
DEVELOPER_RELATIONS = x509.ObjectIdentifier("1.2.840.113635.100.6.2.1")
KEYS = {name: ec.generate_private_key(ec.SECP256R1()) for name in ("root", "intermediate", "signer")}


def name(common_name):
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, common_name),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "TEST (not Apple)"),
        ]
    )


def usage(*given):
    all_usages = (
        "digital_signature content_commitment key_encipherment data_encipherment key_agreement key_cert_sign crl_sign "
        "encipher_only decipher_only"
    ).split()
    return x509.KeyUsage(**{usage: usage in given for usage in all_usages})


def certificate(subject, issuer, extensions):
    """A certificate of version 3; `extensions` are pairs of value and whether it is critical."""
    builder = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(KEYS[subject].public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - datetime.timedelta(days=30))
        .not_valid_after(NOW + datetime.timedelta(days=300))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(KEYS[subject].public_key()), False)
    )
    if subject != issuer:
        key = KEYS[issuer].public_key()
        builder = builder.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key), False)
    for value, is_critical in extensions:
        builder = builder.add_extension(value, is_critical)
    return builder.sign(KEYS[issuer], hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def authority(subject, issuer, path_length, extensions=()):
    first = [
        (x509.BasicConstraints(True, path_length), True),
        (usage("key_cert_sign", "crl_sign"), True),
    ]
    return certificate(subject, issuer, first + list(extensions))


def marker(identifier):
    return (x509.UnrecognizedExtension(identifier, b"\x05\x00"), False)


# DER, by hand: cryptography issues nothing that breaks a rule.


def element(tag, contents):
    count = len(contents)
    if count < 0x80:
        return bytes([tag, count]) + contents
    size = (count.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + count.to_bytes(size, "big") + contents


def long_element(tag, contents):
    """The same with an octet too many in its length, as BER allows."""
    size = max(1, (len(contents).bit_length() + 7) // 8) + 1
    return bytes([tag, 0x80 | size]) + len(contents).to_bytes(size, "big") + contents


def children(contents):
    found = []
    while contents:
        count, start = contents[1], 2
        if count >= 0x80:
            start += count & 0x7F
            count = int.from_bytes(contents[2:start], "big")
        found.append((contents[0], contents[start : start + count], contents[: start + count]))
        contents = contents[start + count :]
    return found


def changed(der, issuer, change):
    """The certificate with the elements of its TBSCertificate changed, signed anew."""
    to_be_signed, algorithm, _ = children(children(der)[0][1])
    elements = [whole for _, _, whole in children(to_be_signed[1])]
    change(elements)
    tbs = element(0x30, b"".join(elements))
    signature = KEYS[issuer].sign(tbs, ec.ECDSA(hashes.SHA256()))
    return element(0x30, tbs + algorithm[2] + element(0x03, b"\x00" + signature))


def version(number):
    def change(elements):
        elements[0] = element(0xA0, element(0x02, bytes([number - 1])))

    return change


def without_version(elements):
    del elements[0]


def serial_number(octets):
    def change(elements):
        elements[1] = element(0x02, octets)

    return change


def long_length(elements):
    elements[5] = long_element(0x30, children(elements[5])[0][1])


def with_extension(encoded):
    def change(elements):
        old = children(children(elements[7])[0][1])[0][1]
        elements[7] = element(0xA3, element(0x30, old + encoded))

    return change


def explicit_false(elements):
    with_extension(element(0x30, bytes.fromhex("0603550409") + b"\x01\x01\x00" + element(0x04, b"\x05\x00")))(elements)


def early_generalized_time(elements):
    begin, end = children(children(elements[4])[0][1])
    elements[4] = element(0x30, element(0x18, b"20" + begin[1]) + end[2])


SAME = bytes.fromhex("300f06092a864886f7636406630404020500")
CONSTRAINTS = {
    "other": x509.NameConstraints(None, [x509.DirectoryName(name("another"))]),
    "signer": x509.NameConstraints(None, [x509.DirectoryName(name("signer"))]),
    "permitted": x509.NameConstraints([x509.DirectoryName(name("another"))], None),
}
SERVER = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
ANY = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE])


def chains():
    """Name, intermediate, signer."""

    def signer(extensions=(), usages=("digital_signature",)):
        first = [(x509.BasicConstraints(False, None), True), marker(RECEIPT_SIGNING)]
        if usages:
            first.append((usage(*usages), True))
        return certificate("signer", "intermediate", first + list(extensions))

    def intermediate(extensions=()):
        return authority("intermediate", "root", 0, [marker(DEVELOPER_RELATIONS)] + list(extensions))

    yield "as Apple's", intermediate(), signer()
    yield "any purpose", intermediate(), signer([(ANY, False)])
    changes = [
        ("version 1", without_version), ("version 2", version(2)), ("version 4", version(4)),
        ("version 11", version(11)),
        ("serial number 0", serial_number(b"\x00")), ("serial number -1", serial_number(b"\xff")),
        ("serial number of 21 octets", serial_number(b"\x01" + bytes(20))), ("a long length", long_length),
        ("an explicit default", explicit_false), ("an early GeneralizedTime", early_generalized_time),
    ]  # fmt: skip
    for what, change in changes:
        yield f"signer: {what}", intermediate(), changed(signer(), "intermediate", change)
        yield f"intermediate: {what}", changed(intermediate(), "root", change), signer()
    twice = element(0x30, bytes.fromhex("06092a864886f76364630a") + element(0x04, b"\x05\x00"))
    yield "signer: an extension twice", intermediate(), changed(signer(), "intermediate", with_extension(twice + twice))
    yield "signer: another purpose", intermediate(), signer([(SERVER, False)])
    yield "intermediate: another purpose", intermediate([(SERVER, True)]), signer()
    yield "intermediate: names that are not the signer's", intermediate([(CONSTRAINTS["other"], True)]), signer()
    yield "intermediate: excludes the signer", intermediate([(CONSTRAINTS["signer"], True)]), signer()
    yield "intermediate: permits others only", intermediate([(CONSTRAINTS["permitted"], True)]), signer()
    yield "intermediate: constraints that are not critical", intermediate([(CONSTRAINTS["other"], False)]), signer()
    yield "signer: name constraints", intermediate(), signer([(CONSTRAINTS["other"], True)])
    yield "signer: encrypts only", intermediate(), signer(usages=("key_encipherment",))
    yield "signer: unknown and critical", intermediate(), signer(
        [(x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"\x05\x00"), True)]
    )


def is_for_receipts(_policy, _certificate, extension):
    if extension is not None and ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE not in extension:
        raise ValueError("other purposes")


def may_sign(_policy, _certificate, extension):
    if extension is not None and not extension.digital_signature:
        raise ValueError("no signatures")


def is_unconstrained(_policy, _certificate, extension):
    if extension is not None:
        raise ValueError("name constraints of a signer")


def judge(root, intermediate, signer):
    """What cryptography says; `None` if it takes the chain."""
    try:
        loaded = [x509.load_der_x509_certificate(der) for der in (signer, intermediate)]
        for one in loaded:
            one.version, one.serial_number, one.extensions  # Some are read only when they are asked for.
        optional = ExtensionPolicy.may_be_present
        authorities = ExtensionPolicy.webpki_defaults_ca()
        signers = ExtensionPolicy.permit_all()
        signers = optional(signers, x509.ExtendedKeyUsage, Criticality.AGNOSTIC, is_for_receipts)
        signers = optional(signers, x509.KeyUsage, Criticality.AGNOSTIC, may_sign)
        signers = optional(signers, x509.NameConstraints, Criticality.AGNOSTIC, is_unconstrained)
        builder = PolicyBuilder().store(Store([x509.load_der_x509_certificate(root)])).time(NOW)
        builder = builder.extension_policies(ee_policy=signers, ca_policy=authorities)
        builder.build_client_verifier().verify(loaded[0], [loaded[1]])
    except (ValueError, VerificationError, x509.InvalidVersion, x509.DuplicateExtension) as error:
        # It compares no directory names, and later versions refuse them all: that is no judgement.
        return None if "unsupported directoryName" in str(error) else str(error)
    return None


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed_data(certificates):
    header = {"alg": "ES256", "x5c": [base64.b64encode(der).decode() for der in certificates]}
    payload = {
        "transactionId": "1", "originalTransactionId": "1", "bundleId": "com.example.reader", "productId": "monthly",
        "environment": "Sandbox", "signedDate": int(NOW.timestamp() * 1000),
    }  # fmt: skip
    message = ".".join(encoded(json.dumps(part).encode()) for part in (header, payload))
    numbers = utils.decode_dss_signature(KEYS["signer"].sign(message.encode(), ec.ECDSA(hashes.SHA256())))
    return message + "." + encoded(b"".join(number.to_bytes(32, "big") for number in numbers))


def main():
    root = authority("root", "root", None)
    pem = x509.load_der_x509_certificate(root).public_bytes(serialization.Encoding.PEM)
    with open(sys.argv[1], "wb") as file:
        file.write(pem)
    for what, intermediate, signer in chains():
        refusal = judge(root, intermediate, signer)
        line = {"name": what, "refusal": refusal, "jws": signed_data([signer, intermediate, root])}
        print(json.dumps(line))


main()
