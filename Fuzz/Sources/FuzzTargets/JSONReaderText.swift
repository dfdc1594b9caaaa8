@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// What is read as JSON and written again is read as the same.
  static let jsonReader = FuzzTarget(name: "json-reader", usualLength: 1024) { input in
    let value = try JSONReader().read(input)
    var writer = JSONWriter(layout: .pretty)
    writer.value(value)
    require(try JSONReader().read(writer.bytes) == value, "JSON survives a round trip")
  }
}
