import ReceiptCommands
import ReceiptKit
import ReceiptRemote
import SystemLibrary

/// Asks the App Store Server API about one customer after another, for all threads of a migration.
///
/// Once Apple takes no token, or several customers in a row get no answer, nobody else is asked about: the rest would
/// wait in vain, and a later run asks about it.
final class CustomerInquiry: Sendable {
  private let access: AppAccess
  private let connection: AppStoreServerConnection
  private let decoder: InputDecoder
  private let console: Console
  private let admitsUnverified: Bool
  /// The number of customers in a row without an answer, after which nobody else is asked about.
  private let maximumUnanswered: Int

  /// The customers without an answer.
  private struct Unanswered: Sendable {
    var inRow = 0
    /// Why nobody else is asked about.
    var reason: Message?
    /// The worst exit status for them.
    var status = ExitStatus.success
  }

  private let unanswered = Locked(Unanswered())

  init(
    _ access: AppAccess, _ connection: AppStoreServerConnection, _ decoder: InputDecoder, admittingUnverified: Bool,
    maximumUnanswered: Int, _ console: Console
  ) {
    self.access = access
    self.connection = connection
    self.decoder = decoder
    self.console = console
    admitsUnverified = admittingUnverified
    self.maximumUnanswered = maximumUnanswered
  }

  /// The exit status for the customers without an answer, and why not all were asked about.
  var result: (status: ExitStatus, reason: Message?) { unanswered.withLock { ($0.status, $0.reason) } }

  /// What becomes of one input.
  ///
  /// - Throws: why the input cannot be read, or is about another app or a test on a developer's machine.
  func ask(about bytes: [UInt8], with worker: ReceiptWorker) throws(ReceiptError) -> Migration {
    let word = bytes.split(whereSeparator: \.isASCIISpace)
    if word.count == 1, let question = HistoryQuestion(identifier: String(decoding: word[0], as: UTF8.self)) {
      var migration = Migration()
      ask(question, beside: nil, &migration)
      return migration
    }
    let input = ExaminedInput(bytes, with: worker)
    let history = try input.history.get()
    var migration = Migration(history)
    // Of an answer of verifyReceipt, only the ids count that the signed receipt in it has.
    let believed = admitsUnverified ? history : history.proven ?? history
    let question: HistoryQuestion
    do {
      question = try HistoryQuestion(believed, access: access, admittingUnverified: admitsUnverified)
    } catch let error as ReceiptError {
      // There is nothing to move only if a proven input has no purchase at all; with purchases that lack an id, the
      // line is an error.
      guard error == HistoryQuestion.withoutPurchase, believed.isProven, believed.purchases.isEmpty else { throw error }
      migration.outcome = .noPurchase
      return migration
    } catch let objection as CommandFailure {
      migration.outcome = .unproven
      migration.why = objection.message
      migration.hint = "--unverified asks with its ids all the same"
      return migration
    } catch {
      throw ReceiptError(.unreadable, "\(Message(english: "\(error)"))")
    }
    ask(question, beside: receipt(in: input), &migration)
    return migration
  }

  /// The signed receipt in an input, without what is around it; `nil` without one.
  private func receipt(in input: ExaminedInput) -> DecodedInput? {
    guard let decoded = try? input.decoded.get() else { return nil }
    switch decoded.input.content {
    case .signedData(let bytes), .transactionReceipt(let bytes): return try? decoder.decode(bytes)
    case .payload, .jws: return nil
    }
  }

  private func ask(_ question: HistoryQuestion, beside receipt: DecodedInput?, _ migration: inout Migration) {
    if let reason = unanswered.withLock({ $0.reason }) {
      migration.why = "not asked: \(reason)"
      migration.hint = Self.laterRunHint
      return
    }
    var combined = CombinedHistory(PurchaseHistoryReader(decoder))
    var signed: [String: String] = [:]
    var newest: Instant?
    var isApple = true
    do {
      try question.ask(
        connection.asking(question.servers), .everything, since: nil,
        takeOrder: { migration.add(Migration.Call(.order, $0.record)) }
      ) { answer, call in
        migration.add(Migration.Call(call, answer.record))
        isApple = isApple && answer.record.endpoint.isApple
        newest = ([newest] + answer.items.map { $0.authenticity.judgedAt?.instant }).compactMap(\.self).max()
        for item in answer.items where item.kind == .transaction {
          if let identifier = item.payload["transactionId"]?.stringValue { signed[identifier] = item.text }
        }
        if !answer.items.isEmpty { try combined.add(answer.bytes, from: call.name) }
      }
      unanswered.withLock { $0.inRow = 0 }
      guard !signed.isEmpty else {
        migration.outcome = .unknownID
        migration.why = "the App Store Server API knows no purchases of this customer"
        return
      }
      // A server other than Apple's can have its own date.
      let moment = isApple ? console.now : newest ?? console.now
      try migration.take(combined, signed: signed, beside: receipt, at: moment)
    } catch let failure as AppStoreServerFailure {
      record(failure, in: &migration)
    } catch let failure as CommandFailure {
      migration.outcome = .unknownID
      migration.why = failure.message
      migration.hint = failure.hint
    } catch let error as ReceiptError {
      migration.outcome = .refused
      migration.why = error.message
      migration.hint = error.hint
    } catch {
      // The outcome stays `unanswered`, so that a later run asks again.
      migration.why = Message(english: "\(error)")
    }
  }

  private static let laterRunHint: Message = "the same command asks about it again, and about nobody who was answered"

  private func record(_ failure: AppStoreServerFailure, in migration: inout Migration) {
    let fault = failure.fault
    migration.why = fault.message
    migration.hint = fault.hint
    if let record = failure.record, let call = AppStoreServerCall(ofCustomerAt: record.endpoint.url) {
      migration.add(Migration.Call(call, record))
    }
    switch fault.code {
    case .apiRefused:
      migration.outcome = fault.apiCode.map { $0 / 10_000 == 404 } ?? false ? .unknownID : .refused
      unanswered.withLock { $0.inRow = 0 }
    case .foreignAnswer, .unprovenAnswer, .repeatedPage: migration.outcome = .refused
    default:
      // The outcome stays `unanswered`.
      if fault.isTransient { migration.hint = Self.laterRunHint }
      unanswered.withLock { unanswered in
        unanswered.inRow += 1
        unanswered.status = max(unanswered.status, fault.isTransient ? .tryAgain : ExitStatus(fault))
        guard fault.isAboutEverybody || unanswered.inRow >= maximumUnanswered else { return }
        unanswered.reason = unanswered.reason ?? fault.message
      }
    }
  }
}

extension Migration.Call {
  fileprivate init(_ call: AppStoreServerCall, _ record: ExchangeRecord) {
    self.init(name: call.name, title: call.title, url: String(record.endpoint.url.prefix { $0 != "?" }))
  }
}

extension RemoteFault {
  /// Whether a request about another customer would fail in the same way.
  fileprivate var isAboutEverybody: Bool {
    switch code {
    case .unauthorized, .notSent, .certificate, .tls, .redirect, .cancelled: true
    default: false
    }
  }
}

extension Migration {
  /// Whether another run would get the same from Apple, so that it need not ask.
  var isFinal: Bool {
    switch outcome {
    case .answered, .differs, .unknownID: true
    case .noPurchase, .unproven, .refused, .unanswered: false
    }
  }
}
