"""The page of `receipt-tool serve` for support staff, in a real Chromium: languages, several items, a saved answer beside a receipt, the
reply, the report, accessibility (axe).

usage: people.py RECEIPT-TOOL

Starts and stops the servers. Prints a line for each thing that was tried and ends with 1 at the first that is wrong.
"""

import base64
import datetime
import html
import http.client
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import time
import zoneinfo
import zipfile

from selenium.webdriver.support.ui import Select

from tab import Tab, axe, browser, server

ROOT = pathlib.Path(__file__).parents[2]
VECTORS = ROOT / "TestReceipts"
PAGE = ROOT / "Sources/ReceiptServer/Page"
ANCHOR = ["--trust-anchor", str(VECTORS / "root.pem")]
CATALOG = json.loads((ROOT / "Sources/CTexts/Texts.xcstrings").read_text())["strings"]
# The texts of the form, and those of the sections that the server prints below it.
TEXTS = json.loads((PAGE / "texts.json").read_text()) | {
    "json": "JSON", "reply": "Reply to the customer", "reply_text": "Text of the reply", "reply_language": "Language of the reply",
    "reply_copy": "Copy the reply", "copied": "Copied ✓", "report_people": "Transactions, accounts, orders and devices were left out.",
}


def said(english, language):
    """A text of the page in a language. A clause stands for its sentence, as in the program."""
    if language == "en":
        return english
    key = english if english in CATALOG else english[:1].lower() + english[1:]
    text = CATALOG[key]["localizations"][language]["stringUnit"]["value"]
    return text if key == english else text[:1].upper() + text[1:]


TABLES = {
    name: {"name": said("English", language), "texts": {key: said(text, language) for key, text in TEXTS.items()}}
    for name, language in [("en", "en"), ("de", "de"), ("zh", "zh-Hans")]
}


def vector(name):
    return (VECTORS / name).read_text().strip()


class Page(Tab):
    """The page, with the answers that are asked for as if they were pasted and read."""

    def __init__(self, driver, url):
        super().__init__(driver, url)
        driver.get(url)

    def read(self, text="", other="", unfolds=True, **expected):
        self.driver.execute_script("""
          document.getElementById('results').replaceChildren();
          for (const [id, value] of [['receipt', arguments[0]], ['other', arguments[1]]]) document.getElementById(id).value = value;
          for (const input of document.querySelectorAll('#expect [name]')) {
            const value = arguments[2][input.name];
            if (input.type === 'checkbox') input.checked = value === true; else input.value = value ?? '';
          }
          document.getElementById('receipt').dispatchEvent(new Event('input'));
          document.getElementById('read').click();""", text, other, {k.replace("_", "-"): v for k, v in expected.items()})
        self.wait(lambda _: self.all("#results section") and self.find("#results").get_attribute("aria-busy") == "false")
        if unfolds:
            self.unfold()

    def shown(self, part):
        """What the sections of a part say, also those that are folded."""
        self.unfold()
        return "\n".join(one.text for one in self.all(f"#results [data-part={part}]"))

    def speak(self, language):
        Select(self.find("#language")).select_by_value(language)
        self.wait(lambda _: self.find("html").get_attribute("lang") == language and self.find("#results").get_attribute("aria-busy") == "false")
        self.unfold()


# -- The tables.

def tables_are_alike():
    keys = {name: set(table["texts"]) for name, table in TABLES.items()}
    assert keys["en"] == keys["de"] == keys["zh"] and len(keys["en"]) > 50, keys
    for key, text in TABLES["en"]["texts"].items():
        holes = sorted(set(re.findall(r"\{\w+\}", text)))
        for name in ["de", "zh"]:
            other = TABLES[name]["texts"][key]
            assert sorted(set(re.findall(r"\{\w+\}", other))) == holes and (other or key == "between"), (name, key)
            assert "</" not in other and "<!--" not in other, (name, key)
    print(f"ok: {len(keys['en'])} texts are in three languages, with the same places for values")


ENGLISH = re.compile(r"\b(the|of|is|and|not|for|by|it|with|this|that|from|has|are|to|on|as|copy)\b", re.IGNORECASE)

