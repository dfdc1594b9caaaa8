import Foundation
import ReceiptMint
import Testing

/// `inspect --html` and `diff --html`: files that are read by Python's HTML parser, which shares no code with the
/// writer.
@Suite("HTML reports, run as a program")
struct HTMLReportTests {
  private static let trust = ["--trust-anchor", "root.pem"]

  /// Elements with their attributes, the text without the style sheet, and what a browser would load or run.
  private static let script = """
    import html.parser, json, sys
    class Reader(html.parser.HTMLParser):
        def __init__(self):
            super().__init__()
            self.open, self.closed, self.text, self.metas, self.acts, self.names, self.style = [], True, "", {}, [], set(), ""
        def handle_starttag(self, tag, attributes):
            self.names.add(tag)
            if tag not in ("bdi", "span", "time"): self.text += " "
            for name, value in attributes:
                if name.startswith("on") or name in ("src", "href", "style", "action", "srcdoc"): self.acts.append([tag, name, value])
            if tag == "meta":
                values = dict(attributes)
                self.metas[values.get("http-equiv") or values.get("name") or "charset"] = values.get("content") or values.get("charset")
                return
            self.open.append(tag)
        def handle_endtag(self, tag):
            if tag not in ("bdi", "span", "time"): self.text += " "
            if not self.open or self.open.pop() != tag: self.closed = False
        def handle_data(self, data):
            if "style" in self.open: self.style += data
            else: self.text += data
    reader = Reader()
    reader.feed(sys.stdin.read())
    reader.close()
    print(json.dumps({"closed": reader.closed and not reader.open, "words": reader.text.split(), "metas": reader.metas,
        "acts": reader.acts, "names": sorted(reader.names), "style": reader.style}))
    """

  private func read(_ html: String) throws -> [String: Any] {
    let run = try Python.run(["-c", Self.script], input: Array(html.utf8))
    try #require(run.status == 0, "\(run.stderr)")
    return try run.json()
  }

