import ReceiptKit

extension Exchange {
  /// Converts an HTTP answer to an answer of verifyReceipt without secrets, or explains why it is not one.
  ///
  /// Secrets are masked before a message quotes and shortens anything: half a secret would not be found.
  func result(_ answer: HTTPAnswer, from endpoint: Endpoint) throws(RemoteFault) -> VerifyReceiptResult {
    if !(200..<300).contains(answer.status) { throw fault(answer, endpoint) }
    do throws(ReceiptError) {
      let response = try VerifyReceiptResponse(answer.body, maximumBytes: client.limits.maximumAnswer)
      var result = VerifyReceiptResult(
        bytes: answer.body, response: response, isMasked: false, record: attempts.record(endpoint))
      try mask(&result)
      if let objection = result.response.objection { throw objection }
      return result
    } catch {
      throw RemoteFault(
        .init(ofAnswer: error.code), "\(endpoint.host) gave \(error.message)", hint: error.hint)
    }
  }

  /// Removes secrets that the answer repeats.
  private func mask(_ result: inout VerifyReceiptResult) throws(ReceiptError) {
    guard let masked = masks.masking(result.response.document) else { return }
    var writer = JSONWriter(layout: .compact, reservingCapacity: result.bytes.count)
    writer.value(masked)
    do throws(ReceiptError) {
      result.response = try VerifyReceiptResponse(document: masked)
    } catch {
      throw ReceiptError(.invalidJSON, "the shared secret in place of a status")
    }
    result.bytes = writer.bytes
    result.isMasked = true
  }

  private func fault(_ answer: HTTPAnswer, _ endpoint: Endpoint) -> RemoteFault {
    let host = endpoint.host
    let status = answer.status
    switch status {
    case 300..<400:
      let target: Message =
        answer[field: "Location"].map { "to \(masks.masking($0).displayed(limit: 200))" } ?? "to nowhere"
      return RemoteFault(
        .redirect, "\(host) sends elsewhere, \(target) (HTTP \(status)); it was not followed",
        hint: "verifyReceipt never does; a proxy or a login page of the network does. Nothing was sent there")
    case 401:
      return RemoteFault(
        .httpStatus, "\(host) asks for a token (HTTP 401\(HTTPAnswer.name(of: status))); the receipt was not looked at",
        hint: endpoint.token == nil ? "give it with --token-file" : "it is another one than that of --token-file")
    case 413:
      return RemoteFault(
        .requestTooLarge, "\(host) finds the request too large (HTTP 413); the receipt was not looked at",
        hint: "receipt-tool explain 413 says more")
    case 408, 425, 429, 500...:
      return RemoteFault(
        .serverBusy, "\(host) cannot answer now (HTTP \(status)\(HTTPAnswer.name(of: status)))",
        hint: "try again later",
        retryAfter: answer.retryAfter(now: client.clock.now()))
    default:
      return RemoteFault(
        .httpStatus,
        "\(host) refused the request (HTTP \(status)\(HTTPAnswer.name(of: status))); the receipt was not looked at",
        hint: "look at the URL, and at proxies on the way; asking again would bring the same")
    }
  }
}

extension RemoteFault.Code {
  /// The class of the fault of an answer that cannot be read.
  init(ofAnswer code: ReceiptError.Code) {
    self =
      switch code {
      case .emptyInput: .emptyAnswer
      case .inputTooLarge: .answerTooLarge
      case .otherFormat: .htmlPage
      case .truncated: .truncatedAnswer
      case .invalidEncoding: .invalidEncoding
      default: .notAnAnswer
      }
  }
}

extension HTTPAnswer {
  /// The name of a status with a space before it; empty for a rare one.
  static func name(of status: Int) -> String {
    let names = [
      400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      407: "Proxy Authentication Required", 408: "Request Timeout", 425: "Too Early", 429: "Too Many Requests",
      500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
    return names[status].map { " " + $0 } ?? ""
  }
}