# Values and words of other languages are marked as such.
SAID = """
  const isOther = (element) => element.closest('bdi, time, pre, style, script, noscript, [lang=en]');
  return [...document.querySelectorAll('*')].filter((one) => !isOther(one)).flatMap((one) => [
    ...[...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ...['aria-label', 'placeholder', 'data-copied', 'data-selected', 'data-reading'].map((name) => one.getAttribute(name) ?? ''),
  ]).filter((text) => /\\p{L}{2}/u.test(text));"""


def has_no_english(driver, url):
    """In German nothing on the page is English, but values and words that say so."""
    cases = [
        {}, {"text": vector("sandbox-subscription.b64")}, {"text": "hello"},
        {"text": vector("sandbox-subscription.b64"), "at": "soon", "product": "none"},
        {"text": vector("production.b64"), "other": vector("verifyreceipt-response.body"), "at": "2025-12-26"},
        {"text": vector("jws-notification-refund.jws")}, {"text": vector("empty.b64")}, {"text": vector("verifyreceipt-response.body")},
        {"text": vector("jws-transaction.jws") + "\n" + vector("jws-notification-refund.jws"), "product": "x"},
        {"text": vector("jws-transaction.jws") + "\n{}"}, {"text": vector("transaction-receipt.b64")},
    ]
    page = Page(driver, url)
    page.speak("de")
    seen = 0
    for case in cases:
        page.read(**case)
        texts = [re.sub("“[^”]*”|„[^“]*“|\\(not Apple\\)", "", text) for text in driver.execute_script(SAID)]
        found = [text for text in texts if ENGLISH.search(text)]
        assert not found, (list(case), found[:10])
        seen += len(texts)
    assert seen > 300, seen
    driver.get_log("browser")
    print(f"ok: in {len(cases)} cases no text of the page is English in German ({seen} were seen)")


def speaks(driver, url):
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05")
    document = page.find("pre").text
    for language, name in [("de", "de"), ("zh-Hans", "zh"), ("en", "en")]:
        page.speak(language)
        words = TABLES[name]["texts"]
        assert page.find("#results .answer").get_attribute("lang") == language
        assert page.find("h1").text == words["title"] == driver.title
        headings = [one.text for one in page.all("main h2")]
        for key in ["reply", "keep", "json"]:
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
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": ",".join(tags)}})
        driver.get(url)
        assert page.find("html").get_attribute("lang") == language, tags
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    print("ok: the page speaks the language of the browser or of its switch, which is kept nowhere; the JSON does not")


# -- What is said.

