"""The page of `receipt-tool serve` for support staff, in a real Chromium: languages, several items, a saved answer beside a receipt, the
reply, the report, accessibility (axe).

usage: people.py RECEIPT-TOOL

Starts and stops the servers. Prints a line for each thing that was tried and ends with 1 at the first that is wrong.
"""

import base64
import contextlib
import datetime
import http.client
import http.server
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import threading
import time
import zoneinfo

from selenium.webdriver.support.ui import Select

from tab import Tab, axe, browser, server

ROOT = pathlib.Path(__file__).parents[2]
VECTORS = ROOT / "TestReceipts"
PAGE = ROOT / "Sources/ReceiptServer/Page"
ANCHOR = ["--trust-anchor", str(VECTORS / "root.pem")]
TABLES = {name: json.loads((PAGE / f"texts-{name}.json").read_text()) for name in ["en", "de", "zh"]}


def vector(name):
    return (VECTORS / name).read_text().strip()


class Page(Tab):
    """The page, with the answers that are asked for as if they were pasted and read."""

    def __init__(self, driver, url):
        super().__init__(driver, url)
        driver.get(url)

    def read(self, text="", other="", **expected):
        self.driver.execute_script("""
          document.getElementById('results').replaceChildren();
          for (const [id, value] of [['receipt', arguments[0]], ['other', arguments[1]]]) document.getElementById(id).value = value;
          for (const input of document.querySelectorAll('#form [name]')) {
            const value = arguments[2][input.name];
            if (input.type === 'checkbox') input.checked = value === true; else input.value = value ?? '';
          }
          document.getElementById('receipt').dispatchEvent(new Event('input'));
          document.getElementById('read').click();""", text, other, {k.replace("_", "-"): v for k, v in expected.items()})
        self.wait(lambda _: self.all("#results section") and self.find("#results").get_attribute("aria-busy") == "false")

    def shown(self, part):
        return self.find(f"#results [data-part={part}]").text

    def speak(self, language):
        Select(self.find("#language")).select_by_value(language)
        self.wait(lambda _: self.find("html").get_attribute("lang") == language and self.find("#results").get_attribute("aria-busy") == "false")


# -- The tables.

def tables_are_alike():
    keys = {name: (set(table["texts"]), set(table["reply"])) for name, table in TABLES.items()}
    assert keys["en"] == keys["de"] == keys["zh"] and len(keys["en"][0]) > 150, keys
    for part in ["texts", "reply"]:
        for key, text in TABLES["en"][part].items():
            holes = sorted(set(re.findall(r"\{\w+\}", text)))
            for name in ["de", "zh"]:
                other = TABLES[name][part][key]
                assert sorted(set(re.findall(r"\{\w+\}", other))) == holes and (other or key == "between"), (name, key)
                assert "</" not in other and "<!--" not in other, (name, key)
    print(f"ok: {len(keys['en'][0])} texts and {len(keys['en'][1])} of replies are in three languages, with the same places for values")


@contextlib.contextmanager
def marked(url):
    """The page with marks around every text of its tables; all else is asked of the server."""
    port = int(url.rsplit(":", 1)[1])

    def mark(table):
        for part in ["texts", "reply"]:
            table[part] = {key: "|".join(f"⟦{form}⟧" for form in text.split("|")) for key, text in table[part].items()}
        return table

    class Handler(http.server.BaseHTTPRequestHandler):
        def forward(self):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() in ["content-type", "accept"]}
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
            if self.path == "/":
                text = content.decode()
                start, end = text.index("const tables = ") + len("const tables = "), text.index("];\n", text.index("const tables = ")) + 1
                tables = [mark(table) for table in json.loads(text[start:end])]
                content = (text[:start] + json.dumps(tables) + text[end:]).encode()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() in ["content-type", "content-security-policy"]:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = forward

        def log_message(self, *_):
            pass

    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{listener.server_address[1]}"
    listener.shutdown()


UNMARKED = r"""
  const isMarked = (text) => !/\p{L}{2}/u.test(text.replace(/⟦[^⟧]*⟧/g, ' '));
  const found = [];
  // Values, and words of the server: they are English, and say so.
  const isOther = (element) => element.closest('bdi, time, .local, .age, pre, style, script, noscript, svg title, #results .answer, [lang]:not(html)');
  for (const element of document.querySelectorAll('*')) {
    // A text may have values in it, which are elements.
    const text = [...element.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.data).join('');
    if (!isOther(element) && !isMarked(text)) found.push(text);
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'placeholder', 'alt']) {
      const text = element.getAttribute(name) ?? '';
      // Examples of values.
      if (!isMarked(text) && !/^(com\.example\.\w+|MIIT.*)$/.test(text)) found.push(`${name}: ${text}`);
    }
  }
  return found;"""


