"""Prints the known answers of PseudonymTests: pseudonyms of `redact` under the key of 32 octets 01.

usage: python3 Tests/Fixtures/pseudonyms.py

Computed from what KeyedNumbers, KeyedPermutation, Pseudonyms and TextFormat say of themselves, with Python's HMAC and the AES of the
openssl command.
"""

import hashlib
import hmac
import re
import string
import subprocess

DIGITS, LOWER, UPPER = string.digits, string.ascii_lowercase, string.ascii_uppercase
MASTER = bytes([1]) * 32
KEY = hmac.new(MASTER, b"receipt-tool redact 2", hashlib.sha256).digest()


def aes_cbc(plain):
    command = ["openssl", "enc", "-aes-256-cbc", "-nopad", "-K", KEY.hex(), "-iv", "00" * 16]
    return subprocess.run(command, input=plain, stdout=subprocess.PIPE, check=True).stdout


def padded(octets):
    return octets + bytes(-len(octets) % 16)


def numbers(domain, shape, step, text, radices):
    """One number below each radix."""
    head = padded(len(domain).to_bytes(8, "big") + len(shape).to_bytes(8, "big") + domain + shape)
    message = head + padded(bytes([step]) + text)
    # Twice as many octets as numbers are more than are passed over.
    stream = iter(aes_cbc(message + bytes(2 * len(radices) // 16 * 16 + 64))[len(message) - 16 :])
    result = []
    for radix in radices:
        while True:
            product = next(stream) * radix
            if product % 256 >= 256 % radix:
                break
        result.append(product // 256)
    return result


def image(domain, radices, places):
    shape = bytes(radix - 1 for radix in radices)
    count = len(places)
    if count == 1:
        return [(places[0] + 1 + numbers(domain, shape, 0, b"", [radices[0] - 1])[0]) % radices[0]]
    if count > 128:
        mask = numbers(domain, shape, 255, bytes(places), radices)
        return [(place + number) % radix for place, number, radix in zip(places, mask, radices)]

    def turned(places, step, sign):
        left, right = range(count // 2), range(count // 2, count)
        said, moved = (left, right) if step % 2 == 0 else (right, left)
        drawn = numbers(domain, shape, step, bytes(places[i] for i in said), [radices[i] for i in moved])
        places = list(places)
        for i, number in zip(moved, drawn):
            places[i] = (places[i] + sign * number) % radices[i]
        return places

    for step in reversed(range(10)):
        places = turned(places, step, -1)
    for i in reversed(range(count)):
        places[i] = (places[i] + 1) % radices[i]
        if places[i] != 0:
            break
    for step in range(10):
        places = turned(places, step, 1)
    return places


def permuted(text, domain, form, alphabet):
    """`alphabet` gives the symbols of a place, or nothing if it keeps what it has."""
    alphabets = [alphabet(index, character) for index, character in enumerate(text)]
    fixed = bytes(0 if symbols else ord(character) for symbols, character in zip(alphabets, text))
    at = [index for index, symbols in enumerate(alphabets) if symbols]
    places = image(
        domain + bytes([0, form]) + fixed,
        [len(alphabets[i]) for i in at],
        [alphabets[i].index(text[i]) for i in at],
    )
    result = list(text)
    for i, place in zip(at, places):
        result[i] = alphabets[i][place]
    return "".join(result)


def plain(_, character):
    for symbols in (DIGITS, LOWER, UPPER):
        if character in symbols:
            return symbols


def digits(text, kind):
    def kept(text):
        zeros = len(text) - len(text.lstrip("0"))
        number = int(text)
        return zeros, sum(number > limit for limit in (2**53 - 1, 2**63 - 1, 2**64 - 1))

    form = kept(text)
    while True:
        zeros = form[0]
        text = permuted(
            text, kind, 1, lambda i, _: None if i < zeros else DIGITS[1:] if i == zeros else DIGITS
        )
        if kept(text) == form:
            return text


def uuid(text, kind):
    return permuted(text, kind, 2, lambda i, c: None if c == "-" or i in (14, 19) else DIGITS + LOWER[:6])


def hexadecimal(text, kind):
    while True:
        text = permuted(text, kind, 3, lambda i, c: DIGITS + UPPER[:6])
        if re.fullmatch("(?=.*[0-9])(?=.*[A-F])[0-9A-F]+", text):
            return text


def long_lower(text, kind):
    # The walk goes on where a text would be read as another format: digits alone or with a to f, or no letter.
    while True:
        text = permuted(text, kind, 7, lambda _, c: DIGITS + LOWER if c.isalnum() else None)
        if re.search("[a-z]", text) and re.search("[g-z_.-]", text):
            return text


def name(text):
    before, parts = b"name", []
    for part in text.split("."):
        assert len(part) < 12
        parts.append(permuted(part, before, 4, plain))
        before += b"." + part.encode()
    return ".".join(parts)


def octets(value, kind):
    return bytes(image(b"octets " + kind, [256] * len(value), list(value))).hex()


def word(text, kind):
    text = text.encode()
    length = min(64, max(12, (len(text) + 3) // 4 * 4))
    return "".join(LOWER[number] for number in numbers(b"word " + kind, text, 0, b"", [26] * length))


print(digits("1000000692879214", b"transaction"))
print(digits("2000000000000001", b"transaction"))
print(digits("9223372036854775806", b"transaction"))
print(digits("0042", b"transaction"))
print(digits("7", b"transaction"))
print(digits("2000000000000001", b"web_order_line_item"))
print(uuid("7e3fb204-2da2-4c1c-a1e0-3d0f7f1b2c3d", b"account"))
print(hexadecimal("4E5E1A3BF01A4855820FF349F1242148", b"account"))
print(long_lower("name_of_an_unknown_member_4711-and-so-on-for-quite-a-while", b"unknown"))
print(name("com.example.reader.monthly_1"))
print(octets(bytes(range(16, 32)), b"opaque_value"))
print(octets(bytes(range(128)), b"opaque_value"))
print(hashlib.sha256(bytes.fromhex(octets(bytes(i % 251 for i in range(3000)), b"opaque_value"))).hexdigest())
print(word("Jane Doe", b"unknown"))
print(word("Jane Doe of Springfield, who lives at 742 Evergreen Terrace and has a telephone", b"unknown"))
print(word("Jane Doe. " * 500, b"account"))
