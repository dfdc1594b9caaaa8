extension Diagnostician {
  /// The steps for a person, in order: first the fault of the receipt, then its text, then where to send it.
  ///
  /// - Parameter forSignedData: the steps for this signed data, instead of the general ones.
  static func nextSteps(
    _ findings: [Diagnosis.Finding], _ content: AppleForecast, hasMendedText: Bool, forSignedData: [Message]
  ) -> [Message] {
    let causes = findings.map(\.cause)
    let isAcceptable = content.production.status != 21002 || content.sandbox.status != 21002
    var steps: [Message] = []
    for cause in causes where !cause.isNote {
      // Repairing the text of a receipt that Apple rejects anyway is useless, except for tests.
      if cause.isAboutText, !isAcceptable, !causes.contains(.testSigned) { continue }
      steps += cause == .jws ? forSignedData : [Message(english: cause.entry.action)]
    }
    if isAcceptable {
      if hasMendedText {
        steps.append(
          "Send the mended text as receipt-data: receipt-tool diagnose --canonical prints it, and nothing else.")
      }
      switch content.production.status {
      case 21007:
        steps.append(
          """
          Send it to https://sandbox.itunes.apple.com/verifyReceipt. A server asks production first, and the sandbox \
          on 21007.
          """)
      case 0: steps.append("Send it to https://buy.itunes.apple.com/verifyReceipt.")
      default: break
      }
      // The step for 21007 says the same as the action of `sandboxReceipt`.
      steps += causes.filter { $0.isNote && $0 != .sandboxReceipt }.map { Message(english: $0.entry.action) }
    }
    // Some causes need no step, and several may need the same one.
    var seen: Set<Message> = [""]
    return steps.filter { seen.insert($0).inserted }
  }
}

extension Cause {
  /// Whether the cause concerns the text around the receipt, which can be repaired.
  var isAboutText: Bool { !isNote && rank >= Cause.plusSignsLost.rank }
}
