import Foundation
import ReceiptKit
import Testing

/// A form in which people paste signed data.
struct PastedForm: Sendable, CustomTestStringConvertible {
  let row: TableCase
  var testDescription: String { row.name }

  static let all = Result { try TableCase.read("damages", "signed data").map(PastedForm.init) }

  /// What is reported of it, each kind once.
  var repairs: Set<InputRepair.Kind> { Set(row.expected.compactMap(InputRepair.Kind.init)) }
  var layers: [InputLayer] {
    (row.value("layers") ?? "").split(separator: " ").compactMap { InputLayer(rawValue: String($0)) }
  }

  func apply(_ jws: String) -> String {
    Template.filled(row.text, ["TEXT": jws, "BASE64": InputSamples.base64(Array(jws.utf8))])
  }
}

/// Signed data is judged by its own text: what people and programs put around it and between its lines is taken off and
/// reported.
@Suite("Signed data in the forms in which people paste it")
struct PastedSignedDataTests {
  static let kinds = ["transaction", "renewal", "notification-refund", "app-transaction", "realtime"]

  static func vector(_ kind: String) throws -> String {
    String(decoding: try PackageFiles.read("TestReceipts/jws-\(kind).jws"), as: UTF8.self)
  }

  static func decoder() throws -> InputDecoder {
    return try InputDecoder.ofVectors
  }

  @Test(
    "every kind is proven in every form, and nothing that was done to it is kept silent",
    arguments: try PastedForm.all.get())
  func forms(_ form: PastedForm) throws {
    let decoder = try Self.decoder()
    for kind in Self.kinds {
      let jws = try Self.vector(kind)
      let decoded = try decoder.decode(form.apply(jws))
      #expect(decoded.authenticity?.verdict == .testSigned, "\(kind): \(decoded.authenticity?.reason ?? "")")
      let signature = try #require(decoded.document.signature)
      #expect(signature.text == Array(jws.utf8))
      #expect(decoded.unread.isEmpty)
      #expect(Set(decoded.input.repairs.map(\.kind)) == form.repairs, "\(kind): \(decoded.input.repairs)")
      #expect(decoded.input.layers == form.layers, "\(kind)")
    }
  }

