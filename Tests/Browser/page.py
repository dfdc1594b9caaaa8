"""The page of `receipt-tool serve` in a real Chromium: paste, read, look, go round with the keyboard.

usage: page.py RECEIPT-TOOL FOLDER-WITH-RECEIPTS [FOLDER-FOR-SCREENSHOTS]

Starts and stops the server. Prints a line for each thing that was tried and ends with 1 at the first that is wrong.
"""

import base64
import contextlib
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

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tab import Tab, browser, contrasts, luminance, server

# How many purchases each real receipt has and who signed it: from where they were published (README beside them), and for the
# number of purchases counted with `openssl cms -verify -noverify | openssl asn1parse`.
SIGNED = {"sandbox": "✓ authentic", "xcode": "✗ untrusted chain", "legacy": "✗ untrusted chain"}


TEXTS = ["h1", "#where", ".hint", "summary", "#read", ".word", ".soft", "dt", "dd", "th", "td", "pre"]


class Page(Tab):
    def __init__(self, driver, url, address=None):
        super().__init__(driver, url)
        driver.get(address or url)
        driver.execute_cdp_cmd(
            "Browser.grantPermissions", {"origin": url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def answer(self):
        """The first sentence."""
        return self.find("#results section h2").text

    def proof(self):
        return self.find("#results [data-part=inspect] p:not(.claim)").text

    def copy(self, text):
        self.driver.execute_async_script("navigator.clipboard.writeText(arguments[0]).then(arguments[1])", text)

    def copied(self):
        return self.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")

    def paste(self, text, clear=True):
        """As a person does it: what is in the clipboard, with the keys for it; no button is pressed."""
        self.copy(text)
        if clear:
            self.unfold()
            self.find("#clear").click()
            self.wait(lambda _: not self.all("#results section"))
        self.find("#receipt").click()
        self.chord(Keys.CONTROL, "v")
        self.wait(lambda _: self.all("#results section"))
        self.unfold()

    def expect(self, expectations):
        self.find("#expect > summary").click()
        for name, value in expectations.items():
            field = self.find(f"[name={name}]")
            field.click() if value is True else field.send_keys(value)

    def answer_with(self, replacements):
        """Changes words in the answers that the page gets, to show it what no receipt here is."""
        self.driver.execute_script("""
          const ask = window.fetch;
          window.fetch = async (...request) => {
            const response = await ask(...request);
            let text = await response.text();
            for (const [word, other] of Object.entries(arguments[0])) text = text.replaceAll(word, other);
            return new Response(text, { status: response.status });
          };""", replacements)

    def as_of(self, text):
        if not self.all("#expect[open]"):
            self.find("#expect > summary").click()
        field = self.find("[name=at]")
        field.clear()
        field.send_keys(text)
        self.driver.execute_script("document.getElementById('results').replaceChildren()")
        self.find("#read").click()
        self.wait(lambda _: self.all("#results section"))
        self.unfold()


def number_of_purchases(receipt):
    """Of an app receipt by openssl alone: attributes of type 17, which asn1parse prints as INTEGER :11."""
    def openssl(*arguments, data):
        return subprocess.run(["openssl", *arguments, "-inform", "DER"], input=data, capture_output=True).stdout

    payload = openssl("cms", "-verify", "-noverify", "-nosigs", data=base64.b64decode(receipt))
    lines = openssl("asn1parse", data=payload).decode().splitlines()
    return sum("d=2 " in line and line.endswith("INTEGER           :11") for line in lines)


def reads_real_receipts(page, folder):
    for path in sorted(folder.glob("*.b64")):
        text = path.read_text().strip()
        page.paste(text)
        kind = path.name.split("-")[0]
        assert page.proof().startswith(SIGNED[kind]), (path.name, page.proof())
        # Nobody paid for a test.
        assert kind == "legacy" or page.answer()[0] in "!✗" and "test" in page.answer().lower(), (path.name, page.answer())
        # An iOS 6 receipt is of one purchase, which has no table.
        expected = 0 if kind == "legacy" else number_of_purchases(text)
        rows = sum(
            len(section.find_elements(By.CSS_SELECTOR, "tbody tr")) for section in page.all("#results [data-part=inspect]")
            if section.find_element(By.TAG_NAME, "h2").text.startswith("Purchases"))
        assert rows == expected, (path.name, rows, expected)
        print(f"ok: {path.name}: {SIGNED[kind]}, {expected} purchases")
    page.paste((folder / "sandbox-sha1-nine-purchases.b64").read_text())
    bars = page.all("svg.timeline rect")
    assert len(bars) == 9, len(bars)
    assert all(bar.rect["width"] > 5 and bar.rect["height"] > 20 for bar in bars)
    answer = json.loads((folder / "sandbox-sha1-nine-purchases.verifyReceipt.json").read_text())
    shown = [row.text for row in page.all("#results [data-part=inspect] tbody tr")]
    newest = sorted(answer["receipt"]["in_app"], key=lambda purchase: int(purchase["purchase_date_ms"]), reverse=True)
    for purchase, row in zip(newest, shown, strict=True):
        for key in ["product_id", "transaction_id", "purchase_date", "expires_date"]:
            assert purchase[key].replace(" Etc/GMT", "") in row, (key, row)
    print("ok: the timeline has nine bars, and the table says what Apple answered")


def keeps_digits(page, folder):
    button = next(one for one in page.all("[data-part=json] details") if one.text.startswith("decode")).find_element(By.CSS_SELECTOR, ".copy")
    button.click()
    page.wait(lambda _: button.text.startswith("Copied"))
    copied = json.loads(page.copied())
    answer = json.loads((folder / "sandbox-sha1-nine-purchases.verifyReceipt.json").read_text())["receipt"]
    ours = copied["receipt"]
    assert ours == {key: value for key, value in answer.items() if not key.startswith("request_date")}
    page.paste(json.dumps({"receipt": {"in_app": [{"product_id": "<img src=x onerror=alert(1)>"}]}, "status": 0,
                           "latest_receipt_info": [{"product_id": "<img src=x onerror=alert(1)>\u202e", "transaction_id": "1",
                                                    "purchase_date_ms": "1790000000000", "expires_date_ms": "1799000000000"}]}))
    assert not page.all("img"), "text of a receipt became markup"
    assert "<img src=x onerror=alert(1)>\\u{202e}" in page.find("#results").text
    print("ok: the copied JSON is Apple's, and text stays text")


def says_what_is_wrong(page, receipt):
    page.paste(receipt[:3000])
    assert "cannot be read" in page.answer() and "incomplete" in page.find("#results").text
    page.paste("hello")
    assert page.answer().startswith("✗")
    flipped = receipt[:200] + ("A" if receipt[200] != "A" else "B") + receipt[201:]
    page.paste(flipped)
    assert page.answer().startswith("✗"), page.answer()
    print("ok: what is cut, nothing at all or changed is said to be so")


def judges_expectations(page, receipt):
    page.paste(receipt)
    page.find("#expect > summary").click()
    page.find("[name=bundle-id]").send_keys("com.example.other")
    page.find("#read").click()
    page.wait(lambda _: any("Checks: failed" in h.text for h in page.all("#results h2")))
    page.unfold()
    assert "it is a receipt of another app" in page.find("#results").text
    print("ok: an expectation that is not met fails")


def marks_what_is_proven(driver, tool, folder, shots):
    """The mark is that of the answer, and no colour is better than it. That green needs all of it is tested where it is decided."""
    vectors = pathlib.Path(__file__).parents[2] / "TestReceipts"
    sandbox = (folder / "sandbox-sha256-g5.b64").read_text()
    production, lifetime = ((vectors / name).read_text() for name in ["production.b64", "non-consumable.b64"])
    own, other = {"bundle-id": "com.example.reader"}, {"bundle-id": "com.example.other"}
    then = {"at": "2025-12-26T18:00:00Z"}
    cases = [
        # input, what is expected of it, what is made of the answer, and then the mark
        (sandbox, other, {}, "bad", "✗ Of another app", "it is a receipt of another app"),
        (production, {"product": "none"}, {}, "bad", "✗ No purchase of none.", "A check failed: products."),
        (production, own, {}, "bad", "✗ Test: Expired", "! test-signed"),
        (production, {**own, **then}, {}, "caution", "! Test: Subscribed until", "Checks: passed"),
        (lifetime, {}, {}, "caution", "! Test: Bought", "You entered no app"),
        ((folder / "xcode-one-purchase.b64").read_text(), {}, {}, "caution", "! Test purchase", "✗ untrusted chain"),
        ((vectors / "bad-signature.b64").read_text(), {}, {}, "bad", "✗ Not from Apple", "It claims:"),
        ((vectors / "flaw-unsigned.b64").read_text(), {}, {}, "bad", "✗ Not from Apple", "Apple does not vouch for it"),
        ((vectors / "jws.jws").read_text(), {}, {}, "caution", "! Incomplete", "Apple does not vouch for it"),
        ("hello", {}, {}, "bad", "✗ This cannot be read as a receipt", "not"),
        (production, {**own, "at": "soon"}, {}, "bad", "✗ Test: ", "was not understood"),
        # As if the server had said so.
        (production, {**own, **then}, {"answer caution": "answer good", "word caution": "word good", "! Test: ": "✓ Test: "}, "good", "✓ ", "Checks: passed"),
    ]
    with server(tool, "--trust-anchor", str(vectors / "root.pem")) as url:
        for text, expectations, replacements, kind, title, words in cases:
            page = Page(driver, url)
            page.answer_with(replacements)
            page.expect(expectations)
            page.paste(text, clear=False)
            first = page.find("#results section")
            told = (first.get_attribute("class"), page.answer(), page.find("#results").text)
            assert told[0] == f"answer {kind}" and told[1].startswith(title) and words in told[2], (title, told)
            # An amber mark never stands beside a check that was asked for and failed.
            assert ("Checks: failed" in told[2]) <= (kind == "bad"), told
            painted = driver.execute_script(
                "const probe = document.createElement('i'); probe.style.color = `var(--${arguments[0]})`; document.body.append(probe);"
                "const color = getComputedStyle(probe).color; probe.remove(); const one = document.querySelector('#results .answer');"
                "return [getComputedStyle(one).borderLeftColor, getComputedStyle(one.querySelector('h2')).color].every((c) => c === color)", kind)
            assert painted, told
            if shots:
                driver.save_screenshot(str(shots / f"mark-{title[2:].split(':')[0].replace(' ', '-')}-{kind}.png"))
        driver.get_log("browser")
    print(f"ok: the mark is that of the answer, in {len(cases)} cases")


def answers_first(driver, tool):
    """Above everything else: has the customer paid? In the reader's language."""
    vectors = pathlib.Path(__file__).parents[2] / "TestReceipts"
    production = (vectors / "production.b64").read_text()
    then = {"at": "2025-12-26T18:00:00Z"}
    cases = [
        # input, what is expected of it, the languages, and then the answer
        (production, then, ["en"], "caution", "! Test: Subscribed until 26 December 2025, 18:13"),
        (production, then, ["fr", "de-AT"], "caution", "! Test: Abonniert bis 26. Dezember 2025"),
        (production, then, ["zh-CN"], "caution", "! 测试：已订阅至2025年12月26日"),
        (production, {}, ["en"], "bad", "✗ Test: Expired on 26 December 2025"),
        (production, {**then, "bundle-id": "com.example.other"}, ["en"], "bad", "✗ Of another app: com.example.reader."),
        ((vectors / "bad-signature.b64").read_text(), {}, ["en"], "bad", "✗ Not from Apple: contents and signature do not belong together."),
        ((vectors / "jws-app-transaction.jws").read_text(), {}, ["en"], "caution", "! Test: Cannot tell: this is about the app itself"),
    ]
    with server(tool, "--trust-anchor", str(vectors / "root.pem")) as url:
        for text, expectations, languages, kind, words in cases:
            driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": ", ".join(languages)}})
            page = Page(driver, url)
            driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
            page.expect(expectations)
            page.paste(text, clear=False)
            first = page.find("#results section")
            title = first.find_element(By.TAG_NAME, "h2").text
            assert first.get_attribute("class") == f"answer {kind}" and title.startswith(words), (words, first.get_attribute("class"), title)
            assert first.get_attribute("lang") == {"en": "en", "fr": "de", "zh-CN": "zh-Hans"}[languages[0]]
        page = Page(driver, url)
        page.find("#read").click()
        page.wait(lambda _: page.all("#results section"))
        assert "Nothing to read yet" in page.find("#results").text and "Paste what the customer sent" in page.find("#results").text
        driver.get_log("browser")
    print(f"ok: the first sentence answers in three languages, in {len(cases)} cases, and says what to do where there is nothing")


def knows_moments(page, receipt):
    page.paste(receipt)
    for text, moment in [("now", None), ("today", None), ("2020-06-01", "2020-06-01 00:00:00")]:
        page.as_of(text)
        results = page.find("#results").text
        assert "Test: " in page.answer() and "not understood" not in results and "failed" not in results, (text, results)
        assert "Subscriptions:" in results and "Checks: passed" in results, (text, results)
        marks = [mark.get_attribute("textContent") for mark in page.all("svg.timeline .now title")]
        assert all(moment is None or moment in mark for mark in marks), (text, marks)
    page.as_of("soon")
    field = page.find("[name=at]")
    assert field.get_attribute("aria-invalid") == "true" and page.driver.switch_to.active_element == field
    words = page.find("#" + field.get_attribute("aria-describedby"))
    assert words.is_displayed() and "such as 2025-12-05" in words.text, words.text
    # The report is there, as of now, and says so.
    assert "“soon” was not understood" in page.find("#results .answer").text and "Subscriptions:" in page.find("#results").text
    page.as_of("2020-06-01")
    assert not page.all("[aria-invalid=true]") and not page.find("#wrong-at").text and "Subscriptions:" in page.find("#results").text
    print("ok: a moment is for subscriptions, and one that cannot be read is said to be so at its field")


def needs_no_mouse(page, receipt):
    page.driver.get(page.url)
    page.copy(receipt)
    page.driver.execute_script("document.activeElement.blur()")
    seen = []
    for _ in range(15):
        page.keys(Keys.TAB)
        element = page.driver.switch_to.active_element
        outline = page.driver.execute_script(
            "const e = document.activeElement; const s = getComputedStyle(e.id === 'file' ? e.previousElementSibling : e);"
            "return s.outlineStyle + ' ' + s.outlineWidth", element)
        seen.append(element.get_attribute("id") or element.tag_name)
        assert not outline.startswith("none"), (seen[-1], outline)
        if seen[-1] == "receipt":
            page.chord(Keys.CONTROL, "v")
            page.wait(lambda _: page.all("#results section"))
            # The answer comes first: back over the heading of the form, which opens it, and on through it.
            page.wait(lambda _: page.driver.switch_to.active_element.get_attribute("id") == "results")
            page.chord(Keys.SHIFT, Keys.TAB)
            assert page.driver.switch_to.active_element.get_attribute("id") == "entry-title"
            page.keys(Keys.ENTER)
            page.keys(Keys.TAB)
        if seen[-1] == "clear":
            break
    for name in ["theme", "receipt", "read", "file", "clear"]:
        assert name in seen, seen
    page.chord(Keys.CONTROL, Keys.ENTER)
    page.wait(lambda _: page.driver.switch_to.active_element.get_attribute("id") == "results")
    for _ in range(12):
        page.keys(Keys.TAB)
        if page.driver.switch_to.active_element.tag_name == "summary":
            break
    assert page.find("#results").find_elements(By.CSS_SELECTOR, "summary")[0] == page.driver.switch_to.active_element
    page.keys(Keys.ENTER)
    assert page.all("#results details[open]")
    print("ok: everything can be reached and used with the keyboard:", ", ".join(seen))


def has_two_faces(page, shots):
    for scheme in ["light", "dark"]:
        page.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for clicks, expected in [(0, scheme), (1, "light"), (1, "dark"), (1, scheme)]:
            for _ in range(clicks):
                theme = Select(page.find("#theme"))
                theme.select_by_index((theme.options.index(theme.first_selected_option) + 1) % 3)
            paper = luminance(page.driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
            assert (paper > 0.5) == (expected == "light"), (scheme, expected, paper)
        for css, ratio in contrasts(page, TEXTS):
            assert ratio >= 4.5, (scheme, css, round(ratio, 2))
        for width, phone in [(1200, False), (390, True), (320, True)]:
            page.screen(width, phone)
            wide = page.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, (width, wide)
            if shots:
                page.driver.save_screenshot(str(shots / f"page-{scheme}-{width}.png"))
        page.screen(1200, False)
    print("ok: light and dark, by the system and by the button, with contrasts of 4.5 and more; nothing wider than the screen")


def believes_no_stranger(driver, tool, vectors):
    receipt = (vectors / "sandbox-subscription.b64").read_text()
    trust = ["--trust-anchor", str(vectors / "root.pem")]
    for options, state, color, said in [
        ([], "! claimed: active until 2025-12-10", "--caution", "Apple does not vouch for it"),
        (trust, "✓ active until 2025-12-10", "--ink", "a test authority signed it, not Apple"),
    ]:
        with server(tool, *options) as url:
            page = Page(driver, url)
            page.paste(receipt)
            page.as_of("2025-12-05")
            shown = next(one for one in page.all("#results [data-part=subscriptions] p") if "active until" in one.text)
            assert shown.text.startswith(state), shown.text
            painted = driver.execute_script(
                "const probe = document.createElement('span'); probe.style.color = `var(${arguments[0]})`;"
                "document.body.append(probe); const wanted = getComputedStyle(probe).color; probe.remove();"
                "return getComputedStyle(arguments[1].querySelector('span')).color === wanted", color, shown)
            assert painted, (options, color)
            greens = driver.execute_script("""
              const probe = document.createElement('i'); probe.style.color = 'var(--good)'; document.body.append(probe);
              const good = getComputedStyle(probe).color; probe.remove();
              return [...document.querySelectorAll('#results section:not([data-part=certificates]) *')]
                .filter((one) => getComputedStyle(one).color === good).map((one) => one.textContent);""")
            assert options or not [one for one in greens if not one.startswith("✓")], greens
            for part in ["Purchases", "Subscriptions", "Periods"]:
                text = next(s.text for s in page.all("#results section") if s.text.startswith(part))
                assert said in text, (part, text)
            page.paste(receipt[:3000])
            page.paste(receipt)
            told = " ".join(s.text for s in page.all("#results section") if s.get_attribute("data-part") not in ["json", "diagnosis", "certificates"])
            assert "receipt-tool " not in told, told[told.index("receipt-tool ") - 200:][:400]
    print("ok: what nobody vouches for is never green, and advice needs no terminal")


# Values that a hostile app could choose, members that Apple may add, and objects in objects.
ODD_TRANSACTION = {
    "transactionId": "2000000000000002", "originalTransactionId": "2000000000000001", "bundleId": "com.example.reader",
    "productId": "<img src=x onerror=alert(1)>\u202e", "type": "Auto-Renewable Subscription", "quantity": 2, "price": 9990,
    "currency": "EUR", "purchaseDate": 1764000000000, "expiresDate": 1766000000000, "signedDate": 1764000000001,
    "environment": "Sandbox", "revocationDate": "soon", "<b>novelty</b>": "<img src=y onerror=alert(2)>",
    "advancedCommerceInfo": {
        "descriptors": {"displayName": "Reader", "description": "All <u>books</u>"}, "estimatedTax": 1590, "novelty": [1],
        "items": [
            {"SKU": "books", "price": 6990, "offer": {"period": "P1M", "periodCount": 2, "price": 3990, "reason": "WIN_BACK"}},
            {"SKU": "news", "refunds": [{"refundAmount": 1500, "refundDate": 1764000000000, "refundReason": "LEGAL"}]}],
    },
}

# Every content of a notification, every access, and what has a time in which it is to be done.
NOTIFICATIONS = [
    "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "EXPIRED/VOLUNTARY", "PRICE_INCREASE/PENDING", "REFUND",
    "REFUND_REVERSED", "CONSUMPTION_REQUEST", "OFFER_REDEEMED", "RENEWAL_EXTENSION/SUMMARY", "EXTERNAL_PURCHASE_TOKEN/CREATED",
    "RESCIND_CONSENT", "METADATA_UPDATE",
]


def words(text):
    return " ".join(text.split())


def report(page):
    """What the page says of signed data, from above to below; its own heading and its own warning are left out."""
    parts = page.driver.execute_script("""
      return [...document.querySelectorAll('#results [data-part=inspect]')]
        .flatMap((one) => [...one.querySelectorAll('h2, p:not(.claim), dt, dd:not(.inner)')].map((part) => part.innerText));""")
    assert parts[0] == "Proof", parts
    return words(" ".join(parts[1:]))


def parted(printed):
    """The answer that inspect prints, and all the rest."""
    parts = printed.split("\n\n")
    place = 1 if parts[0].startswith("! NOT ALL") else 0
    return words(parts[place]), words("\n\n".join(parts[:place] + parts[place + 1:]))


def tells_of_each_piece(page, text, printed):
    """Of an answer with several pieces, what status prints, but for its drawing."""
    page.paste(text)
    told = words(page.find("#results").text)
    sections = printed.split("\n\n")
    found = [part.splitlines() for part in sections if part.split()[0] in ["Source", "Pieces:", "Notes"]]
    assert len(found) == 3 and "Pieces: 2" in found[1][0], printed
    subscription = next(part for part in sections if part.startswith("Subscriptions: ")).splitlines()
    # Ages grow while this runs.
    untimed = lambda line: re.sub(r"(\d\d:\d\d:\d\d), .*", r"\1", line)
    facts = [words(untimed(line)) for part in found for line in part]
    facts += ["2026-03-03 11:00:00 2026-04-02 11:00:00 30d paid, 4.99 USD"]
    facts += [words(untimed(line)).lstrip("✓✗!– ").removeprefix("1 ") for line in subscription]
    for fact in facts:
        assert fact in told, (fact, told)


def tells_as_much_as_the_terminal(driver, tool, folder, shots):
    """Each word that inspect prints of signed data is on the page, at the same place."""
    with tempfile.TemporaryDirectory() as place:
        anchor = pathlib.Path(place) / "anchor.pem"

        def run(*arguments, text=None):
            # On a terminal this wide no word is broken.
            environment = {**os.environ, "COLUMNS": "2000"}
            return subprocess.run(
                [tool, *arguments], input=text, env=environment, capture_output=True, text=True, check=True).stdout

        def mint(*arguments, text=None):
            return run("mint", "--seed", "page", "--write-anchor", str(anchor), *arguments, text=text).strip()

        dated = ["--creation-date", "2026-03-03T12:00:00Z"]
        inputs = {name: mint("--notification", name, *dated) for name in NOTIFICATIONS}
        for kind in ["transaction", "renewal", "app-transaction", "realtime"]:
            inputs[kind] = mint("--jws", kind, *dated)
        for flaw in ["bad-signature", "nested-of-another-app", "wrong-root"]:
            inputs[flaw] = mint("--jws", "notification", "--flaw", flaw, *dated)
        inputs["odd"] = mint("--jws", "transaction", "--allow-invalid", "-", text=json.dumps(ODD_TRANSACTION))
        transactions = [inputs["transaction"], mint("--jws", "transaction", "--creation-date", "2026-02-03T12:00:00Z")]
        history = json.dumps({
            "revision": "1", "bundleId": "com.example.app", "environment": "Sandbox", "hasMore": True,
            "signedTransactions": transactions})
        signed = folder.parent / "signed"
        for name in ["apple-test-notification.json", "xcode-signed-transaction", "xcode-signed-app-transaction"]:
            inputs[name] = (signed / name).read_text()
        trust = ["--trust-anchor", str(anchor)]
        with server(tool, *trust) as url:
            page = Page(driver, url)
            for name, text in inputs.items():
                answer, before = parted(run("inspect", *trust, text=text))
                page.paste(text)
                told, (_, after) = report(page), parted(run("inspect", *trust, text=text))
                # The page says besides that no app was asked for, and gives advice.
                shown = words(page.find("#results .answer").text).replace("You entered no app. Whether it is yours was not checked. ", "")
                assert shown.startswith(answer), (name, answer, shown)
                # Ages grow while this runs.
                assert told in [before, after], (name, told, after)
                assert not page.all("img, #results b, #results u"), "text of signed data became markup"
                page.screen(400, True)
                wide = driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= 400, (name, wide)
                for css, ratio in contrasts(page, TEXTS):
                    assert ratio >= 4.5, (name, css, round(ratio, 2))
                if shots:
                    driver.save_screenshot(str(shots / f"signed-{name.replace('/', '-')}.png"))
                page.screen(1200, False)
            tells_of_each_piece(page, history, run("status", *trust, text=history))
            answer, _ = parted(run("inspect", *trust, text=history))
            assert words(page.find("#results .answer").text).startswith(answer), answer
            page.paste(inputs["SUBSCRIBED/INITIAL_BUY"])
            terms = driver.execute_script(
                "return [...document.querySelectorAll('.told dt')].map((one) => [one.innerText, one.nextElementSibling.innerText])")
            assert any(term == "Access then" and value.startswith("yes: active until") for term, value in terms), terms
            assert any(term == "As a rule" and value.startswith("grant it") for term, value in terms), terms
        driver.get_log("browser")
    print(f"ok: of {len(inputs)} pieces of signed data the page says what inspect prints, word for word")


def opens_with_a_token(driver, tool, receipt):
    token = secrets.token_hex(16)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "token"
        file.touch(0o600)
        file.write_text(token + "\n")
        with server(tool, "--token-file", str(file)) as url:
            place = url.removeprefix("http://")
            driver.get(f"http://any:wrong-{token}@{place}/")
            assert not driver.find_elements(By.ID, "receipt"), "the page came without the token"
            page = Page(driver, url, f"http://any:{token}@{place}/")
            page.paste(receipt)
            assert "Test: " in page.answer(), page.answer()
            driver.get_log("browser")
    print("ok: with a token in its address the page opens and reads")


@contextlib.contextmanager
def proxy(port, keeps_host):
    """A reverse proxy on this machine, as a person puts one before the server; with or without the name that was asked for."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def forward(self):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in ["connection", "host"]}
            headers["Host"] = self.headers["Host"] if keeps_host else "127.0.0.1"
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ["connection", "date", "transfer-encoding"]:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = forward

        def log_message(self, *_):
            pass

    listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    yield listener.server_address[1]
    listener.shutdown()


def works_behind_a_proxy(driver, tool, receipt):
    token = secrets.token_hex(16)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "token"
        file.write_text(token)
        file.chmod(0o600)
        with server(tool, "--token-file", str(file)) as url:
            for keeps_host in [True, False]:
                with proxy(int(url.rsplit(":", 1)[1]), keeps_host) as port:
                    # Every name below localhost is this machine for Chromium.
                    place = f"127.0.0.1:{port}" if not keeps_host else f"receipts.localhost:{port}"
                    page = Page(driver, f"http://{place}", f"http://any:{token}@{place}/")
                    page.paste(receipt)
                    assert "Test: " in page.answer(), (keeps_host, page.answer())
    driver.get_log("browser")
    print("ok: behind a proxy the page works, whatever becomes of the name")


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    shots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    receipt = (folder / "sandbox-sha1-nine-purchases.b64").read_text().strip()
    with server(tool) as url, browser() as driver:
        page = Page(driver, url)
        reads_real_receipts(page, folder)
        keeps_digits(page, folder)
        says_what_is_wrong(page, receipt)
        judges_expectations(page, receipt)
        knows_moments(page, receipt)
        needs_no_mouse(page, receipt)
        has_two_faces(page, shots)
        requests = page.requests()
        foreign = [request for request in requests if not request.startswith((url + "/", "data:"))]
        assert len(requests) > 8 and not foreign, foreign
        known = []
        complaints = [
            e["message"] for e in driver.get_log("browser") if not any(words in e["message"] for words in known)]
        assert not complaints, complaints
        marks_what_is_proven(driver, tool, folder, shots)
        answers_first(driver, tool)
        tells_as_much_as_the_terminal(driver, tool, folder, shots)
        believes_no_stranger(driver, tool, pathlib.Path(__file__).parents[2] / "TestReceipts")
        opens_with_a_token(driver, tool, receipt)
        works_behind_a_proxy(driver, tool, receipt)
        print(f"ok: {len(requests)} requests, all to the server of the page; the console has no complaint")


main()
