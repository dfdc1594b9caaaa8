/// An error that people meet outside of Apple's servers: one row of ``all``.
package struct KnownError: Equatable, Sendable {
  /// Who reports the error.
  package enum Domain: String, CaseIterable, Sendable {
    /// StoreKit's purchases and offers, in both of its interfaces.
    case storeKit = "SKErrorDomain"
    /// StoreKit 2's verification of signed data.
    case verification = "VerificationError"
    /// Apple's server libraries.
    case library = "VerificationStatus"
    case appStoreDaemon = "ASDErrorDomain"
    case appStoreServer = "ASDServerErrorDomain"
    case mediaServices = "AMSErrorDomain"
    case storeServices = "SSErrorDomain"
    case storeServicesServer = "SSServerErrorDomain"
    case network = "NSURLErrorDomain"
    case openIAP = "react-native-iap"
    case cordova = "cordova-plugin-purchase"
    case revenueCat = "RevenueCat"
    case mkStoreKit = "MKStoreKit"
    case rmStore = "RMStore"
    /// The numbers that the InAppStore plug-in of Godot returns.
    case godot = "Godot"
    /// Other plug-ins and services.
    case plugin = "plug-ins"
    /// Sentences that Apple's systems show.
    case sentence
    /// Names that programs give to a purchase, where Apple has a number.
    case identifier

    /// The source of the rows.
    package var source: String {
      switch self {
      case .storeKit: "Apple, SKError; Apple, StoreKitError; Apple, Product.PurchaseError"
      case .verification: "Apple, VerificationResult.VerificationError"
      case .library: "Apple, VerificationStatus of the App Store Server Libraries"
      case .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices, .storeServicesServer:
        "observed by third parties; Apple does not document it"
      case .network: "Apple, URLError"
      case .openIAP: "OpenIAP, ErrorCode, as react-native-iap and others have it"
      case .cordova: "cordova-plugin-purchase, ErrorCode"
      case .revenueCat: "RevenueCat, ErrorCode"
      case .plugin: "the source text of Flutter's in_app_purchase, Adapty, Unity IAP and Plugin.InAppBilling"
      case .sentence, .identifier, .mkStoreKit, .rmStore, .godot: "observed by third parties"
      }
    }
  }

  package let domain: Domain
  /// The number of the error; `nil` if it has none, or if the row stands for a whole domain.
  package let code: Int?
  /// The name in its domain: `paymentCancelled`, `E_USER_CANCELLED`.
  package let name: String
  /// Other names in the same domain.
  package let otherNames: [String]
  /// The meaning, in whole sentences.
  package let meaning: String
  /// What to do, in whole sentences; empty if there is nothing to do.
  package let action: String

  init(
    _ domain: Domain, _ code: Int?, _ name: String, also otherNames: [String] = [], _ meaning: String,
    _ action: String = "", isVague: Bool? = nil
  ) {
    self.domain = domain
    self.code = code
    self.name = name
    self.otherNames = otherNames
    self.meaning = meaning
    self.action = action
    self.isVague = isVague ?? (code == nil && domain != .plugin || name == "unknown")
  }

  /// The name by which `explain` finds the error, unique among all errors.
  package var key: String {
    switch domain {
    case .storeKit, .library, .openIAP, .plugin, .sentence, .identifier: name
    case .verification, .revenueCat: domain.rawValue + "." + name
    case .appStoreDaemon, .appStoreServer, .mediaServices, .storeServices, .storeServicesServer, .network, .mkStoreKit,
      .rmStore,
      .godot:
      code.map { "\(domain.rawValue) \($0)" } ?? domain.rawValue
    case .cordova: code.map(String.init) ?? name
    }
  }

  /// The error in a few words: `SKError 2 (paymentCancelled)`.
  package var title: String {
    switch (domain, code) {
    case (.storeKit, let code?): "SKError \(code) (\(name))"
    case (.cordova, let code?): "\(code) (\(name))"
    default: key
    }
  }

  /// The question that `explain` answers with this error, without a space if possible.
  package var question: String {
    switch (domain, code) {
    case (.storeKit, let code?): "SKError=\(code)"
    case (.appStoreDaemon, let code?), (.appStoreServer, let code?), (.mediaServices, let code?),
      (.storeServices, let code?), (.storeServicesServer, let code?), (.network, let code?), (.mkStoreKit, let code?),
      (.rmStore, let code?),
      (.godot, let code?):
      "\(domain.rawValue)=\(code)"
    default: key
    }
  }

  /// Whether the row says only that something failed.
  package let isVague: Bool

  /// All rows, domain by domain.
  package static let all: [KnownError] =
    storeKit + verification + library + internals + network + openIAP + cordova + revenueCat + clients + plugins
    + sentences + identifiers

  /// The error with this number in a domain.
  static func numbered(_ code: Int, in domain: Domain) -> KnownError? { byNumber[domain]?[code] }

  /// The error with this name in a domain.
  ///
  /// - Parameter name: in lower case.
  static func named(_ name: String, in domain: Domain) -> KnownError? { byName[domain]?[name] }

  private static let byNumber: [Domain: [Int: KnownError]] = {
    var rows: [Domain: [Int: KnownError]] = [:]
    for row in all {
      if let code = row.code { rows[row.domain, default: [:]][code] = row }
    }
    return rows
  }()

  private static let byName: [Domain: [String: KnownError]] = {
    var rows: [Domain: [String: KnownError]] = [:]
    for row in all {
      for name in [row.name] + row.otherNames { rows[row.domain, default: [:]][name.lowercased()] = row }
    }
    return rows
  }()
}

/// Sentences that are true of errors of several domains.
extension KnownError {
  static let isCancelled = "The customer cancelled the purchase."
  package static let nothingToDo = "Nothing has to be done."
  static let isUnknown = "An unknown or unexpected error."
  static let lookBelow = "Look at the underlying error and at the App Store account of the device, and try again later."
  static let hasNoNetwork = "The device could not connect to the network."
  static let hasNoConnection = "The connection to a server could not be made, or was lost."
  static let later = "Try again later."
  static let mayNotPay = "The customer may not authorize payments: Screen Time, for instance, forbids it."
  static let whoRestricts =
    "Ask the customer to lift the restriction in Screen Time, or to ask the person who manages the device."
  static let isNotSold = "The product is not sold in this storefront."
  static let lookAtAvailability = "Look at its availability in App Store Connect."
  static let isUnknownProduct = "The App Store does not know the product for this app."
  static let lookAtProduct =
    """
    Compare the product id and the app's bundle identifier with App Store Connect, and look whether the agreement for \
    paid apps is in effect.
    """
  static let isOwned = "The customer has the product already."
  static let restore = "Restore the purchase instead of selling it again."
  static let isPending = "The payment waits for someone: a parent has to approve it, or the bank has to confirm it."
  static let waitForIt = "Grant nothing yet. StoreKit reports the transaction when it is approved."
  static let isVerificationFailure = "The server that was asked to verify the purchase refused it, or did not answer."
  static let lookAtServer = "Look at what that server answered: it knows the reason."
  static let isStoreProblem = "The App Store reported a problem; the underlying error says which."
  static let isInvalid = "The App Store does not know a value of the payment."
  static let mayNotDoThat = "The client may not do what it tried."
}
