import ArgumentParser
import ReceiptKit

/// `receipt-tool offer sign`
struct OfferSign: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Sign an offer as your server does, and print everything that the app needs.",
    discussion: """
      promotional is the original signature, for SKPaymentDiscount and StoreKit 2; promotional-jws the newer form. \
      introductory says whether the customer gets the introductory offer. advanced-commerce signs a request, which is \
      checked first.

      With --nonce and --timestamp the text that is signed is always the same, to compare a server's with it; a \
      signature differs each time, as all of ECDSA do.

      EXAMPLES
        receipt-tool offer sign promotional --app reader \\
          --product-id pro --offer-id spring
        receipt-tool offer sign promotional-jws --app reader --product-id pro \\
          --offer-id spring --transaction-id 2000000123456789
        receipt-tool offer sign introductory --app reader --product-id pro \\
          --introductory-offer allow --transaction-id 2000000123456789
        receipt-tool offer sign advanced-commerce --app reader --request request.json

      \(ExitStatus.help(
        [
          .success: "it was signed",
          .notAReceipt: "the request of Advanced Commerce breaks a rule",
        ], and: .unreadable))
      """)

  @Argument(help: ArgumentHelp("What to sign.", valueName: "kind"))
  var kind: SignedOfferKind

  @OptionGroup var key: KeyOptions

  @Option(name: .customLong("product-id"), help: ArgumentHelp("The product that is bought.", valueName: "id"))
  var product: String?

  @Option(
    name: .customLong("offer-id"),
    help: ArgumentHelp("The offer, as App Store Connect lists it below the product.", valueName: "id"))
  var offer: String?

  @Option(
    name: .customLong("account-token"),
    help: ArgumentHelp("The appAccountToken or applicationUsername of the purchase, if it has one.", valueName: "text"))
  var token: String?

  @Option(
    name: .customLong("transaction-id"),
    help: ArgumentHelp("Any transaction of the customer, or the appTransactionId.", valueName: "id"))
  var transaction: String?

  @Option(
    name: .customLong("introductory-offer"),
    help: ArgumentHelp("Whether the customer gets the introductory offer: allow or deny.", valueName: "answer"))
  var introductoryOffer: Eligibility?

  @Option(
    help: ArgumentHelp("The request of Advanced Commerce, JSON; - reads standard input.", valueName: "file"),
    completion: .file())
  var request: String?

  @OptionGroup var moment: OfferMoment

  /// Changes nothing: the output is always JSON.
  @OptionGroup var json: JSONOption

  /// `--introductory-offer`
  enum Eligibility: String, ExpressibleByArgument, CaseIterable { case allow, deny }

  func validate() throws {
    let given: [(name: String, isGiven: Bool, needed: [SignedOfferKind], allowed: [SignedOfferKind])] = [
      ("--product-id", product != nil, [.promotional, .promotionalJWS, .introductory], []),
      ("--offer-id", offer != nil, [.promotional, .promotionalJWS], []),
      ("--account-token", token != nil, [], [.promotional]),
      ("--transaction-id", transaction != nil, [.introductory], [.promotionalJWS]),
      ("--introductory-offer", introductoryOffer != nil, [.introductory], []),
      ("--request", request != nil, [.advancedCommerce], []),
    ]
    for option in given {
      if option.needed.contains(kind), !option.isGiven {
        throw UsageError("\(kind.rawValue) needs \(option.name)")
      }
      if option.isGiven, !(option.needed + option.allowed).contains(kind) {
        throw UsageError("\(option.name) means nothing to \(kind.rawValue)")
      }
    }
    for (name, value) in [("--product-id", product), ("--offer-id", offer), ("--transaction-id", transaction)] {
      if value?.isEmpty ?? false { throw UsageError("\(name) is empty") }
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    var terms = OfferTerms(
      nonce: moment.nonce ?? String.randomUUID(), timestamp: moment.timestamp?.milliseconds ?? console.now.milliseconds)
    terms.product = product
    terms.offer = offer
    terms.token = token
    terms.transaction = transaction
    terms.isAllowed = introductoryOffer.map { $0 == .allow }
    if let request {
      do throws(ReceiptError) {
        terms.request = try Self.readRequest(request, console)
      } catch {
        console.report(error, source: request)
        return ExitStatus(error)
      }
    }
    let developerKey = try DeveloperKey(key.settings, console)
    let identifier = try developerKey.identifier()
    let signed: String
    let bundle: String
    if let audience = kind.audience {
      let credentials = try developerKey.credentials()
      bundle = credentials.bundleIdentifier
      signed = try credentials.sign(terms, audience: audience)
    } else {
      guard let named = developerKey.bundleIdentifier, !named.isEmpty else {
        throw UsageError("give --bundle-id, or APPSTORE_BUNDLE_ID: the app that buys")
      }
      bundle = named
      signed = try developerKey.key().signature(terms, bundle: bundle, keyIdentifier: identifier)
    }
    try console.writeJSON {
      terms.writeDocument(of: kind, signed: signed, bundle: bundle, keyIdentifier: identifier, to: &$0)
    }
    return .success
  }

  /// The JSON of a request that follows all rules.
  private static func readRequest(_ source: String, _ console: Console) throws(ReceiptError) -> [UInt8] {
    let bytes = try console.readOffer(source, "request")
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONReader(maximumDepth: 12, maximumValues: 10_000).tree(bytes, 0..<bytes.count)
    } catch {
      throw ReceiptError(.invalidJSON, "the request is not JSON: \(error.message)", offset: error.offset)
    }
    let faults = RequestRules.advancedCommerceFaults(in: document)
    guard faults.isEmpty else {
      throw ReceiptError(
        .otherFormat, "the request breaks a rule: \(faults.prefix(8).joined(separator: "; "))",
        hint: Message(english: Cause.offerRequest.entry.action))
    }
    return bytes
  }
}

extension SignedOfferKind: ExpressibleByArgument {}
