import ReceiptKit

/// An answer without secrets.
struct MaskedResponse {
  /// The bytes of the answer; rewritten if it repeated a secret.
  var bytes: [UInt8]
  var response: VerifyReceiptResponse
  var isMasked: Bool
}

/// Converts an HTTP answer to an answer of verifyReceipt, or explains why it is not one.
struct AnswerReader {
  let endpoint: Endpoint
  let maximumBytes: Int
  /// The time on the client's clock.
  let now: Instant
  /// Applied before a message quotes and shortens anything: half a secret would not be found.
  let masks: [SecretMask]

  /// The answer without secrets.
  func response(_ answer: HTTPAnswer) throws(RemoteFault) -> MaskedResponse {
    if !(200..<300).contains(answer.status) { throw fault(answer) }
    do throws(ReceiptError) {
      let masked = try mask(try VerifyReceiptResponse(answer.body, maximumBytes: maximumBytes), answer.body)
      if let objection = masked.response.objection { throw objection }
      return masked
    } catch {
      throw RemoteFault(Self.codes[error.code] ?? .notAnAnswer, "\(host) gave \(error.message)", hint: error.hint)
    }
  }

  private func mask(_ response: VerifyReceiptResponse, _ bytes: [UInt8]) throws(ReceiptError) -> MaskedResponse {
    guard let masked = masks.masking(response.document) else {
      return MaskedResponse(bytes: bytes, response: response, isMasked: false)
    }
    var writer = JSONWriter(layout: .compact, reservingCapacity: bytes.count)
    writer.value(masked)
    do throws(ReceiptError) {
      let response = try VerifyReceiptResponse(document: masked)
      return MaskedResponse(bytes: writer.bytes, response: response, isMasked: true)
    } catch {
      throw ReceiptError(.invalidJSON, "the shared secret in place of a status")
    }
  }

  /// The wait that the server requests.
  func retryAfter(_ answer: HTTPAnswer) -> Duration? {
    RetryAfter.wait(answer, now: now)
  }

  private var host: String { endpoint.host }

  static let codes: [ReceiptError.Code: RemoteFault.Code] = [
    .emptyInput: .emptyAnswer, .inputTooLarge: .answerTooLarge, .otherFormat: .htmlPage, .truncated: .truncatedAnswer,
    .invalidEncoding: .invalidEncoding, .invalidJSON: .notAnAnswer,
  ]

  private func fault(_ answer: HTTPAnswer) -> RemoteFault {
    let status = answer.status
    switch status {
    case 300..<400:
      let target = answer[field: "Location"].map { "to \(masks.masking($0).displayed(limit: 200))" } ?? "to nowhere"
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
        retryAfter: retryAfter(answer))
    default:
      return RemoteFault(
        .httpStatus,
        "\(host) refused the request (HTTP \(status)\(HTTPAnswer.name(of: status))); the receipt was not looked at",
        hint: "look at the URL, and at proxies on the way; asking again would bring the same")
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
