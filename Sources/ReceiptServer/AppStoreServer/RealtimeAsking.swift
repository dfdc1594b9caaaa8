import ReceiptKit
import ReceiptRemote

/// The content of Apple's request to a backend when a customer is about to cancel (Apple, DecodedRealtimeRequestBody).
struct RealtimeQuestion: Sendable {
  let bundle: String
  let product: String
  let original: String
  /// The time on the stand-in's clock, in milliseconds since 1970.
  let now: Int64
  var locale = "en-US"

  init(_ transaction: CurrentTransaction, bundle: String, at now: Int64) {
    product = transaction.payload["productId"]?.stringValue ?? ""
    original = transaction.original
    self.bundle = bundle
    self.now = now
  }
}

/// Asks a backend for the message to show, as Apple does when a customer is about to cancel.
extension StandIn {
  /// The maximum size of an answer; valid ones are smaller.
  private static let maximumAnswer = 64 << 10

  func mayAskBackend(_ url: String) -> Bool {
    guard let endpoint = try? Endpoint(url) else { return false }
    return allowsRemote || endpoint.isLoopback
  }

  /// Begins a test. Its result is stored in the state of the app.
  func beginTest(_ test: String, _ url: String, _ question: RealtimeQuestion) {
    Task.detached {
      let transport = Self.realtimeTransport()
      await withTaskGroup(of: RealtimeAttempt.self) { group in
        for number in 0..<RealtimeTest.total {
          if number >= RealtimeTest.atOnce, let attempt = await group.next() { self.note(attempt, test, question) }
          group.addTask { await self.askBackend(url, question, transport) }
        }
        for await attempt in group { self.note(attempt, test, question) }
      }
      await transport.shutdown()
    }
  }

  private func note(_ attempt: RealtimeAttempt, _ test: String, _ question: RealtimeQuestion) {
    messaging.withLockedValue { $0[question.bundle]?.tests[test]?.add(attempt) }
  }

  private static func realtimeTransport() -> HTTPTransport {
    HTTPTransport(connectTimeout: .milliseconds(RealtimeTest.deadline), userAgent: "receipt-tool serve")
  }

  /// Asks the backend once.
  func askBackend(_ url: String, _ question: RealtimeQuestion) async -> RealtimeAttempt {
    let transport = Self.realtimeTransport()
    let attempt = await askBackend(url, question, transport)
    await transport.shutdown()
    return attempt
  }

  private func askBackend(_ url: String, _ question: RealtimeQuestion, _ transport: HTTPTransport) async
    -> RealtimeAttempt
  {
    let payload = JSONValue.members(
      ("originalTransactionId", .string(question.original)),
      ("appAppleId", .whole(data.appleIDs[question.bundle] ?? 1)), ("productId", .string(question.product)),
      ("userLocale", .string(question.locale)), ("requestIdentifier", .string(newIdentifier())),
      ("environment", .string(data.environment)))
    guard let endpoint = try? Endpoint(url), let signed = try? signer.sign(payload, at: question.now) else {
      return RealtimeAttempt(milliseconds: 0, result: "OTHER", objection: "it was not sent", answer: nil)
    }
    let start = ContinuousClock.now
    func attempt(
      _ result: String, status: Int? = nil, objection: String? = nil, answer: JSONValue? = nil
    ) -> RealtimeAttempt {
      let milliseconds = Int64((ContinuousClock.now - start) / .milliseconds(1))
      journal.note(
        JournalEntry(
          date: question.now, isSent: true, title: "POST " + url.prefix { $0 != "?" }, status: status,
          detail: [result, "after \(milliseconds) ms", objection].compactMap(\.self).joined(separator: ", "),
          asked: payload.compactText, answered: answer))
      return RealtimeAttempt(
        milliseconds: milliseconds, result: result, objection: objection, answer: answer)
    }
    do throws(RemoteFault) {
      let answer = try await transport.send(
        RemoteRequest(
          body: JSONValue.members(("signedPayload", .string(signed))).compactBytes, to: endpoint,
          timeout: .milliseconds(RealtimeTest.deadline), maximumBytes: Self.maximumAnswer))
      guard answer.status == 200 else {
        return attempt(
          "UNSUCCESSFUL_HTTP_RESPONSE_CODE", status: answer.status,
          objection: "Apple wants HTTP 200, and not \(answer.status)")
      }
      guard let body = try? JSONReader(maximumDepth: 6, maximumValues: 200).read(answer.body) else {
        return attempt("INVALID_RESPONSE", status: 200, objection: "the answer is not JSON")
      }
      if let fault = RequestRules.realtimeAnswer.faults(in: body).first {
        return attempt("INVALID_RESPONSE", status: 200, objection: "of the answer, \(fault.reason)", answer: body)
      }
      return attempt("SUCCESS", status: 200, answer: body)
    } catch {
      return attempt(Self.sendAttemptResult(error.code), objection: error.message.description)
    }
  }
}

extension RequestRules {
  /// Exactly one of the members (Apple, "RealtimeResponseBody").
  fileprivate static let realtimeAnswer = RequestRules(
    [
      RequestMember("message", .object([named]), optional: true),
      RequestMember(
        "alternateProduct", .object([named, RequestMember("productId", .text(maximum: 255))]), optional: true),
      RequestMember(
        "promotionalOffer",
        .object([
          named, RequestMember("promotionalOfferSignatureV2", .text(maximum: 8_192), optional: true),
          RequestMember(
            "promotionalOfferSignatureV1",
            .object([
              RequestMember("encodedSignature", .text(maximum: 1_024)), RequestMember("productId", .text(maximum: 255)),
              RequestMember("nonce", .uuid), RequestMember("timestamp", .number(0...Int64.max)),
              RequestMember("keyId", .text(maximum: 64)), RequestMember("offerIdentifier", .text(maximum: 255)),
            ]), optional: true),
        ]), optional: true),
      RequestMember(
        "advancedCommerceInfo", .object([named, RequestMember("advancedCommerceData", .text(maximum: 32_768))]),
        optional: true),
    ],
    // The rules between members, asked once each member by itself is right.
    faultsOfCombinations: { answer in
      func count(_ names: [String], in value: JSONValue?) -> Int { names.count { value?[$0] ?? .null != .null } }
      guard count(["message", "alternateProduct", "promotionalOffer", "advancedCommerceInfo"], in: answer) == 1 else {
        return [
          RequestFault(
            4_000_000, "",
            "there is not exactly one of message, alternateProduct, promotionalOffer, advancedCommerceInfo")
        ]
      }
      let signatures = ["promotionalOfferSignatureV1", "promotionalOfferSignatureV2"]
      let offer = answer["promotionalOffer"] ?? .null
      guard offer == .null || count(signatures, in: offer) == 1 else {
        return [RequestFault(4_000_000, "promotionalOffer", "has not exactly one signature")]
      }
      let nonce = offer["promotionalOfferSignatureV1"]?["nonce"]?.stringValue ?? ""
      let place = "promotionalOffer.promotionalOfferSignatureV1.nonce"
      return nonce == nonce.lowercased() ? [] : [RequestFault(4_000_000, place, "has to be in small letters")]
    })

  private static let named = RequestMember("messageIdentifier", .uuid)
}
