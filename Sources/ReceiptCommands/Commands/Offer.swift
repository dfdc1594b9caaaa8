import ArgumentParser
import ReceiptKit

/// `receipt-tool offer`: the group.
struct Offer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer",
    abstract: "Sign offers for StoreKit, and find out why the App Store refuses a signature.",
    discussion: """
      Promotional offers (the original signature and the JWS), introductory offers, and requests of Advanced Commerce.

      EXAMPLES
        receipt-tool offer sign promotional --app reader \\
          --product-id pro --offer-id spring
        receipt-tool offer check --key public.pem offer.json
        receipt-tool explain "Unable to Purchase"

      \(ExitStatus.help(
        [
          .success: "signed, or in order",
          .negative: "offer check found a mistake",
        ], and: .notAReceipt, .unreadable))
      """,
    subcommands: [OfferSign.self, OfferCheckCommand.self])
}

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
        terms.request = try Self.request(request, console)
      } catch {
        console.report(error, source: request)
        return ExitStatus(error)
      }
    }
    let own = try DeveloperKey(key.settings, console)
    let signed: String
    let identifier = try own.identifier()
    let bundle: String
    if let audience = kind.audience {
      let credentials = try own.credentials()
      bundle = credentials.bundleIdentifier
      signed = try credentials.sign(terms, audience: audience)
    } else {
      guard let named = own.bundleIdentifier, !named.isEmpty else {
        throw UsageError("give --bundle-id, or APPSTORE_BUNDLE_ID: the app that buys")
      }
      bundle = named
      signed = try own.key().signature(terms, bundle: bundle, keyIdentifier: identifier)
    }
    try console.writeJSON {
      terms.writeDocument(of: kind, signed: signed, bundle: bundle, keyIdentifier: identifier, to: &$0)
    }
    return .success
  }

  /// The JSON of a request that follows all rules.
  private static func request(_ source: String, _ console: Console) throws(ReceiptError) -> [UInt8] {
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

/// The nonce and the time of a signature.
struct OfferMoment: ParsableArguments {
  @Option(
    help: ArgumentHelp("A UUID that serves one purchase.", valueName: "uuid"), transform: OfferMoment.nonce)
  var nonce: String?

  @Option(
    help: ArgumentHelp("When it was signed, in milliseconds since 1970: 13 digits.", valueName: "ms"),
    transform: OfferMoment.milliseconds)
  var timestamp: Instant?

  private static func nonce(_ text: String) throws -> String {
    guard text.utf8.isUUID else {
      throw UsageError("a nonce is a UUID, such as 368f3888-dcd8-11ef-b3c8-325096b39f47")
    }
    return text.lowercased()
  }

  private static func milliseconds(_ text: String) throws -> Instant {
    guard text.utf8.count == 13, text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text) else {
      let isSeconds = text.utf8.count == 10 && text.utf8.allSatisfy(\.isASCIIDigit)
      throw UsageError(
        isSeconds ? "\(text) is in seconds: \(text)000 is meant" : "a timestamp has 13 digits: milliseconds since 1970")
    }
    return Instant(milliseconds: number)
  }
}

extension SignedOfferKind: ExpressibleByArgument {}

extension Console {
  /// Reads an answer or a request; both are short.
  func readOffer(_ source: String, _ what: Message) throws(ReceiptError) -> [UInt8] {
    do throws(ReceiptError) {
      return try read(source, what, maximumBytes: OfferAnswer.maximumBytes, searchesDirectories: false)
    } catch {
      var error = error
      if error.code == .inputTooLarge { error.hint = "no \(what) about an offer is as long" }
      throw error
    }
  }
}