def has_no_text_of_its_own(driver, url):
    """With marks around every text of the tables nothing on the page is without them, but values and words of the server."""
    cases = [
        {}, {"text": vector("sandbox-subscription.b64")}, {"text": "hello"},
        {"text": vector("sandbox-subscription.b64"), "at": "soon", "allow_test_signed": True, "product": "none"},
        {"text": vector("production.b64"), "other": vector("verifyreceipt-response.body"), "at": "2025-12-26"},
        {"text": vector("jws-notification-refund.jws")}, {"text": vector("empty.b64")}, {"text": vector("verifyreceipt-response.body")},
        {"text": vector("jws-transaction.jws") + "\n" + vector("jws-notification-refund.jws"), "product": "x"},
        {"text": vector("jws-transaction.jws") + "\n{}"}, {"text": vector("transaction-receipt.b64")},
    ]
    with marked(url) as place:
        page = Page(driver, place)
        seen = 0
        for case in cases:
            page.read(**case)
            for zone in page.all("#results details"):
                driver.execute_script("arguments[0].open = true", zone)
            found = driver.execute_script(UNMARKED)
            assert not found, (list(case), found[:10])
            seen += driver.execute_script("return (document.body.innerText.match(/⟦/g) ?? []).length")
        assert seen > 500, seen
        driver.get_log("browser")
    print(f"ok: in {len(cases)} cases every text of the page is in the tables ({seen} were seen)")