def tells_moments(driver, url):
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05")
    made = datetime.datetime.strptime(
        re.search(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", page.shown("inspect")).group(), "%Y-%m-%d %H:%M:%S").replace(tzinfo=datetime.timezone.utc)
    here = made.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo"))
    wanted = f"({here:%b} {here.day}, {here.year}, {here.hour % 12 or 12}:{here.minute:02} {here:%p}, Asia/Tokyo)"
    text = page.shown("inspect").replace("\u202f", " ")
    assert wanted in text and "month" in text and " ago" in text, (wanted, text)
    for part in ["inspect", "subscriptions"]:
        assert page.shown(part).count("Asia/Tokyo)") > 1 and "Asia/Tokyo)" in page.shown(part), part
    driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
    page = Page(driver, url)
    page.read(vector("sandbox-subscription.b64"), at="2025-12-05")
    assert "Asia" not in page.shown("inspect") and made.strftime("%Y-%m-%d %H:%M:%S") in page.shown("inspect")
    told = "\n".join(one.text for one in page.all("#results > section:not([data-part=json])"))
    assert told.count("UTC") == 1, told
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
        assert "Pieces: 2" in page.shown("status"), page.shown("status")
    # As files, of which one is binary and one is a picture.
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ["one.der", "other.jws", "screen.png"]]
        paths[0].write_bytes(base64.b64decode(vector("production.b64")))
        paths[1].write_text(vector("production.b64"))
        paths[2].write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4)
        page.find("#file").send_keys("\n".join(map(str, paths[:2])))
        page.wait(lambda _: "Pieces: 2" in page.find("#results").text)
        assert page.files() == ["one.der", "other.jws"] and not page.find("#receipt").get_attribute("value")
        page.unfold()
        page.find("#clear").click()
        page.find("#file").send_keys("\n".join(map(str, paths[1:])))
        page.wait(lambda _: "no evidence of a purchase: screen.png." in page.find("#results").get_attribute("textContent"))
        assert "Test: Expired" in page.find("#results h2").text, page.find("#results").text
        # A damaged receipt beside it, and two customers in an archive.
        paths[2] = paths[2].with_name("cut.b64")
        paths[2].write_text(vector("sandbox-subscription.b64")[:2000])
        page.unfold()
        page.find("#clear").click()
        page.find("#file").send_keys("\n".join(map(str, paths[1:])))
        page.wait(lambda _: "cut.b64 could not be read" in page.find("#results").text)
        with zipfile.ZipFile(pathlib.Path(folder) / "two.zip", "w") as archive:
            for name in ["production.b64", "sandbox-subscription.b64"]:
                archive.writestr(name, vector(name))
        page.unfold()
        page.find("#clear").click()
        page.find("#file").send_keys(str(pathlib.Path(folder) / "two.zip"))
        page.wait(lambda _: "two.zip/production.b64 (com.example.reader): Test: Expired" in page.find("#results").text)
        assert "cannot be combined" in page.find("#results h2").text, page.find("#results").text
    # An empty line inside a receipt is no border between two.
    receipt = vector("sandbox-subscription.b64")
    page.read(receipt)
    whole = page.find("#results .answer").text
    page.read(receipt[:2000] + "\n\n" + receipt[2000:])
    assert page.find("#results .answer").text == whole, whole
    print("ok: several items are one history, as status --together says; what cannot be read is named")


def compares(driver, tool, url):
    page = Page(driver, url)
    receipt, answer = vector("production.b64"), vector("verifyreceipt-response.body")
    for other in [answer, answer.replace("com.example.reader", "com.example.other")]:
        run = subprocess.run(
            [tool, "compare", "--json", "--response", "-", *ANCHOR, "production.b64"], cwd=VECTORS, input=other, capture_output=True, text=True)
        wanted = json.loads(run.stdout)
        page.read(receipt, other)
        part = page.shown("beside")
        assert wanted["verdict"] in part and "Apple's answer" in part, part
        for finding in wanted["findings"]:
            assert finding["message"] in part or finding["cause"] in ["server-state", "status-disagrees"], (finding, part)
        # One member that was edited, and one that is to be expected.
        assert len(page.all("#results [data-part=beside] tbody tr")) == 2, page.shown("beside")
    page.read(receipt, "hello")
    assert "could not be compared" in page.shown("beside"), page.shown("beside")
    # Two receipts: what diff says first, and every change that it names.
    others = ["sandbox-subscription.b64", "production.b64"]
    page.read(*map(vector, others))
    run = subprocess.run([tool, "diff", *ANCHOR, *others], cwd=VECTORS, env={**os.environ, "COLUMNS": "2000"}, capture_output=True, text=True)
    first = run.stdout.splitlines()[0]
    assert page.shown("beside").splitlines()[1] == first and page.shown("answer"), (first, page.shown("beside"))
    print("ok: a saved answer beside a receipt is what compare says, and a second receipt what diff says")


def forged(transaction):
    """A signed transaction with another number and another product, so that its signature does not belong to it."""
    header, payload, signature = transaction.split(".")
    members = json.loads(base64.urlsafe_b64decode(payload + "=="))
    members |= {"transactionId": "2000000000000099", "originalTransactionId": "2000000000000099", "productId": "com.example.reader.forged"}
    return ".".join([header, base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("="), signature])


