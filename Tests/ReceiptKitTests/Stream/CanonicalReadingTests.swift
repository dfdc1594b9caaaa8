import ReceiptKit
import ReceiptMint
import Testing

@testable import ReceiptReading

/// What is read and written eight octets at a time is what is read and written one by one.
@Suite("Plain reading and writing")
struct CanonicalReadingTests {
  private func plain(_ text: String) -> Instant? {
    CanonicalDate.milliseconds(Array(text.utf8).span.bytes, at: 0).map { Instant(milliseconds: $0) }
  }

  @Test(
    "dates that exist",
    arguments: [
      "1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z", "2020-07-22T17:39:08Z", "0001-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z", "2024-03-10T10:00:00Z",
    ])
  func dates(_ text: String) throws {
    #expect(plain(text) == (try #require(ReceiptDate(text)).instant))
    #expect(plain(text)?.rfc3339 == text)
  }

  @Test(
    "dates that do not, or that are written otherwise",
    arguments: [
      "2023-02-29T00:00:00Z", "2020-13-01T00:00:00Z", "2020-00-01T00:00:00Z", "2020-01-00T00:00:00Z",
      "2020-01-32T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:60:00Z", "2020-01-01T00:00:60Z",
      "0000-01-01T00:00:00Z", "2020-01-01t00:00:00Z", "2020-01-01T00:00:00z", "2020/01/01T00:00:00Z",
      "20:0-01-01T00:00:00Z", "2020-01-01T0 :00:00Z", "2020-01-01T00:00:0\u{FF}", "2020-01-01T00:00:00",
    ])
  func noDates(_ text: String) { #expect(plain(text) == nil) }

  /// Any octet in any place: what the plain way reads, the other reads alike.
  @Test("every octet at every place of a date")
  func everyOctet() {
    let date = Array("2020-02-29T17:39:08Z".utf8)
    for index in date.indices {
      for octet in UInt8.min...UInt8.max {
        var changed = date
        changed[index] = octet
        guard let milliseconds = CanonicalDate.milliseconds(changed.span.bytes, at: 0) else {
          if octet == date[index] { Issue.record("\(index)") }
          continue
        }
        #expect(ReceiptDate(String(decoding: changed, as: UTF8.self))?.instant.milliseconds == milliseconds)
      }
    }
  }

  @Test("numbers")
  func numbers() {
    var numbers: [Int64] = [0, 1, 9, 10, 99, 100, .max, .min, -1, -99_999_999, 253_402_300_799_000]
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      numbers += [power - 1, power, power + 1, -power, power / 7 * 3]
    }
    for number in numbers {
      var buffer = OutputBuffer()
      buffer.appendInPlace(limit: 64) { out, position in out.putDecimal(number, at: position) }
      #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(number))
    }
    for pair in 0..<100 {
      var buffer = OutputBuffer()
      buffer.appendInPlace(limit: 2) { out, position in out.putPair(pair, at: position) }
      #expect(String(decoding: buffer.bytes, as: UTF8.self) == padded(pair, to: 2))
    }
  }

  @Test("copies of every length, to the last octet of the source")
  func copies() {
    let source = (0..<70).map { UInt8($0) }
    for start in 0..<70 {
      for count in 0...(70 - start) {
        var buffer = OutputBuffer()
        buffer.appendInPlace(limit: count + 16) { out, position in
          out.copy(source.span.bytes, start, count, at: position)
        }
        #expect(buffer.bytes == Array(source[start..<(start + count)]))
      }
    }
  }

  /// The first and the last second of daylight saving time and their neighbours, for every year and at the turns of
  /// months: three forms of a date as the general functions print them.
  @Test("dates in their three forms")
  func forms() throws {
    var instants: [Int64] = []
    for year in stride(from: 1968, through: 2104, by: 1) {
      for second in PacificTime.daylightSeconds(in: year).map({ [$0.lowerBound, $0.upperBound] }) ?? [] {
        instants += [second - 1, second, second + 1]
      }
      let newYear = Int64(try #require(CivilDate(year: year, month: 1, day: 1)).daysSince1970) * 86_400
      instants += [newYear, newYear + 7 * 3_600, newYear + 8 * 3_600, newYear + 59 * 86_400 + 3_600]
    }
    let chain = try Mint.authority.chain()
    var receipt = ReceiptDescription.sandboxSample()
    receipt.inApp = instants.map { second in
      var purchase = InAppDescription()
      purchase.purchaseDate = Instant(milliseconds: second * 1_000).rfc3339
      return purchase
    }
    let minted = try EnvelopeMinter(chain).mint(receipt).bytes
    let worker = ReceiptWorker(try Mint.decoder(trusting: chain.root))
    var output = OutputBuffer()
    for _ in 0..<2 {
      output.removeAll()
      _ = worker.appendDocument(of: minted.span, head: DocumentHead(source: "-"), to: &output)
    }
    #expect(worker.fastLines == 1)
    let line = try JSONReader(maximumDepth: 32, maximumValues: .max).read(output.bytes)
    guard case .array(let purchases)? = line["receipt"]?["in_app"] else {
      Issue.record("no in_app")
      return
    }
    #expect(purchases.count == instants.count)
    for (purchase, second) in zip(purchases, instants) {
      let instant = Instant(milliseconds: second * 1_000)
      #expect(purchase["purchase_date"]?.stringValue == instant.gmtText)
      #expect(purchase["purchase_date_ms"]?.stringValue == String(second * 1_000))
      #expect(purchase["purchase_date_pst"]?.stringValue == instant.pacificText)
    }
  }

  @Test("base64 of every length, and one odd character at every place")
  func base64() {
    for count in 0..<80 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 7) }
      let text = Array(Base64.encode(bytes).utf8)
      var decoded: [UInt8] = []
      let length = Base64.decodeCanonical(text.span.bytes, into: &decoded)
      #expect(length == (count == 0 ? nil : count))
      #expect(Array(decoded.prefix(count)) == bytes)
      for index in text.indices {
        var odd = text
        odd[index] = UInt8(ascii: "-")
        #expect(Base64.decodeCanonical(odd.span.bytes, into: &decoded) == nil)
      }
    }
  }
}