def speaks(driver, url):
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05", allow_test_signed=True)
    document = page.find("pre").text
    for language, name in [("de", "de"), ("zh-Hans", "zh"), ("en", "en")]:
        page.speak(language)
        words = TABLES[name]["texts"]
        assert page.find("#results .answer").get_attribute("lang") == language
        assert page.find("h1").text == words["title"] == driver.title
        headings = [one.text for one in page.all("#results h2")]
        for key in ["reply", "keep", "signers", "forecast"]:
            assert words[key] in headings, (language, key, headings)
        stripped = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
        assert stripped.sub("", page.find("pre").text) == stripped.sub("", document), "the JSON changed with the language"
        assert Select(page.find("#language")).first_selected_option.text == TABLES[name]["name"]
    # In memory only: what is opened next speaks the language of the browser.
    page.speak("de")
    assert driver.execute_script("return [localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    driver.get(url)
    assert page.find("html").get_attribute("lang") == "en"
    for tags, language in [(["fr", "de-CH"], "de"), (["zh-TW"], "en"), (["zh-CN"], "zh-Hans"), (["zh-Hant-HK", "de"], "de")]:
        script = f"Object.defineProperty(navigator, 'languages', {{ value: {json.dumps(tags)} }})"
        added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        driver.get(url)
        assert page.find("html").get_attribute("lang") == language, tags
        driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    print("ok: the page speaks the language of the browser or of its switch, which is kept nowhere; the JSON does not")


# -- What is said.

def tells_moments(driver, url):
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05")
    made = datetime.datetime.strptime(
        re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", page.shown("receipt")).group(), "%Y-%m-%d %H:%M:%S").replace(tzinfo=datetime.timezone.utc)
    here = made.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo"))
    wanted = f"({here:%b} {here.day}, {here.year}, {here.hour % 12 or 12}:{here.minute:02} {here:%p}, Asia/Tokyo)"
    text = page.shown("receipt").replace("\u202f", " ")
    assert wanted in text and "month" in text and " ago" in text, (wanted, text)
    for part in ["purchases", "subscriptions"]:
        assert "Asia/Tokyo)" in page.shown(part), part
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05")
    assert "UTC)" not in page.shown("receipt") and made.strftime("%Y-%m-%d %H:%M:%S UTC") in page.shown("receipt")
    # A notification of version 1, with the latest receipt in it: which notification it is, and how the subscription renews.
    receipt = json.loads(vector("verifyreceipt-response.body"))["latest_receipt"]
    page.read(json.dumps({
        "notification_type": "DID_CHANGE_RENEWAL_STATUS", "bid": "com.example.reader", "environment": "Sandbox", "unified_receipt": {
            "status": 0, "environment": "Sandbox", "latest_receipt": receipt, "latest_receipt_info": [{
                "product_id": "com.example.reader.monthly", "transaction_id": "2", "original_transaction_id": "1", "quantity": "1",
                "purchase_date_ms": "1790000000000", "expires_date_ms": "64092211200000"}],
            "pending_renewal_info": [{
                "original_transaction_id": "1", "product_id": "com.example.reader.monthly", "auto_renew_product_id": "com.example.reader.monthly",
                "auto_renew_status": "0"}]}}))
    told = page.find("#results").text
    assert "DID_CHANGE_RENEWAL_STATUS" in page.shown("status"), page.shown("status")
    assert "off: the customer does not want another period" in told and "without an end (4001-01-01" in told, told[:3000]
    print("ok: moments are told in UTC, in the time of the reader, and as an age; notifications and renewals as in the terminal")


def never_contradicts_itself(driver, url):
    """With a trust anchor: a check that failed and that nothing was expected are not said of the same input."""
    page = Page(driver, url)
    for name in ["production.b64", "sandbox-subscription.b64", "bad-signature.b64", "non-consumable.b64"]:
        for expected in [{}, {"allow_test_signed": True}]:
            page.read(vector(name), **expected)
            checks = page.shown("checks")
            texts = TABLES["en"]["texts"]
            says = [texts["checks_no_app"] in checks, texts["checks_little"] in checks]
            assert ("Checks: failed" in checks) <= (not any(says)), (name, checks)
    print("ok: “failed” never stands beside “nothing was asked for”")


# -- Several items, and a second one.

def puts_together(driver, tool, url):
    names = ["jws-transaction.jws", "jws-notification-refund.jws"]
    texts = [vector(name) for name in names]
    run = subprocess.run(
        [tool, "status", "--json", "--together", "--at", "2026-06-01", *ANCHOR, *names], cwd=VECTORS, capture_output=True, text=True, check=True)
    wanted = json.loads(run.stdout)
    page = Page(driver, url)
    for pasted in ["\n".join(texts), "\r\n\r\n".join(texts)]:
        page.read(pasted, at="2026-06-01")
        shown = json.loads(page.find("pre").text)
        for document in [shown, wanted]:
            for piece in document["pieces"]:
                piece.pop("source", None)
        assert shown == wanted, (shown, wanted)
        assert "2 items, put together" in page.shown("verdict"), page.shown("verdict")
        assert "Pieces: 2" in page.find("#results").text
        assert page.find("#results section").get_attribute("class") == "answer warn"
    # As files, of which one is binary.
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ["one.der", "other.jws"]]
        paths[0].write_bytes(base64.b64decode(vector("production.b64")))
        paths[1].write_text(vector("production.b64"))
        page.find("#file").send_keys("\n".join(map(str, paths)))
        page.wait(lambda _: "2 items" in page.find("#results").text)
        assert "(one.der, " in page.find("#receipt").get_attribute("value")
    page.read(texts[0] + "\n" + vector("jws-transaction.jws")[:-30] + "A" * 30)
    assert "✓" not in page.find("#results section h2").text
    page.read(texts[0] + '\n{"status":0}\n')
    assert page.find("#results h2").text == TABLES["en"]["texts"]["not_together"], page.find("#results").text[:200]
    assert "input 2: " in page.find("#results").text
    page.read(vector("sandbox-subscription.b64"))
    assert not [one for one in page.all("#results h2") if "not make one" in one.text], "one item was taken for several"
    print("ok: several items are one history, as status --together says")


def compares(driver, tool, url):
    page = Page(driver, url)
    receipt, answer = vector("production.b64"), vector("verifyreceipt-response.body")
    for changed, other in [(None, answer), ("com.example.reader", answer.replace("com.example.reader", "com.example.other"))]:
        run = subprocess.run(
            [tool, "compare", "--json", "--response", "-", *ANCHOR, "production.b64"], cwd=VECTORS, input=other, capture_output=True, text=True)
        wanted = json.loads(run.stdout)
        page.read(receipt, other)
        part = page.find("#results section")
        assert part.find_element("tag name", "h2").text == TABLES["en"]["texts"][f"compare_{wanted['verdict']}"], part.text
        assert part.get_attribute("class") == "verdict " + {"agrees": "good", "differs": "bad"}.get(wanted["verdict"], "warn")
        for finding in wanted["findings"]:
            assert finding["message"] in part.text, finding
        assert len(part.find_elements("css selector", "tbody tr")) == min(len(wanted["fields"]), 100)
    texts = TABLES["en"]["texts"]
    page.read(receipt, "hello")
    assert page.find("#results h2").text == texts["compare_failed"]
    # Two receipts: the mint says when each was made, and what is in it.
    with tempfile.TemporaryDirectory() as folder:
        anchor = pathlib.Path(folder) / "anchor.pem"

        bought = {"1000000003": "2026-01-02T10:00:00Z"}

        def mint(made, app, *purchases):
            description = {"receipt": {"bundle_id": app, "in_app": [
                {"product_id": product, "transaction_id": number, "original_transaction_id": number, "purchase_date": bought.get(number, "2025-12-01T10:00:00Z")}
                for product, number in purchases]}}
            return subprocess.run(
                [tool, "mint", "--seed", "beside", "--write-anchor", str(anchor), "--creation-date", made, "-"],
                input=json.dumps(description), capture_output=True, text=True, check=True).stdout

        old = mint("2025-12-02T10:00:00Z", "com.example.app", ("com.example.coins", "1000000001"), ("com.example.pro", "1000000002"))
        new = mint("2026-01-03T10:00:00Z", "com.example.app", ("com.example.pro", "1000000002"), ("com.example.extra", "1000000003"))
        strange = mint("2026-01-03T10:00:00Z", "com.example.strange", ("com.example.pro", "1000000002"))
        with server(tool, "--trust-anchor", str(anchor)) as own:
            page = Page(driver, own)

            def beside(first, second):
                page.read(first, second)
                part = page.find("#results [data-part=beside]")
                rows = [[cell.text for cell in row.find_elements("css selector", "td")][:3] for row in part.find_elements("css selector", "tbody tr")]
                return part.find_element("tag name", "h2").text, sorted(rows), part.text

            changes = sorted([
                [texts["beside_added"], "com.example.extra", "1000000003"], [texts["beside_gone"], "com.example.coins", "1000000001"]])
            assert beside(old, new)[:2] == (texts["beside_second_newer"], changes), beside(old, new)
            # With the causes that diff names; the first is what the mint was told.
            files = [pathlib.Path(folder) / name for name in ["old.b64", "new.b64"]]
            for file, text in zip(files, [old, new]):
                file.write_text(text)
            run = subprocess.run([tool, "diff", "--json", "--trust-anchor", str(anchor), *map(str, files)], capture_output=True, text=True)
            said = json.loads(run.stdout)
            causes = {one["transaction_id"]: ", ".join(one["causes"]).replace("-", " ") for one in said["changes"]}
            assert causes["1000000003"] == "bought" and len(causes) == 2, causes
            cells = {row.find_elements("css selector", "td")[2].text: row.find_elements("css selector", "td")[3].text
                     for row in page.all("#results [data-part=beside] tbody tr")}
            assert all(cells[number].startswith(cause) for number, cause in causes.items()), (cells, causes)
            assert "2026-01-02T10:00:00Z" in cells["1000000003"], cells
            assert beside(new, old)[:2] == (texts["beside_first_newer"], changes), beside(new, old)
            title, rows, told = beside(old, old)
            assert (title, rows) == (texts["beside_same_newer"], []) and texts["beside_nothing"] in told
            for other, doubt in [(strange, "com.example.strange"), (vector("production.b64"), "Not from Apple")]:
                doubted = beside(old, other)
                assert page.find("#results [data-part=beside]").get_attribute("class") == "verdict bad", doubted
                assert doubt in doubted[2] and doubt not in told, doubted
                assert doubted[0] == texts["beside_not_compared"] and doubted[2].count(doubted[0]) == 1, doubted
    print("ok: a saved answer beside a receipt is what compare says; of two receipts the newer one is named, and what it says differently")


def forged(transaction):
    """A signed transaction with another number and another product, so that its signature does not belong to it."""
    header, payload, signature = transaction.split(".")
    members = json.loads(base64.urlsafe_b64decode(payload + "=="))
    members |= {"transactionId": "2000000000000099", "originalTransactionId": "2000000000000099", "productId": "com.example.reader.forged"}
    return ".".join([header, base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("="), signature])


def tells_proven_from_forged(driver, url):
    """Of a proven item beside a forged one the facts are proven, the forged one is named, and nothing is green but the proven state."""
    texts = TABLES["en"]["texts"]
    proven = vector("jws-transaction.jws")
    page = Page(driver, url)
    page.read(proven + "\n" + forged(proven), at="2026-01-28")
    assert "Subscribed until 14 February 2026" in page.find("#results .answer h2").text and page.find("#results .answer.warn")
    told = page.shown("verdict")
    assert told.startswith(f"! {texts['partly_proven']}") and "1 of 2 pieces is proven" in told, told
    rows = {row.find_element("css selector", ".word").text: row.text for row in page.all("#results [data-part=verdict] li")}
    assert set(rows) == {"! test-signed", "✗ bad signature"} and "input 2" in rows["✗ bad signature"] and "input 1" in rows["! test-signed"], rows
    states = {name.text: (state.text, state.get_attribute("class")) for name, state in zip(
        page.all("#results [data-part=subscriptions] h3"), page.all("#results [data-part=subscriptions] .state"), strict=True)}
    assert states["com.example.reader.monthly"][0].startswith("active until") and "good" in states["com.example.reader.monthly"][1], states
    assert states["com.example.reader.forged"][0].startswith("claimed: active until") and "warn" in states["com.example.reader.forged"][1], states
    for part in ["subscriptions", "status"]:
        assert texts["partly_claims"] in page.find("#results").text and texts["claims"] not in page.shown(part), page.shown(part)
    # As if Apple had signed the proven one, in production: not green all the same.
    driver.execute_script("""
      const ask = window.fetch;
      window.fetch = async (...request) => {
        const response = await ask(...request);
        return new Response((await response.text()).replaceAll('"tone":"caution"', '"tone":"good"'), { status: response.status });
      };""")
    page.read(proven + "\n" + forged(proven), at="2026-01-28")
    assert not page.all("#results .answer.good, #results .verdict.good"), page.find("#results").text[:500]
    # In one answer of the App Store Server API it is the same.
    page = Page(driver, url)
    page.read(json.dumps({"bundleId": "com.example.reader", "environment": "Sandbox", "hasMore": False, "signedTransactions": [proven, forged(proven)]}), at="2026-01-28")
    assert page.shown("verdict").startswith(f"! {texts['partly_proven']}"), page.shown("verdict")
    print("ok: what is proven is shown as proven beside what is forged, and the forged one is named")


def keeps_words_apart(driver, url):
    """No word of a list runs into the text beside it, and what is only read aloud is not seen, in any language, on screens of any width."""
    page = Page(driver, url)
    size = driver.get_window_size()
    for width in [500, 768, 1440]:
        driver.set_window_size(width, 1000)
        page.read(vector("sandbox-subscription.b64") + "\n\n" + vector("flaw-wrong-root.b64"))
        for language in ["de", "zh-Hans", "en"]:
            page.speak(language)
            wide, said = driver.execute_script("""
              const said = document.getElementById('said').getBoundingClientRect();
              return [[...document.querySelectorAll('.checks .word')].filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.textContent),
                Math.max(said.width, said.height)];""")
            assert not wide and said <= 1, (width, language, wide, said)
    driver.set_window_size(size["width"], size["height"])
    print("ok: words stand apart")


def understands_dates(driver, url):
    """A date that is not understood is said first, in the words of the page, and the answer stays."""
    page = Page(driver, url)
    several = vector("jws-transaction.jws") + "\n" + vector("jws-notification-refund.jws")
    for text in [vector("sandbox-subscription.b64"), several]:
        page.read(text)
        answer = page.find("#results .answer h2").text
        for language, name in [("de", "de"), ("zh-Hans", "zh"), ("en", "en")]:
            texts = TABLES[name]["texts"]
            page.speak(language)
            page.read(text, at="05.12.2025")
            first = page.find("#results section")
            assert first.find_element("css selector", "h2").text == texts["undated"], first.text
            assert texts["expect_at"] in first.text and "05.12.2025" in first.text and "2025-12-05" in first.text, first.text
            field = page.find("[name=at]")
            words = page.find("#" + field.get_attribute("aria-describedby")).text
            assert field.get_attribute("aria-invalid") == "true" and words == texts["at_form"], words
            assert page.all("#results .answer") and page.all("#results [data-part=subscriptions]") and not page.all("#results .good.answer")
        assert page.find("#results .answer h2").text == answer, (answer, page.find("#results .answer h2").text)
        assert "at is not a time" not in page.find("#results").text
    driver.get_log("browser")
    print("ok: a date that is not understood is said first, with the form of one that is, and the answer stays")


def checks_activity_then(driver, tool, url):
    """Whether a subscription is active is checked as of the date that was given, and all else as of now."""
    page = Page(driver, url)
    receipt, product, texts = vector("sandbox-subscription.b64"), "com.example.reader.monthly", TABLES["en"]["texts"]
    for at, word in [("2025-12-05", "✓ passed"), ("2025-12-20", "✗ failed"), (None, "✗ failed")]:
        page.read(receipt, active=product, allow_test_signed=True, **({"at": at} if at else {}))
        row = next(one for one in page.all("#results [data-part=checks] li") if "active subscription" in one.text)
        assert row.text.startswith(word), (at, row.text)
        title = page.shown("checks").splitlines()[0]
        assert title == texts["checks_passed" if word.startswith("✓") else "checks_failed"], (at, title)
        if at:
            assert texts["checked_then"].format(time=at) in row.text, row.text
            assert texts["checked_apart"].format(time=at) in page.shown("checks"), page.shown("checks")
        # The certificates and the date of the receipt are judged as before.
        failed = [one.text for one in page.all("#results [data-part=checks] li") if one.text.startswith("✗")]
        assert len(failed) == (not word.startswith("✓")), failed
    page.read(receipt, active="com.example.none", at="2025-12-05", allow_test_signed=True)
    assert page.shown("checks").startswith(texts["checks_failed"]) and "active subscription" in page.shown("verdict"), page.shown("verdict")
    print("ok: whether a subscription is active is checked as of the date, and nothing else is")


def ticks_nothing_unproven(driver, url):
    page = Page(driver, url)
    page.read(vector("bad-signature.b64"), bundle_id="com.example.reader", allow_test_signed=True)
    rows = {row.find_element("css selector", "[lang=en]").text.split(":")[0]: row.find_element("css selector", ".word").text
            for row in page.all("#results [data-part=checks] li") if row.is_displayed()}
    assert rows["bundle identifier"] == f"! {TABLES['en']['texts']['only_claimed']}" and rows["certificate chain"] == "✓ passed", rows
    assert [name for name, word in rows.items() if "✓" in word] == ["certificate chain", "marker oids"], rows
    page.read(vector("production.b64"), bundle_id="com.example\u00a0.reader", allow_test_signed=True)
    assert "expected “com.example .reader”; found “com.example.reader”" in page.shown("checks").replace("\u00a0", " "), page.shown("checks")
    print("ok: no tick for what nothing proves; values that look the same are quoted")


def advises_support_first(driver, url):
    """Of a notification, what it means for the customer stands before what developers do with it."""
    page = Page(driver, url)
    page.read(vector("jws-notification-refund.jws"))
    told = page.find("#results").text
    assert "Do not send it to verifyReceipt" in told and told.index("take it back") < told.index("Do not send it to verifyReceipt"), told[:2000]
    page.read(vector("bad-signature.b64"))
    assert TABLES["en"]["texts"]["what_to_do"] in page.shown("verdict")
    print("ok: advice for support stands before advice for developers")


def advises_in_every_language(driver, tool, url):
    """Reasons and advice that support meets are in the language of the page; codes and JSON are not."""
    page = Page(driver, url)
    receipt = vector("sandbox-subscription.b64")
    other = {"bundle_id": "com.example.other", "allow_test_signed": True}
    cases = [
        ("bad-signature", vector("bad-signature.b64"), {}), ("truncated", receipt[:3000], {}), ("not-a-receipt", "hello", {}),
        ("other-app", receipt, other), ("outside-validity", vector("expired.b64"), {}), ("transaction-identifier", "2000000000000001", {}),
    ]
    for language, name in [("de", "de"), ("zh-Hans", "zh")]:
        page.speak(language)
        for cause, text, expected in cases:
            page.read(text, **expected)
            told, table = page.shown("verdict"), TABLES[name]["causes"][cause]
            assert table["means"] in told and table["action"] in told, (language, cause, told)
            english = [one.text for one in page.all("#results [data-part=verdict] li [lang=en], #results [data-part=verdict] li[lang=en]")]
            assert not english, (language, cause, english)
    assert TABLES["de"]["causes"].keys() == TABLES["zh"]["causes"].keys()
    for cause in TABLES["de"]["causes"]:
        known = json.loads(subprocess.run([tool, "explain", "--json", cause], capture_output=True, text=True, check=True).stdout)
        assert any(one["kind"] == "cause" for one in known["entries"]), (cause, known)
    page.speak("en")
    print("ok: reasons and advice are in German and Chinese, too")


# -- The reply.

PROMISES = ["paid until", "runs until", "We can see your purchase"]


def replies(driver, url):
    page = Page(driver, url)
    green = {"test-signed": "authentic", '"is_test":true': '"is_test":false'}

    def answer_with(replacements):
        driver.execute_script("""
          window.realFetch ??= window.fetch;
          window.fetch = async (...request) => {
            const response = await window.realFetch(...request);
            let text = await response.text();
            for (const [word, other] of Object.entries(arguments[0])) text = text.replaceAll(word, other);
            return new Response(text, { status: response.status });
          };""", replacements)

    def letter(language="en"):
        choice = page.find("[data-part=reply] select")
        Select(choice).select_by_value(language)
        return page.find("[data-part=reply] textarea").get_attribute("value")

    production, product = vector("production.b64"), "com.example.test.monthly"
    then = {"at": "2025-12-26T18:00:00Z", "allow_test_signed": True}
    answer_with({})
    page.read(production, **then)
    assert TABLES["en"]["reply"]["test"] in letter() and not any(one in letter() for one in PROMISES), letter()
    for text, expected, key in [
        (production, {"bundle_id": "com.example.other"}, "other_app"), (vector("bad-signature.b64"), {}, "not_proven"),
        ("{\"status\":0,\"receipt\":{\"in_app\":[]}}", {}, "cannot_tell"), (vector("verifyreceipt-response.body"), {}, "test"),
        (vector("empty.b64"), {"allow_test_signed": True}, "no_purchases"), (vector("jws-app-transaction.jws"), {"allow_test_signed": True}, "cannot_tell"),
    ]:
        page.read(text, **expected)
        assert TABLES["en"]["reply"][key] in letter() and (TABLES["en"]["reply"]["send"] in letter()) == (key != "test"), (key, letter())
        assert not any(one in letter() for one in PROMISES), letter()
    # As if Apple had signed it, in production.
    answer_with(green)
    page.read(production, **then)
    identifiers = sorted(set(re.findall(r"\d{10,}", page.find("#results").text)) | {product, "com.example.reader"})
    assert len(identifiers) > 3, identifiers
    for language, words in [("en", "December 26, 2025"), ("de", "26. Dezember 2025"), ("zh-Hans", "2025年12月26日")]:
        text = letter(language)
        name = language.split("-")[0]
        assert TABLES[name]["reply"]["greeting"] in text and words in text, text
        assert not any(one in text for one in identifiers), text
    page.find("[data-part=reply] input").click()
    assert product in letter(), letter()
    page.read(production, **then, environment="sandbox")
    assert TABLES["en"]["reply"]["cannot_tell"] in letter() and not any(one in letter() for one in PROMISES), letter()
    page.read(production, allow_test_signed=True)
    assert re.search(r"ended on December 26, 2025 \(UTC\)", letter()), letter()
    # What the support person writes is what is copied.
    driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"origin": url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.find("[data-part=reply] textarea").send_keys("PS")
    page.find(".copy-reply").click()
    page.wait(lambda _: page.find(".copy-reply").text == TABLES["en"]["texts"]["copied"])
    assert driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])").endswith("PS")
    print("ok: the reply says no more than the evidence, in three languages, and names nothing unless it is asked to")


