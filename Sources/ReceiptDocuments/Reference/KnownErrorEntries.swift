extension ReferenceEntry {
  /// The entries for errors outside of Apple's servers: the rows of ``KnownError``.
  static let knownErrors: [ReferenceEntry] = KnownError.all.map { error in
    ReferenceEntry(
      kind(of: error.domain), error.key, aliases: aliases(error),
      meaning(of: error),
      error.action.isEmpty || error.action == KnownError.nothingToDo ? .noOne : .developer, error.action,
      source: error.domain.source)
  }

  /// The meaning; for an error of StoreKit that has a number, after this number.
  private static func meaning(of error: KnownError) -> String {
    guard error.domain == .storeKit, let code = error.code else { return error.meaning }
    return "SKError \(code). " + error.meaning
  }

  private static func kind(of domain: KnownError.Domain) -> Kind {
    switch domain {
    case .library, .openIAP, .cordova, .revenueCat, .mkStoreKit, .rmStore, .godot, .plugin: .programError
    case .storeKit, .verification, .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices,
      .storeServicesServer, .network,
      .sentence,
      .identifier:
      .storeKitError
    }
  }

  /// The names of an error as programs write them. They may have several words, such as `SKError 2`: a question of
  /// several words is looked up as a name first, and only then read as the text of an error.
  private static func aliases(_ error: KnownError) -> [String] {
    let names = [error.name] + error.otherNames
    func numbered(_ domains: String...) -> [String] {
      guard let code = error.code else { return [] }
      return domains.flatMap { ["\($0) \(code)", "\($0) Code=\(code)", "\($0) error \(code)"] }
    }
    return switch error.domain {
    case .storeKit:
      names + ["SKError", "StoreKitError", "Product.PurchaseError"].flatMap { type in names.map { type + "." + $0 } }
        + numbered("SKError", "SKErrorDomain", "Error Domain=SKErrorDomain", "ESKErrorDomain")
    case .verification, .library:
      names + names.map { "VerificationStatus." + $0 } + numbered(error.domain.rawValue)
    case .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices, .storeServicesServer, .network, .mkStoreKit,
      .rmStore, .godot:
      (error.code == nil ? names : []) + numbered(error.domain.rawValue, "Error Domain=" + error.domain.rawValue)
    case .cordova: ["ERR_" + error.name] + numbered("ErrorCode")
    case .revenueCat: names + numbered("RevenueCat", "RevenueCat.ErrorCode", "Error Domain=RevenueCat.ErrorCode")
    case .plugin: error.otherNames + numbered("Adapty", "AdaptyError")
    case .openIAP, .sentence: error.otherNames
    case .identifier: []
    }
  }
}
