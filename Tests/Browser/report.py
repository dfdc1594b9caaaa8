"""Reports of `inspect --html` and `diff --html` in a real Chromium: narrow, light and dark, with axe, on paper, and with hostile values.

usage: report.py RECEIPT-TOOL [FOLDER-FOR-SCREENSHOTS]

Prints a line for each thing that was tried and ends with 1 at the first that is wrong.
"""

import base64
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from tab import Tab, axe, browser, contrasts

HOSTILE = "<img src=x onerror=document.title='owned'>\u05d3\u05d5\u05d3\"'&amp;"
TEXTS = ["h1", ".answer p", "h2", "dt", "dd bdi", "p", "th", "td bdi", "small", "footer p"]


def make(tool, folder):
    """The reports by name: of minted inputs, whose contents are known."""
    def run(*arguments, **options):
        done = subprocess.run([tool, *arguments], cwd=folder, capture_output=True, text=True, **options)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    run("mint", "init", "ca", check=True)
    trust = ["--trust-anchor", "ca/root.pem"]
    (folder / "many.b64").write_text(run(
        "mint", "--template", "subscription", "--renewals", "30", "--trial", "--cancelled", "--ca", "ca"))
    described = json.loads(run("decode", "many.b64"))
    described["receipt"]["in_app"] = described["receipt"]["in_app"][:1]
    described["receipt"]["in_app"][0]["product_id"] = HOSTILE
    (folder / "hostile.b64").write_text(run("mint", "--ca", "ca", input=json.dumps(described)))
    (folder / "unsigned.b64").write_text(run("mint", "--template", "subscription", "--flaw", "bad-signature", "--ca", "ca"))
    for name in ["many", "hostile", "unsigned"]:
        run("inspect", *trust, "--certificates", "--html", f"{name}.html", f"{name}.b64", check=True)
    run("diff", *trust, "--html", "two.html", "many.b64", "hostile.b64")
    return ["many", "hostile", "unsigned", "two"]


def check(tab, name, shots):
    driver = tab.driver
    driver.get_log("browser"), driver.get_log("performance")
    driver.get(tab.url)
    assert driver.title.endswith(": receipt-tool") and "owned" not in driver.title, driver.title
    assert tab.find("html").get_attribute("lang") == "en" and len(tab.all("h1")) == 1
    assert not tab.all("script, img, link, iframe, a, form"), "there is more than text"
    assert tab.requests() == [tab.url], tab.requests()
    assert not driver.get_log("browser"), "the browser complains"
    for width in [360, 768, 1440]:
        tab.screen(width, width < 500)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width, f"{name}: {wide} pixels at {width}"
        for theme in ["light", "dark"]:
            driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]})
            for css, contrast in contrasts(tab, TEXTS):
                assert contrast >= 4.5, f"{name}, {theme}: {css} has {contrast:.2f}"
            # Colours are all that differs.
            found = axe(driver, *(["color-contrast"] if theme == "dark" else []))
            assert not found, f"{name}, {width}, {theme}: {found}"
            if shots:
                driver.save_screenshot(str(shots / f"report-{name}-{width}-{theme}.png"))
    tone = tab.find("section.answer").get_attribute("class").split()[1]
    assert tone == tab.find("h1").get_attribute("class").split()[1], tone
    pdf = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert pdf.startswith(b"%PDF-") and 1 <= pages <= 10, f"{name}: {pages} pages"
    print(f"ok: {name}: 360, 768 and 1440 pixels, light and dark, nothing that axe finds, {pages} pages on paper")


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    shots = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        names = make(tool, folder)
        driver = browser()
        try:
            for name in names:
                check(Tab(driver, (folder / f"{name}.html").as_uri()), name, shots)
            driver.get((folder / "hostile.html").as_uri())
            shown = driver.find_element("css selector", "main").text
            assert HOSTILE in shown, "the hostile product is not shown as it is"
            assert driver.execute_script(
                "return [...document.querySelectorAll('td bdi')].every((e) => getComputedStyle(e).unicodeBidi === 'isolate')")
            print("ok: hostile values are text, apart from the direction of what is beside them")
        finally:
            driver.quit()


main()