# -- The report.

# What the browser logged before a part that looks at its own.
EARLIER = []


def keeps_what_was_chosen(driver, tool, url):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": place})
        page = Page(driver, url)

        def save(isImpersonal):
            box = page.find("#impersonal")
            if box.is_selected() != isImpersonal:
                box.click()
            page.find(".keep_save").click()
            path = folder / "receipt-report.html"
            page.wait(lambda _: path.exists() and path.stat().st_size > 0 and path.read_text().endswith("</html>\n"))
            text = path.read_text()
            path.unlink()
            return text

        for name in ["sandbox-subscription.b64", "jws-notification-refund.jws", "verifyreceipt-response.body", "production.b64", "transaction-receipt.b64"]:
            receipt = vector(name)
            page.read(receipt, allow_test_signed=True)
            documents = [json.loads(subprocess.run(
                [tool, command, *ANCHOR, *(["--json"] if command == "status" else []), str(VECTORS / name)],
                capture_output=True, text=True).stdout or "{}") for command in ["decode", "status"]]
            personal = set(identifying(documents))
            assert len(personal) >= 2, (name, personal)
            whole, safe = save(False), save(True)
            sentence = page.find("#results .answer h2").text
            for text in [whole, safe]:
                assert text.startswith("<!doctype html>\n") and "<script" not in text and "url(" not in text, name
                assert not re.search(r'(href|src|action|srcset|data)="', text) and "@import" not in text, name
                assert "<button" not in text and "<textarea" not in text and receipt[100:160] not in text, name
                assert sentence in text, name
            assert any(value in whole for value in personal), (name, personal)
            assert not [value for value in personal if value in safe], (name, [value for value in personal if value in safe])
            assert TABLES["en"]["texts"]["report_people"] in safe
        # It opens anywhere, and has all of its style.
        path = folder / "opened.html"
        path.write_text(safe)
        EARLIER.extend(driver.get_log("browser"))
        driver.get(path.as_uri())
        assert page.find("section").value_of_css_property("border-top-style") == "solid"
        assert not driver.get_log("browser")
        # On paper is the same.
        page = Page(driver, url)
        page.read(vector("sandbox-subscription.b64"))
        driver.execute_script("window.print = () => { window.printed = document.getElementById('paper').innerText; dispatchEvent(new Event('afterprint')); }")
        page.find("#impersonal").click()
        page.find(".keep_print").click()
        printed = driver.execute_script("return window.printed")
        assert TABLES["en"]["texts"]["report_people"] in printed and "2000000000000001" not in printed and not page.all("#paper")
    print("ok: a report is one file without scripts and addresses, and without people if that was chosen; paper has the same")


