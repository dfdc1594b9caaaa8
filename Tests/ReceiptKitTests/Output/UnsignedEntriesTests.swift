import Foundation
import ReceiptKit
import Testing

@Suite("Entries beside the signed part")
struct UnsignedEntriesTests {
  /// Readers of JSON disagree about a name that occurs twice.
  @Test("are printed once, the first of each name")
  func duplicates() throws {
    let purchase = Data("{\n\t\"quantity\" = \"1\";\n}".utf8).base64EncodedString()
    let list = """
      {
      \t"signature" = "QUJD";
      \t"purchase-info" = "\(purchase)";
      \t"pod" = "1";
      \t"environment" = "Sandbox";
      \t"pod" = "2";
      }
      """
    var writer = JSONWriter(layout: .compact)
    DecodeDocument(try InputDecoder().decode(list)).write(to: &writer, head: DocumentHead(source: "-"))
    let document = try JSONReader().read(writer.bytes)
    #expect(
      document["unsigned_entries"]
        == .object([.init("pod", .string("1")), .init("environment", .string("Sandbox"))]))
  }
}
