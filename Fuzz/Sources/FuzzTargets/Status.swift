@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

extension FuzzTarget {
  /// Everything that `status` does with an input, up to both of its outputs.
  static let status = FuzzTarget(name: "status", usualLength: 2048) { input in
    let history = try PurchaseHistoryReader().read(input)
    let moment = Instant(milliseconds: 1_600_000_000_000)
    let status = SubscriptionStatus(history, at: moment)
    let text = StatusReport(status).text(TextLayout(width: 80, usesColor: false, now: moment))
    for line in text.split(separator: "\n") { require(displayWidth(of: String(line)) <= 80, "no line is too wide") }
    var writer = JSONWriter(layout: .compact)
    StatusRenderer(PurchaseHistoryReader(), at: moment, from: .option)
      .write(status, head: DocumentHead(source: "-"), to: &writer)
    _ = try JSONReader(maximumDepth: 128, maximumValues: .max).read(writer.bytes)
  }
}
