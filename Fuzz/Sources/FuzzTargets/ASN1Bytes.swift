@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// The scan ends, and no element that it shows reaches beyond the input.
  static let asn1Scan = FuzzTarget(name: "asn1-walk", usualLength: 2048) { input in
    try ASN1Limits().visit(input.span, 0..<input.count) { header, depth in
      require(header.contents.upperBound <= input.count, "inside the input")
      require(depth <= ASN1Limits().depth, "inside the limit")
    }
  }
}
