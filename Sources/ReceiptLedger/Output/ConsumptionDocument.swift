import ReceiptKit

extension [OpenConsumption] {
  /// Writes the JSON document of `ledger consumption`.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-consumption/1")
      writer.objects("requests", self) { writer, request in
        writer.member("transaction_id", request.transactionID)
        writer.member("product_id", request.productID)
        writer.member("order", request.order)
        writer.member("account", request.account)
        writer.member("asked_at", request.askedAt.rfc3339)
        writer.member("answer_by", request.answerBy.rfc3339)
        writer.member("tries", request.tries)
        writer.key("answer")
        writer.value(request.answer ?? .null)
        writer.member("reason", request.obstacle?.rawValue)
      }
    }
    writer.endLine()
  }

  /// The rows of `ledger consumption` as text for people; ends with a line feed.
  package func text(_ layout: TextLayout) -> String {
    var page = TextPage(layout)
    page.table(
      ["ANSWER BY", "ACCOUNT", "PRODUCT", "TRANSACTION", "ANSWER"],
      map { request in
        let answer = request.answer.map { answer in
          ["deliveryStatus", "consumptionPercentage", "refundPreference"].compactMap { answer[$0] }
            .map { $0.stringValue ?? Self.share($0) }.joined(separator: ", ")
        }
        return [
          request.answerBy.utcMinute, request.account, request.productID, request.transactionID,
          answer ?? request.obstacle.map { StyledText($0.words).said(in: layout.language).text },
        ]
      }, states: map { _ in "" }, indent: 0)
    return page.text
  }

  private static func share(_ value: JSONValue) -> String {
    guard case .number(let digits) = value, let share = Int64(digits) else { return "" }
    return PayloadWording.share(share)
  }
}

extension Consent {
  /// Writes the JSON document of `ledger consent`.
  ///
  /// - Parameters:
  ///   - account: whose it is.
  ///   - event: the number of the event that recorded it; `nil` if nothing was recorded now.
  package static func write(_ consent: Consent?, of account: String, event: Int64?, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/ledger-consent/1")
      writer.member("account", account)
      writer.key("is_given")
      if let consent { writer.bool(consent.isGiven) } else { writer.null() }
      writer.member("source", consent?.source)
      writer.member("at", consent?.at.rfc3339)
      writer.member("event", event.map { Int($0) })
    }
    writer.endLine()
  }
}

extension ConsumptionObstacle {
  /// Why Apple is not told, as a clause.
  var words: Message {
    switch self {
    case .noOrder: "no order of an account has the purchase"
    case .notDelivered: "the order waits for Apple"
    case .noConsent: "the customer did not agree to it"
    case .noRule: "no rule of the policy is about it"
    case .noPercentage: "the rule has no percentage, which a refund of a part needs"
    case .unanswered: "Apple acknowledged no answer in time"
    case .refunded: "Apple refunded it already"
    case .declined: "Apple declined the refund already"
    case .familyShared: "it is shared by the family"
    case .assigned: "it is a seat that somebody else pays for"
    case .advancedCommerce: "it is a purchase of Advanced Commerce"
    }
  }
}
