@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// Canonical base64 decodes to three quarters of its length, everything else to nothing.
  static let base64 = FuzzTarget(name: "base64", usualLength: 1024) { input in
    guard let bytes = Base64.decodeCanonical(input) else { return }
    require(bytes.count <= input.count / 4 * 3 && bytes.count + 2 >= input.count / 4 * 3, "three quarters")
  }
}
