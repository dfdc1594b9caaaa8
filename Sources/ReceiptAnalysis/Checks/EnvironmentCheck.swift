extension Check {
  /// Whether the receipt comes from the expected environment. Only a production receipt that Apple signed counts as
  /// production.
  static let environment = Check(
    "environment", .provenance,
    summary: "Is the receipt from the App Store, the sandbox, Xcode or the Volume Purchase Program, as it should be?",
    ifFailed: .developer,
    "Unlock nothing for test receipts in production, but let App Review and TestFlight, which are sandbox, in.",
    isRequested: { !$0.environments.isEmpty }
  ) { context in
    let accepted = context.expectations.environments
    let type = context.receipt?.receiptType ?? context.signedData?.environment
    guard !accepted.isEmpty else {
      return .skipped(found: type.map(Message.init(english:)), "no environment was expected")
    }
    let expected = accepted.map(\.rawValue).joined { "\($0) or \($1)" }
    guard context.receipt != nil || context.signedData != nil else {
      return .skipped(
        expected: expected, found: context.decoded.environment.map(Message.init(english:)),
        "what an iOS 6 transaction receipt says about its environment is not signed")
    }
    let what: Message = context.receipt == nil ? "the signed data" : "the receipt"
    guard let type else { return .failed(expected: expected, "\(what) does not say where it comes from") }
    guard let environment = context.receipt?.kind ?? context.signedData?.kind else {
      return .failed(
        expected: expected, found: Message(english: type),
        context.receipt == nil ? "this environment is not known" : "this receipt_type has not been described yet")
    }
    guard accepted.contains(environment) else {
      return .failed(expected: expected, found: Message(english: type), Message(english: environment.description))
    }
    guard [.production, .vpp].contains(environment) else {
      return .passed(expected: expected, found: Message(english: type))
    }
    // The owner of a test authority could write "Production" into a receipt.
    guard case .authentic? = context.decoded.judgement else {
      let verdict = context.decoded.authenticity?.verdict.rawValue ?? "not verified"
      return .failed(
        expected: expected, found: "\(Message(english: type)), \(Message(english: verdict))",
        "it calls itself \(type), but Apple did not sign it")
    }
    return .passed(expected: expected, found: Message(english: type))
  }
}

extension Receipt {
  /// The environment that the receipt claims, as a case that callers can expect; `nil` for an unknown one.
  fileprivate var kind: Expectations.Environment? {
    switch receiptType {
    case "Production": .production
    case "ProductionVPP": .vpp
    case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
    case "Xcode": .xcode
    default: nil
    }
  }
}

extension JSONWebSignature {
  /// The environment that the payload claims, as a case that callers can expect (Apple, `environment`); `nil` for an
  /// unknown one. LocalTesting belongs to Xcode, too.
  fileprivate var kind: Expectations.Environment? {
    switch environment {
    case "Production": .production
    case "Sandbox": .sandbox
    case "Xcode", "LocalTesting": .xcode
    default: nil
    }
  }
}

extension Expectations.Environment {
  fileprivate var description: String {
    switch self {
    case .production: "it is a receipt of the App Store"
    case .sandbox: "it is a receipt of the sandbox: a test account, TestFlight or App Review"
    case .xcode: "it is a receipt of StoreKit testing in Xcode"
    case .vpp: "it is a receipt of the Volume Purchase Program"
    }
  }
}