def tells_proven_from_forged(driver, url):
    """Of a proven item beside a forged one the facts are proven, the forged one is named, and nothing is green but the proven state."""
    proven = vector("jws-transaction.jws")
    page = Page(driver, url)
    for pasted in [
        proven + "\n" + forged(proven),
        json.dumps({"bundleId": "com.example.reader", "environment": "Sandbox", "hasMore": False, "signedTransactions": [proven, forged(proven)]}),
    ]:
        page.read(pasted, at="2026-01-28")
        answer = page.find("#results .answer.caution").text
        assert "Subscribed until 14 February 2026" in answer and "! Partly proven: 1 of 2 pieces." in answer, answer
        told = page.shown("subscriptions")
        assert "✓ active until" in told and "! claimed: active until" in told, told
        rows = [row.text for row in page.all("#results [data-part=status] tbody tr")]
        assert len(rows) == 2 and sum("bad-signature" in row for row in rows) == 1, rows
        assert not page.all("#results .answer.good")
    print("ok: what is proven is shown as proven beside what is forged, and the forged one is named")


def understands_dates(driver, url):
    """A date that is not understood is said to be so, in the words of the page, and the answer stays."""
    page = Page(driver, url)
    several = vector("jws-transaction.jws") + "\n" + vector("jws-notification-refund.jws")
    for text in [vector("sandbox-subscription.b64"), several]:
        page.read(text)
        answer = page.find("#results .answer h2").text
        for language, name in [("de", "de"), ("zh-Hans", "zh"), ("en", "en")]:
            page.speak(language)
            page.read(text, at="05.12.2025")
            lines = page.find("#results .answer").text
            assert "05.12.2025" in lines and "2025-12-05" in lines and "!" in lines, lines
            field = page.find("[name=at]")
            words = page.find("#" + field.get_attribute("aria-describedby")).text
            assert field.get_attribute("aria-invalid") == "true" and words == TABLES[name]["texts"]["at_form"], words
            assert page.all("#results [data-part=subscriptions]") and not page.all("#results .good.answer")
        assert page.find("#results .answer h2").text == answer, (answer, page.find("#results .answer h2").text)
    print("ok: a date that is not understood is said to be so, with the form of one that is, and the answer stays")


def checks_activity_then(driver, tool, url):
    """Whether a subscription is active is checked as of the date that was given, and all else as of now."""
    page = Page(driver, url)
    receipt, product = vector("sandbox-subscription.b64"), "com.example.reader.monthly"
    for at, mark in [("2025-12-05", "✓"), ("2025-12-20", "✗"), (None, "✗")]:
        page.read(receipt, active=product, **({"at": at} if at else {}))
        told = page.shown("checks")
        assert f"{mark} active_subscription" in told and told.startswith(f"Checks: {'passed' if mark == '✓' else 'failed'}"), (at, told)
        assert not at or f"whether a subscription is active as of {at}" in told, told
        # All other checks are as before.
        assert told.count("✗ ") == (mark == "✗"), told
    page.read(receipt, active="com.example.none", at="2025-12-05")
    assert "A check failed: active subscription." in page.find("#results .answer.bad").text, page.find("#results").text
    print("ok: whether a subscription is active is checked as of the date, and nothing else is")


def ticks_nothing_unproven(driver, url):
    page = Page(driver, url)
    page.read(vector("bad-signature.b64"), bundle_id="com.example.reader")
    told = page.shown("checks")
    assert re.search(r"! bundle_identifier\s+only claimed: ", told) and "✓" not in told, told
    page.read(vector("production.b64"), bundle_id="com.example\u00a0.reader")
    told = page.shown("checks").replace("\u00a0", " ")
    assert "expected: “com.example .reader”" in told and "found: “com.example.reader”" in told, told
    print("ok: no tick for what nothing proves; values that look the same are quoted")


def advises_support_first(driver, url):
    """Of a notification, what it means for the customer stands before what developers do with it, which is folded."""
    page = Page(driver, url)
    page.read(vector("jws-notification-refund.jws"), unfolds=False)
    assert "Do not send it to verifyReceipt" not in page.find("#results").text
    steps = page.shown("diagnosis")
    told = page.find("#results").text
    assert "Do not send it to verifyReceipt" in steps and told.index("take it back") < told.index("Do not send it to verifyReceipt"), told[:2000]
    for language, words in [("en", "belong together"), ("de", "Bitten Sie den Kunden"), ("zh-Hans", "请顾客")]:
        page.speak(language)
        page.read(vector("bad-signature.b64"))
        assert words in page.find("#results .answer").text, page.find("#results .answer").text
    page.speak("en")
    print("ok: advice for support stands before advice for developers, in the language of the page")


