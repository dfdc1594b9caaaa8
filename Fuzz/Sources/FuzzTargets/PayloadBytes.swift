@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// A payload is read or refused, and printing what was read makes valid JSON.
  static let payload = FuzzTarget(name: "payload", usualLength: 1024) { input in
    let receipt = try Receipt(payload: input)
    var writer = JSONWriter(layout: .compact)
    writer.array { writer in
      writer.receipt(receipt)
      writer.attributes(of: receipt)
    }
    _ = try JSONReader(maximumDepth: 64, maximumValues: .max).read(writer.bytes)
  }
}