# Members of Apple's that identify a purchase, a customer or a device: verifyReceipt, the App Store Server API and StoreKit name them.
PERSONAL = re.compile(
    "(transaction_?id|originalTransactionId|transactionId|web_?order_?line_?item_?id|app_?account_?token|app_?transaction_?id|device_?verification|"
    "unique_(vendor_)?identifier|opaque_value|sha1_hash|download_id|notification_?uuid|^uuid$|jws|nonce|guid)", re.IGNORECASE)


def identifying(value, name=""):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from identifying(one, key)
    elif isinstance(value, list):
        for one in value:
            yield from identifying(one, name)
    elif isinstance(value, (str, int)) and not isinstance(value, bool) and PERSONAL.search(name) and len(str(value)) >= 5:
        yield str(value)


# -- How it can be used.

def moves_nothing(driver, url):
    watch = "new PerformanceObserver((list) => { (window.shifts ??= []).push(...list.getEntries().filter((one) => !one.hadRecentInput)" \
        ".map((one) => [one.startTime, one.value, ...one.sources.map(({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 80), previousRect.y, currentRect.y])])); })" \
        ".observe({ type: 'layout-shift', buffered: true });"
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": watch})
    page = Page(driver, url)
    for width in [1440, 360]:
        page.screen(width, width < 500)
        driver.get(url)
        # Another size of the screen counts as something that a person did, and excuses what moves within half a second.
        time.sleep(0.6)
        for case in [{"text": vector("sandbox-subscription.b64")}, {"text": "hello"}, {}, {"text": vector("production.b64")}]:
            page.read(**case)
            driver.execute_script("window.scrollTo(0, 200)")
            # A click of a person would excuse what moves after it.
            driver.execute_script("document.getElementById('theme').click()")
        # The observer has to be at work for its silence to mean anything: what is inserted above moves everything.
        inserted = driver.execute_script(
            "const block = document.createElement('div'); block.style.height = '99px'; window.scrollTo(0, 0);"
            "const now = performance.now(); document.body.prepend(block); return now;")
        shifts = page.wait(lambda _: driver.execute_script("return window.shifts"))
        quiet = [one for one in shifts if one[0] < inserted]
        assert not quiet, (width, quiet)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    page.screen(1200, False)
    print("ok: nothing jumps while a receipt is read")