# -- How long it is.

# What the vectors are asked as of: in a period, and later.
MOMENTS = ["2025-12-05", "2026-12-26"]


def first_answers(url):
    """Every line of the first answer about each vector, in each language and at each moment: language, tone, text."""
    connection = http.client.HTTPConnection("127.0.0.1", int(url.rsplit(":", 1)[1]), timeout=30)
    found = {}
    for path in sorted(VECTORS.iterdir()):
        if path.suffix not in [".b64", ".body", ".der", ".hex", ".jws"]:
            continue
        for language in ["en", "de", "zh-Hans"]:
            for moment in MOMENTS:
                parts = [f'name="{name}"\r\n\r\n{value}'.encode() for name, value in [("language", language), ("at", moment)]]
                parts.append(f'name="file"; filename="{path.name}"\r\n\r\n'.encode() + path.read_bytes())
                body = b"".join(b"--limit\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--limit--\r\n"
                connection.request("POST", "/", body, {"Content-Type": "multipart/form-data; boundary=limit"})
                answer = connection.getresponse().read().decode()
                for tone, text in re.findall(r'<(?:h2|p) class="word (\w+)" dir="auto">(.*?)</', answer):
                    found.setdefault((language, tone, html.unescape(text)), path.name)
    return [(*line, name) for line, name in found.items()]


# Each text as the first line of an answer: it is larger than the others.
LONGEST = """
  const place = document.querySelector(arguments[1]);
  return arguments[0].map(([language, , text]) => {
    place.lang = language;
    place.textContent = text;
    return Math.round(place.getBoundingClientRect().height / parseFloat(getComputedStyle(place).lineHeight));
  });"""


def answers_briefly(driver, tool, url):
    """On a phone no sentence of a first answer takes more than four lines, on the page and in a file of `inspect --html`."""
    found = first_answers(url)
    assert len(found) > 200 and {one[0] for one in found} == {"en", "de", "zh-Hans"}, len(found)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "report.html"
        subprocess.run([tool, "inspect", *ANCHOR, "--html", str(file), str(VECTORS / "production.b64")], check=True, capture_output=True)
        page = Page(driver, url)
        page.read(vector("production.b64"))
        page.screen(390, True)
        for address, place in [(None, ".answer h2"), (file.as_uri(), ".answer h1")]:
            if address:
                driver.get(address)
            lines = driver.execute_script(LONGEST, found, place)
            long = [(count, *one) for count, one in zip(lines, found, strict=True) if count > 4]
            assert not long and max(lines) > 2, (place, len(long), *sorted(long, reverse=True)[:40])
        page.screen(1200, False)
        driver.get_log("browser")
    print(f"ok: on a phone none of {len(found)} first sentences takes more than four lines")


# What a phone and a desk show at first; whatever is below is not looked for.
SCREENS = [(390, 844, True), (1200, 900, False)]


def shows_the_answer_alone(driver, url):
    """The first screen has the answer, in at most four lines on a phone; all else is folded, in the order in which people ask."""
    page = Page(driver, url)
    for name in ["sandbox-subscription.b64", "production.b64", "jws-notification-refund.jws", "bad-signature.b64", None]:
        for language in ["en", "de", "zh-Hans"]:
            for width, height, phone in SCREENS:
                driver.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})
                driver.get(url)
                page.speak(language)
                page.read(vector(name) if name else vector("production.b64")[:3000], unfolds=False)
                assert not page.all("#entry[open], #results details[open]"), (name, language)
                assert driver.execute_script("return scrollY") == 0 and driver.switch_to.active_element.get_attribute("id") == "results"
                heading = page.find("#results .answer h2")
                lines = heading.rect["height"] / float(heading.value_of_css_property("line-height")[:-2])
                assert lines <= 4.1, (name, language, width, lines)
                card = page.find("#results .answer").rect
                assert card["y"] + card["height"] < height * 2 / 3, (name, language, width, card)
                # One line of small print at most, but where it is advice.
                shown = [one.text for one in page.all("#results .answer > *") if one.is_displayed()]
                assert name is None or len(shown) <= 2 and "\n" not in shown[-1], shown
                parts = [one.get_attribute("data-part") for one in page.all("#results > section")]
                assert parts[:2] == ["answer", "reply"] and parts[-1] == "json", parts
    page.screen(1200, False)
    # The next one is pasted anywhere.
    page.speak("en")
    page.read(vector("production.b64"), unfolds=False)
    driver.execute_script("""
      const data = new DataTransfer();
      data.setData('text/plain', 'hello');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));""")
    page.wait(lambda _: "cannot be read" in page.find("#results h2").text)
    assert page.find("#receipt").get_attribute("value") == "hello"
    print("ok: the first screen has the answer alone, on a phone and on a desk; the next receipt is pasted anywhere")


