import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The signed data of a run, by number: 0, 1, 2 and so on.
typealias SignedDataSource = @Sendable (Int) throws(MintError) -> JWSDescription

extension MintContentOptions {
  /// The kind of signed data to mint; `nil` for receipts.
  var signedDataKind: SignedPayloadKind? { jws ?? (notification == nil ? nil : .notification) }

  /// The source for the options, or for a description with the options applied to it.
  func signedData(
    _ kind: SignedPayloadKind, _ description: String?, seed: String, _ signing: MintSigningOptions, _ console: Console
  ) throws -> SignedDataSource {
    if let description {
      let described = try describedSignedData(kind, description, signing, console)
      return { number throws(MintError) in
        guard number == 0 else {
          throw MintError.impossible("described signed data is minted as it is: no two can differ")
        }
        return described
      }
    }
    var signedTemplate = try SignedDataTemplate(
      kind, template: template.map(Self.template), notification: notification.map(Self.notification),
      options: templateOptions(console))
    signedTemplate.device = deviceGUID
    return { [signedTemplate] number throws(MintError) in try signedTemplate.description(seed: seed, number: number) }
  }

  private func describedSignedData(
    _ kind: SignedPayloadKind, _ file: String, _ signing: MintSigningOptions, _ console: Console
  ) throws -> JWSDescription {
    let moment = moment(console)
    let described = try readDescription(file, console) { document throws(DescriptionError) in
      try SignedDataReader(
        creationDate: moment, allowsInvalid: signing.allowInvalid, isStrict: signing.strict
      ).read(document, as: kind)
    }
    let unknown = UnknownFacts(described.payload, as: kind).facts
    let members = unknown.filter { $0.kind == .member }.map { $0.pointer.displayed(limit: 100) }
    if !members.isEmpty {
      console.note("new to this version, and minted as it is: \(members.summarized(separator: ", "))")
    }
    let names: [MintEnvironment: String] = [.production: "Production", .sandbox: "Sandbox", .xcode: "Xcode"]
    return described.replacing(
      bundleIdentifier: bundleIdentifier, environment: environment.flatMap { names[$0] },
      signedDate: creationDate == nil ? nil : moment)
  }

  static func notification(_ name: String) throws -> NotificationTemplate {
    guard let notification = NotificationTemplate.named(name) else {
      throw UsageError("'\(name)' is not a notification; --notification list shows them")
    }
    return notification
  }

  /// Rejects options that have no effect on a scenario.
  func validateScenario(_ name: String) throws {
    guard Scenario.named(name) != nil else {
      throw UsageError("'\(name)' is not a scenario; --scenario list shows them")
    }
    if let environment, ![.production, .sandbox].contains(environment) {
      throw UsageError("--scenario", excludes: "--environment \(environment.rawValue)")
    }
    let given = [
      ("--template", template != nil), ("--jws", jws != nil), ("--notification", notification != nil),
      ("--device-guid", deviceGUID != nil),
    ]
    // With --products, --product says which of them is bought first.
    let others = onlyForTemplates.filter { $0 != "--product" || products == nil }
    if let wrong = (given.filter(\.1).map(\.0) + others).first {
      throw UsageError("\(wrong)", excludes: "--scenario")
    }
  }

  /// Rejects options that have no effect on signed data.
  func validateSignedData(_ kind: SignedPayloadKind) throws {
    guard kind == .notification || notification == nil else {
      throw UsageError("--notification", excludes: "--jws \(kind.rawValue)")
    }
    if let notification { _ = try Self.notification(notification) }
    if let environment, ![.production, .sandbox, .xcode].contains(environment) {
      throw UsageError("--jws", excludes: "--environment \(environment.rawValue)")
    }
    let isFromDevice = [.transaction, .renewal, .appTransaction].contains(kind)
    guard isFromDevice || environment != .xcode else {
      throw UsageError("StoreKit testing in Xcode makes no \(kind.rawValue)")
    }
    let receiptTemplate = try template.map(Self.template)
    let isAboutProduct = kind != .appTransaction
    let isSubscription = isAboutProduct && (receiptTemplate ?? .subscription) == .subscription
    let fitting: [(name: String, isGiven: Bool, fits: Bool)] = [
      ("--template", template != nil, isAboutProduct), ("--product", product != nil, isAboutProduct),
      ("--renewals", renewals != nil, isSubscription), ("--period", period != nil, isSubscription),
      ("--trial", trial, isSubscription), ("--intro", intro, isSubscription), ("--gap", gap, isSubscription),
      ("--quantity", quantity != nil, receiptTemplate == .consumable), ("--purchases", purchases != nil, false),
      ("--cancelled", cancelled, [.transaction, .renewal].contains(kind)),
      ("--app-version", applicationVersion != nil, [.appTransaction, .notification].contains(kind)),
      ("--original-app-version", originalApplicationVersion != nil, kind == .appTransaction),
      ("--device-guid", deviceGUID != nil, isFromDevice),
    ]
    if let wrong = fitting.first(where: { $0.isGiven && !$0.fits }) {
      throw UsageError("\(wrong.name) means nothing to --jws \(kind.rawValue)")
    }
    guard !(gap && renewals == 0) else { throw UsageError("--gap needs a renewal behind it") }
  }
}

extension SignedPayloadKind: ExpressibleByArgument {}
