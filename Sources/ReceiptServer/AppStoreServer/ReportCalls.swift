import NIOConcurrencyHelpers
import ReceiptKit

/// The stored reports of an app, as in the External Purchase Server API.
struct ReportState: Sendable {
  /// The reports by `requestIdentifier`.
  var reports: [String: JSONValue] = [:]
  /// The line items by `lineItemId`.
  var lineItems: [String: JSONValue] = [:]
  /// The octets of all reports.
  var size = 0
}

/// The External Purchase Server API (1.2.0). The codes of faults are those of ``ExternalPurchaseError``.
extension StandIn {
  /// The maximum number of line items of an app, and of its reports, which may have no line item.
  private static let maximumLineItems = 10_000
  /// The maximum number of octets of all reports of an app.
  private static let maximumSize = 64 << 20
  /// The maximum number of line items of a report, and of faults returned for it.
  private static let maximumPerReport = 1_000

  /// Send External Purchase Report. A report with any fault is rejected as a whole.
  func sendReport(_ question: APIQuestion) throws -> JSONValue {
    let report = try question.anyObject()
    let identifier = report["requestIdentifier"]?.stringValue ?? ""
    guard Self.items(report).count <= Self.maximumPerReport else {
      throw Self.refusal([RequestFault(19, "lineItems", "has more than \(Self.maximumPerReport) line items")], .null)
    }
    let broken = RequestRules.report.faults(in: report)
    guard broken.isEmpty else { throw Self.refusal(broken, report) }
    try reports.withLockedValue { all in
      var state = all[question.bundle] ?? ReportState()
      let faults = Self.faults(report, beside: state, at: question.now)
      guard faults.isEmpty else { throw Self.refusal(faults, report) }
      let items = Self.items(report)
      guard state.lineItems.count + items.count <= Self.maximumLineItems,
        state.reports.count < Self.maximumLineItems, state.size + question.body.count <= Self.maximumSize
      else { throw APIError(4_290_000) }
      for item in items { state.lineItems[item["lineItemId"]?.stringValue ?? ""] = item }
      state.reports[identifier.lowercased()] = report
      state.size += question.body.count
      all[question.bundle] = state
    }
    return .members(("requestIdentifier", .string(identifier)))
  }

  /// Retrieve External Purchase Report.
  func report(_ question: APIQuestion) throws -> JSONValue {
    let report = reports.withLockedValue { $0[question.bundle]?.reports[question.identifier.lowercased()] }
    guard let report else { throw Self.refusal([RequestFault(3, "requestIdentifier", "is unknown")], .null) }
    return report
  }

  private static func items(_ report: JSONValue) -> [JSONValue] {
    if case .array(let items)? = report["lineItems"] { items } else { [] }
  }

  /// The faults of a report compared with earlier reports.
  private static func faults(_ report: JSONValue, beside state: ReportState, at now: Int64) -> [RequestFault] {
    var faults: [RequestFault] = []
    let identifier = report["requestIdentifier"]?.stringValue?.lowercased() ?? ""
    if state.reports[identifier] != nil { faults.append(RequestFault(1, "requestIdentifier", "was used before")) }
    let own = items(report)
    for (index, item) in own.enumerated() {
      func demand(_ isMet: Bool, _ code: Int64, _ name: String, _ what: String) {
        if !isMet { faults.append(RequestFault(code, "lineItems[\(index)]." + name, what)) }
      }
      func demandSame(_ name: String, _ code: Int64, as other: JSONValue) {
        demand(item[name] == other[name], code, name, "is another one than that of the line item before")
      }
      demand(item["creationDate"]?.wholeNumber ?? 0 <= now, 6, "creationDate", "lies in the future")
      let reported = state.lineItems[item["lineItemId"]?.stringValue ?? ""]
      let isRestatement = item["restatement"] == .bool(true)
      demand(reported == nil || isRestatement, 1, "lineItemId", "was reported before")
      demand(reported != nil || !isRestatement, 3, "lineItemId", "was never reported")
      if let reported {
        demandSame("reportingCurrency", 2, as: reported)
        demandSame("pricingCurrency", 32, as: reported)
        let isRepeated = [item, reported].allSatisfy { $0["erroneouslySubmitted"] == .bool(true) }
        demand(!isRepeated, 30, "erroneouslySubmitted", "was reported before")
      }
      guard let reference = item["referenceLineItemId"]?.stringValue else { continue }
      let referenced = own.first { $0["lineItemId"] == .string(reference) } ?? state.lineItems[reference]
      guard let referenced else {
        demand(false, 3, "referenceLineItemId", "was never reported")
        continue
      }
      let isRefund = item["eventType"] == .string("REFUND")
      demand(referenced["eventType"] == .string("BUY"), isRefund ? 28 : 21, "referenceLineItemId", "is no purchase")
      demand(referenced["erroneouslySubmitted"] != .bool(true), 25, "referenceLineItemId", "was retracted")
      demandSame("taxCountry", 23, as: referenced)
      demandSame("reportingCurrency", 2, as: referenced)
      demand(
        isRefund || referenced["subscriptionEvent"] == .string("SUBSCRIPTION_START"), 14, "referenceLineItemId",
        "is not the start of a subscription")
    }
    return faults
  }

  private static func refusal(_ faults: [RequestFault], _ report: JSONValue) -> APIError {
    let items = items(report)
    return APIError(
      errors: faults.prefix(maximumPerReport).map { fault in
        var members: [JSONValue.Member] = [
          // The number of a malformed member is one of the App Store Server API. Apple's number here is unknown.
          .init("errorCode", .whole(fault.code < 4_000_000 ? fault.code : 0)),
          .init("errorMessage", .string(fault.reason)),
          .init("fieldName", .string(String(fault.place.split(separator: ".").last ?? ""))),
        ]
        let digits = fault.place.split(separator: "[").dropFirst().first?.prefix { $0 != "]" }
        if let index = digits.flatMap({ Int($0) }), items.indices.contains(index),
          let identifier = items[index]["lineItemId"]
        {
          members.append(.init("lineItemId", identifier))
        }
        return .object(members)
      })
  }
}
