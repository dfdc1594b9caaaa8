/// Whether the status of Apple's answer agrees with the verdict of this library on the receipt.
public struct StatusAgreement: Equatable, Sendable {
  /// The relation of status and verdict. Raw values are stable and appear in JSON output.
  public enum Outcome: String, CaseIterable, Sendable {
    /// Apple's status is the one that follows from the verdict.
    case agrees
    /// Apple's status contradicts the verdict.
    case disagrees
    /// The status says nothing about this receipt: the secret was wrong, or the server was down.
    case silent
  }

  /// The relation of status and verdict.
  public let outcome: Outcome
  /// The reason for ``outcome``, in words without a final full stop.
  public let reason: Message
  /// What to try next, if anything.
  public let hint: Message?

  init(_ response: VerifyReceiptResponse, _ decoded: DecodedInput) {
    let code = response.status.code
    let forecast = AppleForecast(to: decoded)
    let verdict = decoded.authenticity?.verdict
    let inOrder = verdict.map { Message(english: $0.rawValue) } ?? "in order"
    let isTest = verdict == .testSigned
    // A receipt that only a given anchor proves was sent to Apple, who rejects it, or to a server with the same anchor,
    // which accepts it.
    let forecasts = isTest ? [forecast, AppleForecast(to: decoded, accepting: .testSigned)] : [forecast]
    let answers = forecasts.flatMap { [$0.production, $0.sandbox] }
    let possible = Set(answers.flatMap { [$0.status].compactMap(\.self) + $0.otherStatuses })
    switch code {
    case 0 where isTest:
      self.init(
        .agrees, "an anchor that you gave vouches for the receipt, as for a test server; Apple would answer 21002")
    case 0 where possible.contains(0):
      self.init(.agrees, "Apple accepts it, and here it is \(inOrder)")
    case 0:
      let words: Message = verdict.map { Message(english: $0.rawValue) } ?? "not signed"
      self.init(
        .disagrees, "Apple accepts it, but here it is \(words): \(forecast.production.reason)",
        "receipt-tool inspect --certificates shows every step of the proof")
    case 21006 where possible.contains(code): self.init(.agrees, "the subscription of this iOS 6 receipt has expired")
    case 21007 where possible.contains(code):
      self.init(
        .agrees, "it is a sandbox receipt, which was sent to production",
        "send it to the sandbox and compare that answer")
    case 21008 where possible.contains(code):
      self.init(
        .agrees, "it is a receipt of production, which was sent to the sandbox",
        "send it to production and compare that answer")
    case 21002 where possible.contains(code), 21003 where possible.contains(code):
      self.init(.agrees, "Apple refuses it, as it has to: \(forecast.production.reason)")
    case 21002:
      self.init(
        .disagrees,
        """
        Apple refuses it, but here it is \(inOrder): what was sent was not this text, or \
        Apple had a temporary issue
        """,
        "run receipt-tool diagnose on exactly what was sent; if it finds nothing, ask again")
    case 21003, 21006, 21007, 21008:
      let words = [verdict?.rawValue, decoded.environment].compactMap { $0.map(Message.init(english:)) }
      self.init(
        .disagrees, "Apple says \(code), but here it is \(words.joined(separator: ", "))",
        "the answer may belong to another receipt")
    default:
      self.init(
        .silent, "\(code) says nothing about the receipt",
        "receipt-tool explain \(code) says what to do")
    }
  }

  private init(_ outcome: Outcome, _ reason: Message, _ hint: Message? = nil) {
    self.outcome = outcome
    self.reason = reason
    self.hint = hint
  }
}