def asks_what_was_preset(driver, tool):
    """The page begins with the app, the language and the reply texts that the server was started with."""
    with tempfile.TemporaryDirectory() as place:
        file = pathlib.Path(place) / "reply.json"
        file.write_text(json.dumps({"de": {"greeting": "Liebe Leserin,", "closing": "Ihr Reader-Team"}}))
        preset = ["--bundle-id", "com.example.other", "--language", "de", "--reply-file", str(file)]
        with server(tool, *ANCHOR, *preset) as url:
            page = Page(driver, url)
            assert page.find("html").get_attribute("lang") == "de" and "com.example.other" in page.find("#checks-for").text
            assert page.find("[name=bundle-id]").get_attribute("placeholder") == "com.example.other"
            page.read(vector("production.b64"))
            answer = page.find("#results .answer").text
            assert "com.example.reader" in answer.splitlines()[0] and "Geprüft für: com.example.other." in answer, answer
            letter = page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value")
            assert letter.startswith("Liebe Leserin,\n") and letter.endswith("Ihr Reader-Team\n"), letter
            page.read(vector("production.b64"), bundle_id="com.example.reader")
            assert "Geprüft für: com.example.reader." in page.find("#results .answer").text
            page.speak("en")
            assert page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value").startswith("Hello,")
            assert not axe(driver)
            driver.get_log("browser")
    print("ok: app, language and the words around replies are preset, and can be chosen")


# -- The reply.

def replies(driver, url):
    page = Page(driver, url)

    def letter(language="en"):
        Select(page.find("[data-part=reply] select")).select_by_value(language)
        return page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value")

    driver.execute_script("""
      const ask = window.fetch;
      window.fetch = async (...request) => {
        const response = await ask(...request);
        const named = 'data-named="true" hidden="">\\n';
        return new Response((await response.text()).replaceAll(named, named + 'com.example.pro: '), { status: response.status });
      };""")
    page.read(vector("production.b64"))
    for language, words in [("en", "comes from a test purchase"), ("de", "aus einem Testkauf"), ("zh-Hans", "来自测试购买")]:
        assert words in letter(language) and "com.example" not in letter(language), letter(language)
    assert "comes from a test purchase" in letter()
    page.find("[data-part=reply] input").click()
    assert letter().startswith("com.example.pro: "), letter()
    page.read("hello")
    assert "no receipt from the app" in letter(), letter()
    page.read(vector("bad-signature.b64"))
    assert "could not verify" in letter(), letter()
    # What the support person writes is what is copied.
    driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"origin": url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.find("[data-part=reply] textarea:not([hidden])").send_keys("PS")
    page.find("[data-part=reply] .copy").click()
    page.wait(lambda _: page.find("[data-part=reply] .copy").text == TABLES["en"]["texts"]["copied"])
    assert driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])").endswith("PS")
    print("ok: the reply is the server's, in three languages, names products if it is asked to, and can be changed")


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
                page.wait(lambda _: page.find("#results").get_attribute("aria-busy") == "false")
            page.find(".keep_save").click()
            path = folder / "receipt-report.html"
            page.wait(lambda _: path.exists() and path.stat().st_size > 0 and path.read_text().endswith("</html>\n"))
            text = path.read_text()
            path.unlink()
            return text

        for name in ["sandbox-subscription.b64", "jws-notification-refund.jws", "verifyreceipt-response.body", "production.b64", "transaction-receipt.b64"]:
            receipt = vector(name)
            page.read(receipt)
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
        driver.execute_script("window.print = () => { window.printed = true; }")
        page.find("#impersonal").click()
        page.wait(lambda _: TABLES["en"]["texts"]["report_people"] in page.shown("answer"))
        page.find(".keep_print").click()
        assert driver.execute_script("return window.printed")
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert "2000000000000001" not in page.find("main").text and page.find("#results .answer").is_displayed()
        assert not [one for one in page.all("form, header, #keep, [data-part=reply], [data-part=json]") if one.is_displayed()]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
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