  @Test("validate and status say what was repaired, as decode does", arguments: try PastedForm.all.get())
  func reported(_ form: PastedForm) throws {
    let decoder = try Self.decoder()
    let bytes = Array(form.apply(try Self.vector("transaction")).utf8)
    let decoded = try decoder.decode(bytes)
    let repairs = decoded.input.repairs.map(\.description)
    let now = Instant(milliseconds: 1_768_500_000_000)
    let layout = TextLayout(width: 1_000, usesColor: false, now: now)
    let status = SubscriptionStatus(try PurchaseHistoryReader(decoder).read(bytes), at: now)
    let validator = Validator(now: now)
    var writer = JSONWriter(layout: .compact)
    let renderer = ValidateRenderer(ReceiptWorker(decoder), validator)
    renderer.write(validator.validate(decoded), head: DocumentHead(source: "-"), to: &writer)
    let json = String(decoding: writer.bytes, as: UTF8.self)
    #expect(json.contains("\"repairs\":[{") == !repairs.isEmpty)
    #expect(status.history.notes.isEmpty == repairs.isEmpty)
    for repair in decoded.input.repairs {
      #expect(json.contains(#"{"what":"\#(repair.what)","count":\#(repair.count)}"#), "\(json)")
      // Lines of prose end at 100 columns.
      for text in [StatusReport(status).text(layout), validator.validate(decoded).report(layout)] {
        #expect(
          text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(repair.description), "\(text)")
      }
    }
  }

  @Test(
    "and so are those that others published", .enabled(if: SignedSamples.areHere, SignedSamples.missing),
    arguments: try PastedForm.all.get())
  func published(_ form: PastedForm) throws {
    for name in ["apple-test-notification.json"] + SignedSamples.xcode + SignedSamples.mock {
      let jws = try SignedSamples.text(name)
      let chain = try #require(try SignedSamples.part(0, of: jws)["x5c"] as? [String])
      let now = Instant(milliseconds: 1_763_800_000_000)
      let decoder = InputDecoder(
        authenticator: Authenticator(anchors: [try SignedSamples.anchor(chain.count - 1, of: jws)]), currentTime: now)
      let verdict = try decoder.decode(form.apply(jws)).authenticity?.verdict
      #expect(verdict == (name.hasPrefix("apple") ? .authentic : .testSigned), "\(name)")
    }
  }

  @Test("in no form is anything proven that was changed", .thorough, arguments: try PastedForm.all.get())
  func changed(_ form: PastedForm) throws {
    let decoder = try Self.decoder()
    let jws = Array(try Self.vector("transaction"))
    let dots = jws.indices.filter { jws[$0] == "." }
    for index in [20, dots[0] - 40, dots[0] + 30, dots[1] - 9, dots[1] + 1, dots[1] + 50, jws.count - 2] {
      for change in ["A", "_", " A", "", "=", ".", "\u{E9}"] {
        var changed = jws.map(String.init)
        guard changed[index] != change else { continue }
        changed[index] = change
        let decoded = try? decoder.decode(form.apply(changed.joined()))
        let verdict = decoded?.authenticity?.verdict
        #expect(verdict.map { !$0.isAtLeast(.testSigned) } ?? true, "\(index) \(change)")
      }
    }
  }

  @Test(
    "two that differ are never judged as one, in whatever form the first is", .thorough,
    arguments: try PastedForm.all.get())
  func several(_ form: PastedForm) throws {
    let decoder = try Self.decoder()
    let (first, second) = (try Self.vector("transaction"), try Self.vector("renewal"))
    for other in [second, "Bearer \(second)", InputSamples.wrapped(second, at: 76, with: "\n"), #"{"a":"\#(second)"}"#]
    {
      for separator in ["\n", "\n\n", "\r\n", " and ", ", "] {
        for text in [form.apply(first) + separator + other, other + separator + form.apply(first)] {
          guard let decoded = try? decoder.decode(text) else { continue }
          #expect(!decoded.unread.isEmpty, "\(separator.debugDescription) \(other.prefix(20))")
        }
      }
    }
  }

  @Test("several in one text are counted, with the place of the second")
  func counted() throws {
    let jws = try Self.kinds.map { try Self.vector($0) }
    for (separator, offset) in [("\n", 1), ("\r\n", 2), (" ", 1), ("\n\n---\n\n", 7)] {
      let text = jws.joined(separator: separator) + "\n" + jws[0]
      let error = try #require(throws: ReceiptError.self) { try InputRecognizer().recognize(text) }
      #expect(error.code == .invalidEncoding && error.cause == .severalSignedData)
      #expect(error.message.description.hasPrefix("5 different pieces of signed data (JWS) in the text: "))
      #expect(error.offset == jws[0].utf8.count + offset)
      #expect(
        error.hint
          == "give them one at a time, one per line with --stream, or each in a file of its own to status --together")
    }
    // The same data with the other signature that ECDSA allows is other data here: nothing is remembered by a text.
    let twin = try Self.vector("flaw-second-signature")
    #expect(throws: ReceiptError.self) { try InputRecognizer().recognize((jws[0] + "\n" + twin)) }
  }

  @Test("inside of signed data nothing is mended")
  func nested() throws {
    let jws = try Self.vector("transaction")
    for text in [
      jws.replacing(".", with: ".\n"), jws.replacing(".", with: " ."), InputSamples.wrapped(jws, at: 76, with: "\n"),
    ] {
      let inner = try #require(JSONWebSignature(text: text))
      #expect(inner.text == Array(text.utf8))
      let authenticity = try Self.decoder().authenticator.authenticate(inner, judgedAt: nil)
      #expect(authenticity.verdict == .badSignature && authenticity.reason.contains("line break inside the JWS"))
    }
    #expect(JSONWebSignature(text: "Bearer " + jws) == nil && JSONWebSignature(text: jws + "." + jws) == nil)
  }

  @Test("no changed bit leaves a notification proven, wherever in it or in what is signed inside it", .thorough)
  func bits() throws {
    let decoder = try Self.decoder()
    let text = Array(try Self.vector("notification-did-fail-to-renew-grace-period").utf8)
    let dots = text.indices.filter { text[$0] == UInt8(ascii: ".") }
    let inside = stride(from: dots[0], to: dots[1], by: 11)
    for index in Array(stride(from: 0, to: dots[0], by: 61)) + Array(inside) + Array(dots[1]..<text.count) {
      // Every bit of the signature, and of the rest the lowest one and another one at each place.
      for bit in index > dots[1] ? Set(0..<8) : [0, index % 8] {
        var changed = text
        changed[index] ^= 1 << bit
        guard let verdict = try? decoder.decode(changed).authenticity?.verdict else { continue }
        #expect(!verdict.isAtLeast(.testSigned), "bit \(bit) of character \(index)")
      }
    }
  }

  @Test("texts made to cost time are read in a moment", .timeLimit(.minutes(10)))
  func hostile() throws {
    let jws = try Self.vector("transaction")
    let header = String(jws.prefix { $0 != "." })
    let deep = InputSamples.base64(Array((#"{"alg":"ES256","x":"# + String(repeating: "[", count: 200_000)).utf8))
    for text in [
      String(repeating: "eyJh ", count: 10_000) + jws, String(repeating: "eyJhbGciOiJFUzI1NiJ9.", count: 3_000),
      String(repeating: "eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.A\n", count: 2_000), deep + "." + deep + ".AA",
      String(repeating: "> eyJhbGciOiJFUzI1NiJ9\n", count: 3_000), "x " + String(repeating: header + "\n", count: 50),
      jws.dropLast(40) + String(repeating: " ", count: 50_000), String(repeating: jws + "\n", count: 50),
    ] { _ = try? InputRecognizer().recognize(text) }
  }
}
