import ReceiptKit

/// Converts a status of 3xx, 4xx or 5xx of the App Store Server API to a fault.
struct AppStoreServerErrorReader {
  /// The number of requests per second that Apple allows in production; `nil` if unknown.
  let rate: Int?
  let endpoint: Endpoint
  /// The time on the client's clock.
  let now: Instant

  func fault(_ answer: HTTPAnswer) -> RemoteFault {
    let status = answer.status
    let named = "HTTP \(status)\(HTTPAnswer.name(of: status))"
    if let code = code(answer) { return fault(ofCode: code, answer) }
    if let (errors, code) = reportErrors(answer) {
      var fault = RemoteFault(
        .apiRefused, "\(host) refused it: \(errors.joined(separator: "; "))",
        hint: "of a report that is refused nothing is taken: send all of it again with the same requestIdentifier")
      fault.apiCode = code
      return fault
    }
    switch status {
    case 300..<400:
      return RemoteFault(
        .redirect, "\(host) sends elsewhere (\(named)); it was not followed",
        hint: "Apple never does; a proxy or a login page of the network does. Nothing was sent there")
    case 401:
      return RemoteFault(
        .unauthorized, "\(host) does not accept the token (HTTP 401)\(clockDifference(answer))", hint: Self.candidates)
    case 408, 425, 429, 500...:
      return RemoteFault(
        .serverBusy, "\(host) cannot answer now (\(named))\(rates(status))", hint: "try again later",
        retryAfter: answer.retryAfter(now: now))
    default:
      return RemoteFault(
        .httpStatus, "\(host) refused the request (\(named))", hint: "look at the URL, and at proxies on the way")
    }
  }

  private var host: String { endpoint.host }

  /// What may be wrong with a token, the most frequent first.
  private static let candidates: Message =
    """
    compare with App Store Connect, Users and Access, Integrations, In-App Purchase: the issuer id, the key id and \
    whether the key is active there, the bundle id, and that the key is not a key of the App Store Connect API; \
    receipt-tool explain 401 says more
    """

  private func fault(ofCode code: Int64, _ answer: HTTPAnswer) -> RemoteFault {
    guard let known = AppStoreServerError.of(code) else {
      var fault = RemoteFault(
        answer.status >= 500 || answer.status == 429 ? .serverBusy : .apiRefused,
        "\(host) refused the request with error \(code), which is not known here",
        retryAfter: answer.retryAfter(now: now))
      fault.apiCode = code
      return fault
    }
    let error = "\(code)" + (known.name.map { " " + $0 } ?? "")
    // 4010000 is Unauthorized of the Advanced Commerce API.
    var fault = RemoteFault(
      code == 4_010_000 ? .unauthorized : known.isRetryable ? .serverBusy : .apiRefused,
      "\(host) answered \(error)\(known.isRetryable ? rates(answer.status) : "")",
      hint: "receipt-tool explain \(code) says more",
      retryAfter: known.isRetryable ? answer.retryAfter(now: now) : nil)
    fault.apiCode = code
    return fault
  }

  /// The error code of the body, if it belongs to the status: its first three digits must equal the status.
  private func code(_ answer: HTTPAnswer) -> Int64? {
    guard let document = try? JSONValue(answer: answer.body, maximumBytes: answer.body.count),
      document.repeatedName == nil, case .number(let digits)? = document["errorCode"], let code = Int64(digits),
      code / 10_000 == Int64(answer.status)
    else { return nil }
    return code
  }

  /// The errors of a report (Apple, External Purchase Server API), and the code if there is only one.
  ///
  /// - Parameter maximum: how many of them the message names.
  private func reportErrors(_ answer: HTTPAnswer, maximum: Int = 8) -> (errors: [String], code: Int64?)? {
    guard answer.status == 400,
      let document = try? JSONValue(answer: answer.body, maximumBytes: answer.body.count),
      case .array(let errors)? = document["errors"], !errors.isEmpty
    else { return nil }
    func number(of error: JSONValue) -> Int? {
      if case .number(let digits)? = error["errorCode"] { Int(digits) } else { nil }
    }
    let words = errors.prefix(maximum).map { error in
      let code = number(of: error)
      let name = code.flatMap(ExternalPurchaseError.of)?.name
      let words =
        [name ?? "error \(code.map { String($0) } ?? "without a number")"]
        + ["fieldName", "lineItemId"].compactMap { error[$0]?.stringValue?.displayed(limit: 60) }
      return words.joined(separator: " ")
    }
    return (words, errors.count == 1 ? number(of: errors[0]).map(Int64.init) : nil)
  }

  private func rates(_ status: Int) -> Message {
    guard status == 429, let rate else { return "" }
    return "; Apple allows \(rate) a second for this call, and a tenth of that in the sandbox"
  }

  /// A token is valid from `iat` to `exp` by the server's clock.
  private func clockDifference(_ answer: HTTPAnswer) -> Message {
    guard let then = answer[field: "Date"].flatMap(Instant.init(httpDate:)) else { return "" }
    let seconds = (now.milliseconds - then.milliseconds) / 1_000
    guard abs(seconds) > 60 else { return "" }
    let by = Int(abs(seconds))
    return seconds > 0
      ? "; the clock of this machine is \(grouped: by) s ahead of the server's, which alone explains it"
      : "; the clock of this machine is \(grouped: by) s behind the server's, which alone explains it"
  }
}