# -- One question after another.

def begins_anew(driver, url):
    """An answer about one customer does not stay beside the question about the next one."""
    page = Page(driver, url)
    page.read(vector("production.b64"), vector("verifyreceipt-response.body"))
    assert page.all("#results [data-part=beside]")
    driver.execute_script("""
      const data = new DataTransfer();
      data.setData('text/plain', arguments[0]);
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));""", vector("production.b64"))
    page.wait(lambda _: page.find("#results").get_attribute("aria-busy") == "false" and page.all("#results .answer"))
    assert not page.find("#other").get_attribute("value") and not page.all("#results [data-part=beside]")
    for field in ["#receipt", "#other"]:
        page.read(vector("production.b64"))
        driver.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
        page.find(field).send_keys("x")
        assert not page.all("#results section") and not page.find("#keep").is_displayed(), field
    # A question that comes later is answered alone, whichever answer comes first.
    driver.execute_script("""
      const ask = window.fetch;
      window.fetch = async (...request) => {
        const response = await ask(...request);
        if (request[1].body.get('receipt') === 'slow') await new Promise((resolve) => setTimeout(resolve, 1000));
        return response;
      };
      for (const text of ['slow', 'hello']) {
        document.getElementById('receipt').value = text;
        document.getElementById('read').click();
      }""")
    time.sleep(1.5)
    assert page.find("#receipt").get_attribute("value") == "hello" and "cannot be read" in page.find("#results h2").text
    driver.get_log("browser")
    print("ok: what was said of one customer goes when the next question begins")


def reads_photos(driver, url):
    """A photo of six megabytes is said to be one, with a reply: its beginning is enough."""
    page = Page(driver, url)
    with tempfile.TemporaryDirectory() as folder:
        photo = pathlib.Path(folder) / "photo.jpg"
        photo.write_bytes(bytes.fromhex("ffd8ffe000104a46494600010100000100010000") + secrets.token_bytes(6_000_000))
        for language, words in [("en", "a JPEG image"), ("de", "ein JPEG-Bild"), ("zh-Hans", "JPEG 图片")]:
            page.speak(language)
            page.find("#clear").click()
            page.find("#file").send_keys(str(photo))
            page.wait(lambda _: page.find("#results").get_attribute("aria-busy") == "false" and page.all("#results .answer"))
            assert words in page.shown("diagnosis") and page.all("[data-part=reply]"), page.shown("diagnosis")
            assert page.files() == ["photo.jpg"]
        other = pathlib.Path(folder) / "large.txt"
        other.write_bytes(b"x" * 17_000_000)
        page.find("#clear").click()
        page.find("#file").send_keys(str(other))
        page.wait(lambda _: "内容过大" in page.find("#results").text)
        assert page.all("#entry[open]")
    driver.get_log("browser")
    print("ok: a photo of 6 MB is recognized, and another file of 17 MB is said to be too large")


