"""Makes a client of a running purchase service with openapi-python-client, and uses it as a backend would.

    generated_client.py URL TOKEN RECEIPT

Nothing is known of the service but its address and /openapi.json. Prints what the client saw as JSON; exit 1 if no client can be made, or if
one of the purchase service's routes is not understood as it is described.
"""

import importlib
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

url, token, receipt = sys.argv[1:4]


def generate(folder):
    """Makes the package `shop` in a folder, of the document that the service has now."""
    request = urllib.request.Request(url + "/openapi.json", headers={"Authorization": "Bearer " + token})
    with urllib.request.urlopen(request, timeout=30) as answer:
        (folder / "openapi.json").write_bytes(answer.read())
    # Formatting the code would need ruff on the PATH.
    (folder / "config.yaml").write_text("post_hooks: []\n")
    words = ["--path", "openapi.json", "--config", "config.yaml", "--meta", "none", "--output-path", "shop"]
    run = subprocess.run(
        [pathlib.Path(sys.executable).parent / "openapi-python-client", "generate", *words], cwd=folder, capture_output=True, text=True)
    said = run.stdout + run.stderr
    if run.returncode or not (folder / "shop").is_dir():
        sys.exit(said)
    # Bodies of text/plain are beyond it; the service has none.
    for route in ["purchases", "notifications", "accounts", "orders", "transactions", "events"]:
        if f"/v1/{route}" in said:
            sys.exit(said)
    sys.path.insert(0, str(folder))


def main():
    with tempfile.TemporaryDirectory() as folder:
        generate(pathlib.Path(folder))
        shop = importlib.import_module("shop")
        api = {
            name: importlib.import_module(f"shop.api.default.{name}")
            for name in ["purchases", "entitlements", "accounts", "events", "merge", "erase"]}
        models = importlib.import_module("shop.models")
        client = shop.AuthenticatedClient(base_url=url, token=token, raise_on_unexpected_status=True)
        stranger = shop.AuthenticatedClient(base_url=url, token="not-a-token-of-this-server")

        def call(name, *words, of=client, **options):
            answer = api[name].sync_detailed(*words, client=of, **options)
            return int(answer.status_code), answer.parsed, answer.headers

        body = models.Purchase(receipt=receipt, order="7", account="jane/doe")
        found = {}
        for attempt in ["first", "second"]:
            status, decision, _ = call("purchases", body=body, idempotency_key="key-7")
            found[attempt] = [status, type(decision).__name__, decision.decision, decision.account, decision.event]
        status, allowed, headers = call("entitlements", "jane/doe")
        found["entitlements"] = [status, allowed.account, [one.product_id for one in allowed.entitlements]]
        found["same"] = call("entitlements", "jane/doe", if_none_match=headers["ETag"])[0]
        status, text, _ = call("events", since="0")
        found["events"] = [status, [models.LedgerEvent.from_dict(json.loads(line)).event for line in text.splitlines()]]
        for name, (status, problem, _) in {
            "unknown": call("accounts", "nobody"), "token": call("accounts", "jane/doe", of=stranger),
            "since": call("events", since="x"),
        }.items():
            found[name] = [status, type(problem).__name__, problem.type_, problem.status]
        status, merged, _ = call("merge", "jane/doe", body=models.Merge(into="joan"))
        found["merge"] = [status, merged.orders, merged.event]
        status, erased, _ = call("erase", "joan")
        found["erase"] = [status, erased.orders, "finished" if erased.is_finished is True else "unfinished"]
    print(json.dumps(found))


main()