def can_be_used_by_all(driver, url):
    page = Page(driver, url)
    cases = [
        ("empty", {}), ("answer", {"text": vector("sandbox-subscription.b64"), "at": "2025-12-05", "allow_test_signed": True}),
        ("error", {"text": "hello"}), ("comparison", {"text": vector("production.b64"), "other": vector("verifyreceipt-response.body")}),
        ("signed data", {"text": vector("jws-notification-refund.jws")}),
        ("several", {"text": vector("jws-transaction.jws") + "\n" + vector("jws-notification-refund.jws")}),
        ("a wrong field", {"text": vector("sandbox-subscription.b64"), "at": "soon"}),
    ]
    for name, case in cases:
        if case:
            page.read(**case)
        for element in page.all("details"):
            driver.execute_script("arguments[0].open = true", element)
        for scheme in ["light", "dark"]:
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            # Colours are all that differs.
            found = axe(driver, *(["color-contrast"] if scheme == "dark" else []))
            assert not found, (name, scheme, found)
    # Twice as large: a screen of 1440 pixels has 720 then, and 360 is the narrowest phone.
    for width in [720, 360]:
        for name, case in cases[1:5]:
            page.screen(width, width < 500)
            page.read(**case)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, (name, width, wide)
            lost = driver.execute_script("""
              return [...document.querySelectorAll('#results :is(p, dd, dt, h2, h3, li, td, button, select, textarea, label)')].filter((one) => {
                const { left, right, width } = one.getBoundingClientRect();
                return width > 0 && !one.closest('.scroll, pre, thead') && (left < 0 || right > innerWidth + 1);
              }).map((one) => one.outerHTML.slice(0, 200));""")
            assert not lost, (name, width, lost)
    page.screen(1200, False)
    # Names, roles and the order of reading.
    page.read(**cases[1][1])
    levels = [int(one.tag_name[1]) for one in page.all("h1, h2, h3")]
    assert levels[0] == 1 and levels.count(1) == 1 and all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels
    order = driver.execute_script("return [...document.querySelectorAll('#results [data-part]')].map((one) => one.dataset.part)")
    assert order == ["answer", "verdict", "reply", "receipt", "subscriptions", "purchases", "checks", "forecast", "signers", "keep", "json"], order
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    nodes = {(node.get("role", {}).get("value"), node.get("name", {}).get("value")) for node in tree if not node["ignored"]}
    texts = TABLES["en"]["texts"]
    for role, key in [
        ("textbox", "receipt"), ("textbox", "other_label"), ("textbox", "reply_text"), ("combobox", "language"), ("combobox", "reply_language"),
        ("combobox", "which_document"), ("button", "clear"), ("button", "keep_save"), ("button", "reply_copy"), ("checkbox", "keep_people"),
        ("heading", "reply"), ("link", "skip"),
    ]:
        assert (role, texts[key]) in nodes, (role, key)
    assert page.find("#said").get_attribute("role") == "status" and page.find("#said").get_attribute("textContent") == page.find(".answer h2").text
    print(f"ok: axe finds nothing in {len(cases)} states and two themes; nothing is lost at twice the size; names, roles and order are right")


