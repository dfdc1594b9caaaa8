@testable import ReceiptBase
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// Whatever is pasted is recognised or refused; what comes out is never longer than what went in.
  static let input = FuzzTarget(name: "input", usualLength: 2048) { input in
    let recognized = try InputRecognizer().recognize(input)
    switch recognized.content {
    // UTF-16 grows by half when it becomes UTF-8.
    case .signedData(let bytes), .payload(let bytes), .transactionReceipt(let bytes):
      require(bytes.count <= input.count + input.count / 2, "nothing grows")
    case .jws: break
    }
  }
}
