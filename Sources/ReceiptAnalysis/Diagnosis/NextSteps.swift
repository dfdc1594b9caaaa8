/// The steps for a person, in order: first the fault of the receipt, then its text, then where to send it.
struct NextSteps {
  private(set) var steps: [String] = []

  /// - Parameter forSignedData: the steps for this signed data, instead of the general ones.
  init(findings: [Diagnosis.Finding], content: AppleForecast, hasMendedText: Bool, forSignedData: [String] = []) {
    let causes = findings.map(\.cause)
    let isAcceptable = content.production.status != 21002 || content.sandbox.status != 21002
    for cause in causes where !cause.isNote {
      // Repairing the text of a receipt that Apple rejects anyway is useless, except for tests.
      if cause.isAboutText, !isAcceptable, !causes.contains(.testSigned) { continue }
      if cause == .jws { forSignedData.forEach { add($0) } } else { add(cause.entry.action) }
    }
    if isAcceptable {
      if hasMendedText {
        add("Send the mended text as receipt-data: receipt-tool diagnose --canonical prints it, and nothing else.")
      }
      whereToSend(content)
      for cause in causes where cause.isNote && cause != .sandboxReceipt { add(cause.entry.action) }
    }
  }

  private mutating func whereToSend(_ content: AppleForecast) {
    switch (content.production.status, content.sandbox.status) {
    case (21007, _):
      add(
        """
        Send it to https://sandbox.itunes.apple.com/verifyReceipt. A server asks production first, and the sandbox on \
        21007.
        """
      )
    case (0, _): add("Send it to https://buy.itunes.apple.com/verifyReceipt.")
    default: break
    }
  }

  private mutating func add(_ step: String) {
    if !step.isEmpty, !steps.contains(step) { steps.append(step) }
  }
}

extension Cause {
  /// Whether the cause concerns the text around the receipt, which can be repaired.
  var isAboutText: Bool { !isNote && rank >= Cause.plusSignsLost.rank }
}