  @Test(
    "it has every word of the text report, and nothing that loads or runs",
    arguments: [
      "sandbox-subscription.b64", "production.b64", "empty.b64", "bad-signature.b64", "xcode.b64",
      "jws-notification-did-fail-to-renew-grace-period.jws", "transaction-receipt.b64",
    ])
  func complete(_ name: String) throws {
    let arguments = Self.trust + ["--certificates", name]
    let text = try ToolRun(["inspect"] + arguments, environment: ["COLUMNS": "2000"], directory: Package.vectors)
    let html = try ToolRun(["inspect", "--html", "-"] + arguments, directory: Package.vectors)
    #expect(html.status == 0 && html.stderr == "" && html.stdout.hasPrefix("<!doctype html>\n"))
    let found = try read(html.stdout)
    let words = Set(try #require(found["words"] as? [String]).map { $0.lowercased() })
    // Ages differ by the time between the two runs.
    let missing = text.stdout.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }.filter { word in
      !words.contains(word) && !["seconds", "minutes", "hours"].contains(word) && (Int(word) ?? .max) > 99
    }
    #expect(missing.isEmpty, "\(missing)")
    #expect(found["closed"] as? Bool == true && (found["acts"] as? [Any])?.isEmpty == true)
    let names = Set(try #require(found["names"] as? [String]))
    #expect(names.isDisjoint(with: ["script", "img", "link", "iframe", "object", "a", "form", "base"]))
    #expect(names.isSuperset(of: ["html", "head", "title", "main", "section", "h1", "h2", "bdi"]))
    let metas = try #require(found["metas"] as? [String: String])
    #expect(metas["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'")
    #expect(metas["charset"] == "utf-8" && metas["color-scheme"] == "light dark")
    let style = try #require(found["style"] as? String)
    #expect(style.contains("@media print") && !style.contains("url(") && !style.contains("@import"))
    let first = try #require(text.stdout.first)
    let tone = try #require(["✓": "good", "!": "caution", "✗": "bad"][String(first)])
    #expect(html.stdout.contains("<section class=\"answer \(tone)\" data-part=\"answer\" lang=\"en\">"))
  }

  @Test("hostile values stay text")
  func hostile() throws {
    let product = "</bdi></main><script>alert(1)</script><img src=x onerror='a(\"b\")'>&lt;\u{202E}\u{5D3}\u{5D5}"
    let receipt = try Minted.receipt { $0.inApp[0].productID = product }
    let run = try ToolRun(["inspect", "--html", "-"], input: receipt.bytes)
    let found = try read(run.stdout)
    #expect(found["closed"] as? Bool == true && (found["acts"] as? [Any])?.isEmpty == true)
    #expect((found["names"] as? [String])?.contains("script") == false)
    let shown = product.replacing("\u{202E}", with: "\\u{202e}").split(separator: " ").map(String.init)
    let words = try #require(found["words"] as? [String])
    #expect(shown.allSatisfy { part in words.contains { $0.contains(part) } })
    #expect(run.stdout.components(separatedBy: "</main>").count == 2)
  }

  @Test("the file: its name is printed, nothing is overwritten, and the exit status stays a judgement")
  func file() throws {
    let scratch = try Scratch()
    let receipt = try scratch.file("receipt.der", try Minted.receipt().bytes)
    _ = try scratch.file("root.pem", Array(try Minted.anchor().utf8))
    func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> ToolRun {
      try ToolRun(["inspect"] + arguments + [receipt.path], environment: environment, directory: scratch.url)
    }
    let made = try run(["--html", "a.html", "--trust-anchor", "root.pem"], ["LANG": "de_DE.UTF-8"])
    #expect(made.status == 0 && made.stdout == "a.html\n" && made.stderr == "")
    let html = try String(contentsOf: scratch.url.appendingPathComponent("a.html"), encoding: .utf8)
    #expect(html.contains(" lang=\"de\"><h1 ") && html.contains("Testkauf: niemand hat bezahlt."))
    // The folder of the input is nobody else's business.
    #expect(html.contains("<title>receipt.der: receipt-tool</title>") && !html.contains(scratch.path))
    let again = try run(["--html", "a.html"])
    #expect(again.status == 74 && again.stdout == "" && again.stderr.hasPrefix("error: a.html already exists\nhint: "))
    #expect(try String(contentsOf: scratch.url.appendingPathComponent("a.html"), encoding: .utf8) == html)
    #expect(try run(["--html", "b.html", "--require", "authentic"]).status == 1)
    #expect(try run(["--html", "c.html", "--bundle-id", "com.example.test"]).status == 1)
    #expect(try run(["--html", "d/e.html"]).status == 74)
    for arguments in [["--html", "x", "--asn1"], ["--html", "x", "--html", "y"], ["--html", "x", receipt.path]] {
      #expect(try run(arguments).status == 64, "\(arguments)")
    }
    let unreadable = try ToolRun(
      ["inspect", "--html", "x.html"], input: Array("no receipt".utf8), directory: scratch.url)
    #expect(unreadable.status == 65 && unreadable.stdout == "")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/x.html"))
    let two = try ToolRun(
      ["diff", "--html", "two.html", "receipt.der", "receipt.der"], directory: scratch.url)
    #expect(two.status == 1 && two.stdout == "two.html\n")
    let report = try String(contentsOf: scratch.url.appendingPathComponent("two.html"), encoding: .utf8)
    #expect(report.contains("The first is not proven: Not from Apple: the signer is not trusted."))
    #expect(report.contains("<section class=\"answer bad\" "))
    #expect(try ToolRun(["diff", "--html", "z", "--json", "a", "b"], directory: scratch.url).status == 64)
  }

  @Test(
    "in a real browser: narrow, light and dark, on paper, hostile values", .thorough,
    .enabled(if: BrowserScript.canRun, BrowserScript.missing))
  func browser() throws {
    try BrowserScript.expect(5, from: "report")
  }
}
