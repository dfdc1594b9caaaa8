import Foundation
import ReceiptMint
import Testing

@Suite("serve: the page")
struct ServePageTests {
  @Test(
    "in a real browser: receipts, timeline, themes, keyboard, and nothing sent elsewhere",
    .enabled(if: BrowserScript.canRun, BrowserScript.missing),
    .enabled(if: Package.hasRealReceipts, Package.withoutRealReceipts))
  func browser() throws {
    try BrowserScript.expect(22, from: "page", [Package.realReceipts.path])
  }

  @Test(
    "in a real browser: languages, several items, a saved answer, replies, reports, and what axe finds", .thorough,
    .enabled(if: BrowserScript.canRun, BrowserScript.missing))
  func people() throws {
    try BrowserScript.expect(23, from: "people")
  }

  /// The words of a part, as a person reads them from above to below.
  private func words(_ html: String, in part: String) -> String {
    html.components(separatedBy: "<section ").filter { $0.contains("data-part=\"\(part)\"") }
      .map { section in
        ("<" + section).replacing(/<p class="claim.*?<\/p>/, with: "").replacing(
          /<\/?(bdi|span|time|small)\b[^>]*>/, with: ""
        ).replacing(/<[^>]*>/, with: " ")
          .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
      }
      .joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The body of a form, and the field that names its type.
  private func form(
    _ fields: [(name: String, value: String)], files: [(name: String, content: [UInt8])] = [], boundary: String = "b-1"
  ) -> (type: String, body: [UInt8]) {
    var body: [UInt8] = []
    for (name, value) in fields {
      body += Array("--b-1\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
    }
    for (name, content) in files {
      let head = "Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\nContent-Type: image/jpeg"
      body += Array("--b-1\r\n\(head)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
    }
    return ("Content-Type: multipart/form-data; boundary=\(boundary)", body + Array("--b-1--\r\n".utf8))
  }

  private func send(
    _ server: RunningServer, _ fields: [(name: String, value: String)], files: [(name: String, content: [UInt8])] = [],
    to path: String = "/", _ headers: [String] = []
  ) throws -> WireAnswer {
    let form = form(fields, files: files)
    return try server.ask("POST", path, headers + [form.type], form.body)
  }

  /// What stands in the place for results.
  private func results(_ answer: WireAnswer) throws -> String {
    let page = String(decoding: answer.body, as: UTF8.self)
    let start = try #require(page.range(of: #"aria-busy="false">"#)).upperBound
    let end = try #require(page.range(of: #"<section id="keep""#)).lowerBound
    return String(page[start..<end])
  }

  private func document(_ server: RunningServer, _ fields: [String: String], _ text: String) throws -> String {
    let answer = try send(server, fields.map { ($0.key, $0.value) } + [("receipt", text)])
    #expect(answer.status == 200)
    return try results(answer)
  }

  @Test("what the page lays out of every notification is what inspect prints, word for word")
  func notifications() throws {
    let scratch = try Scratch()
    let trust = ["--trust-anchor", scratch.url.appendingPathComponent("anchor.pem").path]
    let names = NotificationTemplate.all.map(\.name)
    let inputs = try names.map { name in
      let run = try ToolRun(
        ["mint", "--seed", "1", "--creation-date", "2026-01-15T12:00:00Z", "--notification", name]
          + ["--write-anchor", trust[1]])
      #expect(run.status == 0, "\(run.stderr)")
      return run.stdout
    }
    let server = try RunningServer(trust)
    for (name, input) in zip(names, inputs) {
      let html = try document(server, ["language": "en"], input)
      // On a terminal this wide no word is broken.
      let run = try ToolRun(["inspect"] + trust, input: Array(input.utf8), environment: ["COLUMNS": "2000"])
      // The answer stands before the first empty line.
      let rest = try #require(run.stdout.range(of: "\n\n")).upperBound
      let printed = run.stdout[rest...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let shown = words(html, in: "inspect")
      #expect(shown == "Proof " + printed && printed.contains("Notification: \(name) "), "\(name): \(shown)")
      let title = try #require(html.firstMatch(of: /<h2[^>]*>(.*?)<\/h2>/)).1.replacing("&#39;", with: "'")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      let answer = run.stdout[..<rest].split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(answer.hasPrefix(title) && words(html, in: "answer").hasPrefix(title), "\(name): \(title)")
    }
    #expect(names.count == 44)
  }

  @Test("whoever starts it presets app, language and reply; the reader can enter another app")
  func presets() throws {
    let receipt = try Package.text("TestReceipts/production.b64")
    let scratch = try Scratch()
    let file = try scratch.file("reply.json", #"{"en": {"greeting": "Dear reader,"}}"#.utf8).path
    let anchor = ["--trust-anchor", Package.root.appendingPathComponent("TestReceipts/root.pem").path]
    let server = try RunningServer(
      anchor + ["--bundle-id", "com.example.other", "--bundle-id", "com.example.<third>", "--language", "zh"]
        + ["--reply-file", file])
    let preset = try document(server, ["language": "en"], receipt)
    #expect(preset.contains(">✗ Of another app: com.example.reader.</h2>"))
    #expect(preset.contains(">Checked for: com.example.other, com.example.&lt;third&gt;.</p>"))
    #expect(preset.contains("Dear reader,\n") && preset.contains("Guten Tag"))
    let entered = try document(server, ["language": "en", "bundle-id": "com.example.reader"], receipt)
    #expect(entered.contains(">✗ Test: Expired"))
    let page = String(decoding: try server.ask("GET", "/", ["Accept-Language: de"], []).body, as: UTF8.self)
    #expect(page.contains(#"<html lang="zh-Hans">"#) && page.contains(#"placeholder="com.example.other""#))
    #expect(page.contains("<bdi>com.example.&lt;third&gt;</bdi>"))
    // Programs say themselves what they expect.
    let checked = try server.post("/v1/validate", receipt)
    let checks = try #require(try checked.json()["checks"] as? [[String: Any]])
    #expect(checks.contains { $0["check"] as? String == "bundle_identifier" && $0["outcome"] as? String == "skipped" })
  }

  @Test(
    "what cannot be preset ends the start",
    arguments: [
      (["--language", "fr"], "'en', 'de' or 'zh-Hans'", 64), (["--bundle-id", "a b"], "white space", 64),
      (["--bundle-id", ""], "empty", 64), (["--reply-file", "/nowhere/reply.json"], "--reply-file", 66),
      (
        ["--reply-file", Package.root.appendingPathComponent("Schemas/policy-1.schema.json").path], "nested",
        64
      ),
    ])
  func wrongPresets(_ options: [String], _ words: String, _ status: Int32) throws {
    let run = try ToolRun(["serve"] + options)
    #expect(run.status == status && run.stdout == "" && run.stderr.contains(words), "\(run)")
  }

  @Test("one form is answered with the page, in the reader's language, and shows again what was entered")
  func read() throws {
    let server = try RunningServer()
    let fields = [("receipt", "hello </textarea><b>"), ("at", "soon"), ("environment", "sandbox"), ("language", "de")]
    let answer = try send(server, fields)
    let page = String(decoding: answer.body, as: UTF8.self)
    let html = try results(answer)
    #expect(html.hasPrefix("<section class=\"answer bad\" data-part=\"answer\" lang=\"de\">"))
    #expect(
      words(html, in: "answer")
        .hasPrefix("✗ Das lässt sich nicht als Beleg lesen. ! Das Datum „soon“ wurde nicht verstanden"), "\(html)")
    #expect(page.contains("\nhello &lt;/textarea&gt;&lt;b&gt;</textarea>") && page.contains(#"aria-invalid="true""#))
    #expect(page.contains(#"value="sandbox" selected"#) && page.contains(#"value="soon""#))
    #expect(page.contains("<html lang=\"de\">") && page.contains("App-Store-Beleg lesen") && !page.contains("{{"))
    for (language, words) in [("fr, de-CH;q=0.8", "<html lang=\"de\">"), ("zh-TW", "<html lang=\"en\">")] {
      for answer in [
        try server.ask("GET", "/", ["Accept-Language: \(language)"]),
        try send(server, [("receipt", "hello")], ["Accept-Language: \(language)"]),
      ] { #expect(String(decoding: answer.body, as: UTF8.self).contains(words), "\(language)") }
    }
    let chosen = try server.ask("GET", "/?language=de", ["Accept-Language: zh"])
    #expect(String(decoding: chosen.body, as: UTF8.self).contains("<html lang=\"de\">"))
    #expect(try results(send(server, [("receipt", " \r\n")])).contains("! Nothing to read yet"))
    #expect(try results(send(server, [], files: [("a \u{22}b%22.png", [])])).contains("cannot be read") == false)
    #expect(try results(send(server, [], files: [("a%22b.png", [])])).contains("cannot be read"))
  }

  @Test("what is no form of the page is refused with the page, and too much is said to be so in the reader's language")
  func refused() throws {
    let server = try RunningServer()
    let whole = form([("receipt", "a")])
    var wrong: [(String, [UInt8])] = [
      ("Content-Type: application/json", Array(#"{"receipt":"a"}"#.utf8)), ("X-None: 1", whole.body),
      (whole.type, []), (whole.type, Array(whole.body.dropLast(2))), (whole.type, whole.body + [0x20]),
      (whole.type, [0x20] + whole.body), (form([], boundary: "b 1").type, whole.body),
      (form([], boundary: "").type, whole.body), (form([], boundary: "b-2").type, whole.body),
    ]
    for fields in [
      [("environment", "mars")], [("colour", "red")], [("receipt", "a"), ("receipt", "b")],
      [("at", "a"), ("at", "b")], [("impersonal", "yes")],
    ] { wrong.append((whole.type, form([("receipt", "a")].filter { fields[0].0 != $0.0 } + fields).body)) }
    wrong.append((whole.type, Array(String(decoding: whole.body, as: UTF8.self).replacing("name=", with: "").utf8)))
    wrong.append((whole.type, Array(String(decoding: whole.body, as: UTF8.self).replacing("\r\n", with: "\n").utf8)))
    for (index, (type, body)) in wrong.enumerated() {
      let answer = try server.ask("POST", "/", [type], body)
      #expect([400, 415].contains(answer.status), "\(index)")
      #expect(try results(answer).contains("✗ No answer"), "\(index)")
    }
    // What was entered stays.
    let kept = try send(server, [("receipt", "hello"), ("environment", "mars")])
    #expect(kept.status == 400 && String(decoding: kept.body, as: UTF8.self).contains("\nhello</textarea>"))
    func photo(_ count: Int) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0x5A, count: count) }
    let ordinary = try send(server, [], files: [("photo.jpg", photo(6_000_000))], to: "/", ["Accept-Language: de"])
    #expect(ordinary.status == 200)
    #expect(try results(ordinary).contains("Das ist ein Bild"))
    // The page takes four times the size of a receipt.
    let small = try RunningServer(["--max-size", "65536"])
    for path in ["/", "/report"] {
      let answer = try send(small, [], files: [("photo.jpg", photo(270_000))], to: path, ["Accept-Language: de"])
      #expect(answer.status == 413 && answer.headers["content-type"] == "text/html; charset=utf-8")
      #expect(try results(answer).contains("Das ist zu groß"))
    }
  }

  @Test("a form of another page gets nothing, whatever its browser knows")
  func foreign() throws {
    let server = try RunningServer()
    for headers in [
      ["Origin: https://evil.example"], ["Origin: null"], ["Origin: null", "Sec-Fetch-Site: cross-site"],
      ["Origin: http://127.0.0.1:\(server.port)", "Sec-Fetch-Site: same-site"],
    ] {
      for path in ["/", "/report"] {
        #expect(try send(server, [("receipt", "a")], to: path, headers).status == 403, "\(headers)")
      }
    }
    #expect(try send(server, [("receipt", "a")], ["Origin: http://127.0.0.1:\(server.port)"]).status == 200)
    for answer in [try server.ask("GET", "/"), try send(server, [("receipt", "a")])] {
      #expect(answer.headers["referrer-policy"] == "same-origin" && answer.headers["cache-control"] == "no-store")
      let policy = try #require(answer.headers["content-security-policy"])
      for rule in [
        "default-src 'none'", "script-src 'nonce-", "form-action 'self'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ] { #expect(policy.contains(rule), "\(rule)") }
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test("a report is a file, without what identifies people if that is chosen")
  func report() throws {
    let server = try RunningServer([
      "--trust-anchor", Package.root.appendingPathComponent("TestReceipts/root.pem").path,
    ])
    let receipt = Array(try Package.text("TestReceipts/production.b64").utf8)
    for isImpersonal in [false, true] {
      let answer = try send(
        server, [("language", "de")] + (isImpersonal ? [("impersonal", "true")] : []), files: [("jane.b64", receipt)],
        to: "/report")
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.headers["content-disposition"] == #"attachment; filename="receipt-report.html""#)
      #expect(text.hasPrefix("<!doctype html>\n<html lang=\"de\">") && text.contains("Test: Abgelaufen"))
      #expect(text.contains("jane.b64") != isImpersonal && text.contains("2000000000000001") != isImpersonal)
      #expect(text.contains("wurden weggelassen") == isImpersonal && !text.contains("<script"))
    }
  }
}
