@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// The whole way from an input to the printed document.
  static let decode = FuzzTarget(name: "decode", usualLength: 4096) { input in
    let decoded = try InputDecoder().decode(input)
    var writer = JSONWriter(layout: .pretty)
    DecodeDocument(decoded, showsAttributes: true).write(to: &writer, head: DocumentHead(source: "-"))
    _ = try JSONReader(maximumDepth: 128, maximumValues: .max).read(writer.bytes)
  }
}