def needs_no_scripts(tool, url):
    """With scripts switched off the form is sent by the browser, and the next page has the report."""
    receipt = vector("production.b64")
    with browser(scripts=False) as driver, tempfile.TemporaryDirectory() as folder:
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "de"}})
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder})
        page = Page(driver, url)
        assert page.find("html").get_attribute("lang") == "de"
        assert not [one for one in page.all(".scripted") if one.is_displayed()]
        file = pathlib.Path(folder) / "sent.b64"
        file.write_text(receipt)
        page.find("#file").send_keys(str(file))
        page.find("#read").click()
        page.wait(lambda _: page.all("#results .answer"))
        run = subprocess.run([tool, "inspect", "--language", "de", *ANCHOR, str(file)], capture_output=True, text=True, env={**os.environ, "COLUMNS": "2000"})
        assert page.find("#results h2").text == run.stdout.splitlines()[0], (page.find("#results h2").text, run.stdout[:200])
        assert "Testkauf" in page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value")
        assert not page.all("#entry[open]") and not [one for one in page.all(".scripted, .copy") if one.is_displayed()]
        # What was typed stays, with its mistake.
        page.find("#entry-title").click()
        page.find("#receipt").send_keys("<b>hello</b>")
        page.find("#expect > summary").click()
        page.find("[name=at]").send_keys("bald")
        page.find("#read").click()
        page.wait(lambda _: page.all("[aria-invalid=true]"))
        assert page.find("#receipt").get_attribute("value") == "<b>hello</b>" and page.find("[name=at]").get_attribute("value") == "bald"
        assert page.find("#wrong-at").text == TABLES["de"]["texts"]["at_form"]
        page.find("#keep summary").click()
        page.find("#impersonal").click()
        page.find(".keep_save").click()
        saved = pathlib.Path(folder) / "receipt-report.html"
        page.wait(lambda _: saved.exists() and saved.read_text().endswith("</html>\n"))
        assert said(TEXTS["report_people"], "de") in saved.read_text()
        complaints = [e["message"] for e in driver.get_log("browser")]
        assert not complaints, complaints
    print("ok: without scripts the page reads, answers in the language of the browser, and saves")


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
        for case in [{"text": vector("sandbox-subscription.b64")}, {"text": "hello"}, {"text": vector("production.b64")}]:
            page.read(**case, unfolds=False)
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
        ("empty", {}), ("answer", {"text": vector("sandbox-subscription.b64"), "at": "2025-12-05"}),
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
    order = driver.execute_script("return [...new Set([...document.querySelectorAll('#results [data-part]')].map((one) => one.dataset.part))]")
    assert order == ["answer", "reply", "subscriptions", "inspect", "checks", "diagnosis", "certificates", "json"], order
    said = page.find("#said").rect
    assert max(said["width"], said["height"]) <= 1, said
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    nodes = {(node.get("role", {}).get("value"), node.get("name", {}).get("value")) for node in tree if not node["ignored"]}
    texts = TABLES["en"]["texts"]
    for role, key in [
        ("textbox", "receipt"), ("textbox", "other_label"), ("textbox", "reply_text"), ("combobox", "language_label"), ("combobox", "theme"), ("combobox", "reply_language"),
        ("button", "clear"), ("button", "keep_save"), ("button", "reply_copy"), ("checkbox", "keep_people"),
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
        has_no_english(driver, url)
        speaks(driver, url)
        tells_moments(driver, url)
        puts_together(driver, tool, url)
        tells_proven_from_forged(driver, url)
        understands_dates(driver, url)
        checks_activity_then(driver, tool, url)
        ticks_nothing_unproven(driver, url)
        advises_support_first(driver, url)
        compares(driver, tool, url)
        answers_briefly(driver, tool, url)
        shows_the_answer_alone(driver, url)
        asks_what_was_preset(driver, tool)
        replies(driver, url)
        keeps_what_was_chosen(driver, tool, url)
        begins_anew(driver, url)
        reads_photos(driver, url)
        needs_no_scripts(tool, url)
        moves_nothing(driver, url)
        isolates(driver, url)
        can_be_used_by_all(driver, url)
        support_is_usable(driver, tool)
        known = ["422 (Unprocessable", "400 (Bad Request)"]
        complaints = [e["message"] for e in EARLIER + driver.get_log("browser") if not any(words in e["message"] for words in known)]
        assert not complaints, complaints


if __name__ == "__main__":
    main()
