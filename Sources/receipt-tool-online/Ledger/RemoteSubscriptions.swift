import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// Asks the App Store Server API for the ledger. The ledger decides when to try again.
struct RemoteSubscriptions: SubscriptionSource, ConsumptionSender {
  private let client: AppStoreServerClient
  private let decoder: InputDecoder
  let bundleID: String
  /// The time for one call.
  private let callTimeout: Duration

  init(_ client: AppStoreServerClient, decoder: InputDecoder, bundleID: String, timeout: Duration) {
    var client = client
    client.retries = RetryPolicy(tries: 1)
    client.limits.deadline = timeout
    self.client = client
    self.decoder = decoder
    self.bundleID = bundleID
    callTimeout = timeout
  }

  /// The time for both questions, in milliseconds: one call for the statuses, and two for the refunds. Those come in
  /// pages of 20: further pages are requested within the time of one call, and the last one may take as long again.
  var timeout: Int64 { (callTimeout * 3).wholeMilliseconds }

  /// In milliseconds.
  var sendingTimeout: Int64 { callTimeout.wholeMilliseconds }

  func statuses(of original: String) async -> AppleReply { await ask(.statuses, original) }

  func refunds(of original: String) async -> AppleReply { await ask(.refunds, original) }

  private func ask(_ call: AppStoreServerCall, _ original: String) async -> AppleReply {
    guard let request = AppStoreServerRequest(call, original) else {
      return .later(reason: "'\(original)' is not an identifier of Apple's", retryAfter: nil)
    }
    let end = ContinuousClock.now + callTimeout
    var pages = AppStoreServerPages(request)
    var purchases: [SignedPurchase] = []
    do {
      while let answer = try await client.next(of: &pages) {
        purchases += try self.purchases(answer)
        guard !answer.hasMore || ContinuousClock.now < end else {
          return .unreachable(reason: "the answer has more pages than fit into the time for one call")
        }
      }
    } catch let fault as ReceiptError {
      return .unproven(reason: "the answer is refused as a whole: \(fault.message)")
    } catch {
      guard let fault = (error as? AppStoreServerFailure)?.fault else { return .unreachable(reason: "\(error)") }
      return Self.reply(fault, about: original)
    }
    return .signed(purchases)
  }

  private static func reply(_ fault: RemoteFault, about original: String) -> AppleReply {
    let reason = fault.message.description
    return switch fault.code {
    case .unauthorized: .refusedKey(reason: reason)
    case .unprovenAnswer, .foreignAnswer: .unproven(reason: reason)
    // TransactionIdNotFound and similar errors. Errors that may be temporary are transient faults.
    case .apiRefused where fault.apiCode.map { $0 / 10_000 == 404 } ?? false:
      .unknown(reason: "about \(original): \(reason)")
    case .serverBusy: .later(reason: reason, retryAfter: fault.retryAfter?.wholeMilliseconds)
    default:
      fault.isTransient ? .unreachable(reason: reason) : .later(reason: reason, retryAfter: nil)
    }
  }

  func send(_ body: [UInt8], about transaction: String) async -> ConsumptionReply {
    guard let change = AppStoreServerRequest(.consume, transaction, bytes: body) else {
      return .refused(code: nil, reason: "'\(transaction)' is not an identifier of Apple's")
    }
    do throws(AppStoreServerFailure) {
      _ = try await client.change(change)
      return .received
    } catch {
      let fault = error.fault
      let reason = fault.message.description
      switch fault.code {
      case .unauthorized: return .refusedKey(reason: reason)
      // An identifier that Apple does not know yet may be known later.
      case .apiRefused where fault.apiCode.map { $0 / 10_000 != 404 } ?? true:
        return .refused(code: fault.apiCode, reason: reason)
      default: return .later(reason: reason, retryAfter: fault.retryAfter?.wholeMilliseconds)
      }
    }
  }

  /// Each transaction precedes the renewal information that belongs to it.
  private func purchases(_ answer: AppStoreServerAnswer) throws(ReceiptError) -> [SignedPurchase] {
    var purchases: [SignedPurchase] = []
    for (index, item) in answer.items.enumerated() where item.kind == .transaction {
      let next = answer.items.dropFirst(index + 1).first
      purchases.append(
        try SignedPurchase(
          transaction: item.text, renewal: next?.kind == .renewal ? next?.text : nil, decoder: decoder))
    }
    return purchases
  }
}
