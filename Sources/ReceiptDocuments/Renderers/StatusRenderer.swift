/// Documents of `status`.
package struct StatusRenderer: DocumentRenderer, Sendable {
  private let reader: PurchaseHistoryReader
  private let moment: Instant
  private let momentSource: StatusDocument.MomentSource
  private let requiredVerdict: Authenticity.Verdict?

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - reader: reads, and judges who signed.
  ///   - moment: the moment that is asked about.
  ///   - momentSource: where the moment comes from.
  ///   - requiredVerdict: the verdict below which an input's exit code is 1.
  package init(
    _ reader: PurchaseHistoryReader, at moment: Instant, from momentSource: StatusDocument.MomentSource,
    requiredVerdict: Authenticity.Verdict? = nil
  ) {
    self.reader = reader
    self.moment = moment
    self.momentSource = momentSource
    self.requiredVerdict = requiredVerdict
  }

  /// See ``DocumentRenderer``.
  package var schema: String { StatusDocument.schema }

  /// See ``DocumentRenderer``.
  package func read(_ input: [UInt8]) throws(ReceiptError) -> SubscriptionStatus {
    SubscriptionStatus(try reader.read(input), at: moment)
  }

  /// See ``DocumentRenderer``.
  package func verdict(on status: SubscriptionStatus) -> DocumentVerdict {
    DocumentVerdict(status.history.authenticity?.verdict, atLeast: requiredVerdict)
  }

  /// See ``DocumentRenderer``.
  package func write(_ status: SubscriptionStatus, head: DocumentHead, to writer: inout JSONWriter) {
    StatusDocument(status, momentSource: momentSource).write(to: &writer, head: head)
  }
}