def isolates(driver, url):
    """A name that is written from right to left does not turn what is around it."""
    page = Page(driver, url)
    name = "com.example.קורא"
    page.read(json.dumps({"status": 0, "environment": "Sandbox", "receipt": {"bundle_id": name, "in_app": []}, "latest_receipt_info": [
        {"product_id": name, "transaction_id": "1", "original_transaction_id": "1", "purchase_date_ms": "1790000000000", "expires_date_ms": "1799000000000"}]}))
    loose = driver.execute_script("""
      const walker = document.createTreeWalker(document.getElementById('results'), NodeFilter.SHOW_TEXT);
      const found = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (/[\\u0590-\\u05ff]/.test(node.data) && !node.parentElement.closest('bdi, [dir=auto], pre, svg')) found.push(node.parentElement.outerHTML);
      }
      return [document.getElementById('results').innerText.includes(arguments[0]), found];""", name)
    assert loose == [True, []], loose
    print("ok: values from right to left are isolated")


def support_is_usable(driver, tool):
    token = secrets.token_urlsafe(16)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "token").touch(0o600)
        (place / "token").write_text(token)
        record = {"receipt": vector("sandbox-subscription.b64"), "order": "A-1", "account": "jane"}
        run = subprocess.run(
            [tool, "ledger", "add", "--database", str(place / "ledger"), "--bundle-id", "com.example.reader", "--environment", "sandbox",
             "--allow-test-signed", *ANCHOR, "--stream"], input=json.dumps(record) + "\n", capture_output=True, text=True)
        assert '"decision":"accept"' in run.stdout, run.stderr
        with server(tool, "--token-file", str(place / "token"), "--ledger", str(place / "ledger")) as url:
            tab = Tab(driver, url)
            driver.get(f"{url}/support")
            for step in ["entry", "account"]:
                if step == "account":
                    tab.find("#token").send_keys(token)
                    tab.find("#entry button").click()
                    tab.wait(lambda _: tab.find("#search").is_displayed())
                    tab.find("#name").send_keys("jane")
                    tab.find("#search button").click()
                    tab.wait(lambda _: tab.all("#results section"))
                    assert "jane" in tab.find("#results").text, (run.stderr, tab.find("#results").text)
                for scheme in ["light", "dark"]:
                    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
                    found = axe(driver, *(["color-contrast"] if scheme == "dark" else []))
                    assert not found, (step, scheme, found)
            driver.get_log("browser")
    print("ok: axe finds nothing on the page for support")


def main():
    tool = sys.argv[1]
    tables_are_alike()
    with server(tool, *ANCHOR) as url, browser() as driver:
        has_no_text_of_its_own(driver, url)
        speaks(driver, url)
        tells_moments(driver, url)
        never_contradicts_itself(driver, url)
        puts_together(driver, tool, url)
        tells_proven_from_forged(driver, url)
        keeps_words_apart(driver, url)
        understands_dates(driver, url)
        checks_activity_then(driver, tool, url)
        ticks_nothing_unproven(driver, url)
        advises_support_first(driver, url)
        advises_in_every_language(driver, tool, url)
        compares(driver, tool, url)
        replies(driver, url)
        keeps_what_was_chosen(driver, tool, url)
        moves_nothing(driver, url)
        isolates(driver, url)
        can_be_used_by_all(driver, url)
        support_is_usable(driver, tool)
        known = ["422 (Unprocessable", "400 (Bad Request)"]
        complaints = [e["message"] for e in EARLIER + driver.get_log("browser") if not any(words in e["message"] for words in known)]
        assert not complaints, complaints


if __name__ == "__main__":
    main()
