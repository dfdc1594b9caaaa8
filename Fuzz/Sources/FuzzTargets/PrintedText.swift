@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// What is read of a print is JSON, and no longer than escapes and the names of columns can make it.
  static let printedValue = FuzzTarget(name: "printed-value", usualLength: 512) { input in
    guard let json = PrintedText(InputText(input), mayBeCut: true)?.json else { return }
    // Each row of a table repeats the names of its columns, of at most 60 octets each.
    require(json.count <= 80 * input.count + 64, "what is written is about as long as what is read")
    // A print may repeat a name, which readers of JSON take note of, and be nested more deeply than they allow.
    _ = try JSONReader().outline(json, json.indices)
  }
}
