#!/usr/bin/env python3
"""The official client of the Model Context Protocol (PyPI: mcp) beside `receipt-tool mcp`.

usage: mcp_client.py TOOL VECTORS

It starts TOOL as clients do, agrees on each version of the protocol, lists the tools, validates their schemas, and calls every one with the
receipts of the folder VECTORS, as text and as paths: each result is valid for the client, its two forms agree, and documents are those that
the commands print. Then it calls them with nonsense, and the server still answers. Prints a line for each part and a summary.
"""
import asyncio
import json
import os
import subprocess
import sys

import jsonschema
import mcp.client.session
from mcp import ClientSession, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client

TOOL, VECTORS = sys.argv[1:3]
ANCHOR = ["--trust-anchor", os.path.join(VECTORS, "root.pem")]
NAMES = ["inspect", "diagnose", "validate", "compare", "explain", "redact"]
RECEIPT = "sandbox-subscription.b64"
failures = 0


def expect(condition, *what):
    global failures
    if not condition:
        failures += 1
        print("failed:", *what)


def command(*arguments, text=None):
    run = subprocess.run([TOOL, *arguments], input=text, capture_output=True, text=True)
    return json.loads(run.stdout) if run.stdout else None


def content(name):
    with open(os.path.join(VECTORS, name)) as file:
        return file.read()


def document(result):
    """The document of a result, of which both forms have to agree."""
    expect(len(result.content) == 2 and json.loads(result.content[1].text) == result.structured_content, result)
    return result.structured_content


async def refused(session, tool, arguments):
    try:
        result = await session.call_tool(tool, arguments)
    except MCPError as error:
        expect(error.code == -32602, tool, arguments, error)
    else:
        expect(result.is_error, tool, arguments, result)


async def use(session, options):
    listed = (await session.list_tools()).tools
    expect([tool.name for tool in listed] == NAMES, listed)
    for tool in listed:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        expect(tool.annotations.read_only_hint, tool.name)
    schemas = {tool.name: tool.input_schema for tool in listed}

    async def call(tool, **arguments):
        jsonschema.validate(arguments, schemas[tool])
        return await session.call_tool(tool, arguments)

    text = content(RECEIPT)
    at = "2026-01-01"
    shown = document(await call("inspect", text=text))
    plain = command("decode", *ANCHOR, text=text)
    if "--identifiers" in options:
        expect(shown == plain, "inspect")
        found = document(await call("validate", path=RECEIPT, at=at, bundle_id=["com.example.reader"], allow_test_signed=True))
        path = os.path.join(VECTORS, RECEIPT)
        said = command("validate", "--at", at, "--bundle-id", "com.example.reader", "--allow-test-signed", *ANCHOR, path)
        expect({**found, "source": path} == said and found["verdict"] == "passed", "validate")
        cause = document(await call("diagnose", text=text, at=at))
        expect(cause == command("diagnose", "--json", "--at", at, *ANCHOR, text=text), "diagnose")
    else:
        transaction = plain["receipt"]["in_app"][0]["transaction_id"]
        expect(transaction not in json.dumps(shown), "inspect shows a transaction")
        expect(shown["receipt"]["in_app"][0]["product_id"] == plain["receipt"]["in_app"][0]["product_id"], "inspect")
        expect(shown["authenticity"]["verdict"] == "test-signed", "inspect")
        expect(transaction not in str(await call("validate", text=text, with_receipt=True)), "validate shows a transaction")
    compared = document(await call("compare", receipt=text, response=content("verifyreceipt-response.body")))
    expect(compared["schema"] == "receipt-tool/compare/1" and compared["verdict"] == "incomplete", compared)
    explained = document(await call("explain", what="21007"))
    expect(explained == command("explain", "--json", "21007"), "explain")
    redacted = document(await call("redact", text=text))
    again = command("decode", text=redacted["receipt_data"])
    expect(again["receipt"]["bundle_id"] == plain["receipt"]["bundle_id"], "redact")
    expect(again["receipt"]["in_app"][0]["transaction_id"] != plain["receipt"]["in_app"][0]["transaction_id"], "redact")

    nonsense = ["nonsense", "{" * 100_000, "\0\x1b\u202e\U0001f600", text[:500], "x" * 1_000_000, "7", "[]", "{}"]
    for tool in ["inspect", "validate", "redact"]:
        for value in nonsense:
            await refused(session, tool, {"text": value})
    for tool in ["inspect", "diagnose", "validate", "redact"]:
        for path in ["../README.md", "/etc/passwd", "none", "", "/dev/stdin", "\0"]:
            await refused(session, tool, {"path": path})
        await refused(session, tool, {})
        await refused(session, tool, {"text": text, "more": 1})
    await refused(session, "serve", {})
    for value in nonsense:
        expect(not document(await call("diagnose", text=value))["readable"], "diagnose")
    await session.send_ping()


async def main():
    for options in [[], ["--identifiers"]]:
        parameters = StdioServerParameters(command=TOOL, args=["mcp", *options, *ANCHOR, VECTORS])
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            # The client knows later versions, and accepts the latest of the server's.
            answer = await session.initialize()
            expect(answer.protocol_version == "2025-06-18", answer)
            await use(session, options)
        print("the tools, with", options or "nothing shown")
    versions = ["2024-11-05", "2025-03-26", "2025-06-18"]
    for version in versions:
        await agree(version)
    print(f"{len(NAMES)} tools, {len(versions)} versions, {failures} failures")
    sys.exit(failures > 0)


async def agree(version):
    """The session of the client with another version as its latest. It takes up what the server answers."""
    latest = mcp.client.session.LATEST_HANDSHAKE_VERSION
    mcp.client.session.LATEST_HANDSHAKE_VERSION = version
    try:
        async with stdio_client(StdioServerParameters(command=TOOL, args=["mcp"])) as (read, write):
            async with ClientSession(read, write) as session:
                answer = await session.initialize()
                expect(answer.protocol_version == version, version, answer)
                expect(len((await session.list_tools()).tools) == len(NAMES), version)
    finally:
        mcp.client.session.LATEST_HANDSHAKE_VERSION = latest


asyncio.run(main())
