import ArgumentParser
import ReceiptKit

/// `receipt-tool offer check`
struct OfferCheckCommand: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find out why the App Store refuses what your server signed: “Unable to Purchase”.",
    discussion: """
      Give it what the app got from the server (the signature, the JWS, or the JSON of the answer) and what the \
      purchase used. It says whether that verifies under the key. If not, every known mistake is tried, one by one and \
      two at a time: what verifies was signed, so the cause that it names is certain. A public key is enough:

        openssl pkey -in SubscriptionKey_2X9R4HXF34.p8 -pubout > public.pem

      Values of the JSON are those of the purchase unless an option says what the purchase had. Several answers, one a \
      line or in an array, are checked one after the other: a nonce serves once.

      EXAMPLES
        receipt-tool offer check --key SubscriptionKey_2X9R4HXF34.p8 offer.json
        receipt-tool offer check --key public.pem --json offer.json | jq -r .cause
        jq -r .signature offer.json | receipt-tool offer check --key public.pem \\
          --key-id 2X9R4HXF34 --bundle-id com.example.app --product-id pro \\
          --offer-id spring --nonce 368f3888-dcd8-11ef-b3c8-325096b39f47 \\
          --timestamp 1795651200000

      \(ExitStatus.help(
        [
          .success: "in order",
          .negative: "a mistake was found",
          .notAReceipt: "there is no signature, or values are missing",
        ], and: .unreadable))
      """)

  @Argument(
    help: ArgumentHelp("What the app got; - or nothing reads standard input.", valueName: "answer"), completion: .file()
  )
  var input: String?

  @Option(
    help: ArgumentHelp("The key of the server, or its public half (PEM).", valueName: "file"), completion: .file())
  var key: String

  @Option(
    name: .customLong("key-id"),
    help: ArgumentHelp("The id of the key, if neither the answer nor the file's name says it.", valueName: "id"))
  var keyIdentifier: String?

  @Option(
    name: .customLong("bundle-id"),
    help: ArgumentHelp("The app that buys. Repeat for others that the server may have signed for.", valueName: "id"))
  var bundleIdentifiers: [String] = []

  @Option(name: .customLong("product-id"), help: ArgumentHelp("The product that is bought.", valueName: "id"))
  var product: String?

  @Option(name: .customLong("offer-id"), help: ArgumentHelp("The offer that the purchase names.", valueName: "id"))
  var offer: String?

  @Option(
    name: .customLong("account-token"),
    help: ArgumentHelp("The appAccountToken or applicationUsername of the purchase.", valueName: "text"))
  var token: String?

  @Flag(name: .customLong("no-account-token"), help: "The purchase has no account token, whatever the answer says.")
  var hasNoToken = false

  @Option(
    name: .customLong("transaction-id"),
    help: ArgumentHelp("The transaction that the JWS should name.", valueName: "id"))
  var transaction: String?

  @OptionGroup var moment: OfferMoment

  @Option(judging: "Judge its age as of this time.")
  var at: JudgingTime?

  @Flag(help: "Print JSON; several answers give a line each.")
  var json = false

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard token == nil || !hasNoToken else {
      throw UsageError("--account-token", excludes: "--no-account-token")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let publicKey = try Self.publicKey(key, console)
    let source = input ?? "-"
    do {
      let answers = try OfferAnswer.all(in: try console.readOffer(source, "answer"))
      let purchase = purchase(publicKey, console)
      var checks: [OfferCheck] = []
      for answer in answers { checks.append(try OfferCheck(answer, purchase)) }
      OfferCheck.noteRepetitions(&checks)
      return try print(checks, source, console)
    } catch let error as ReceiptError {
      console.report(error, source: source)
      return ExitStatus(error)
    }
  }

  private func purchase(_ publicKey: InAppPurchasePublicKey, _ console: Console) -> OfferCheck.Purchase {
    let given: [OfferField: String?] = [
      .bundle: bundleIdentifiers.first, .key: keyIdentifier, .product: product, .offer: offer,
      .token: hasNoToken ? "" : token,
      .nonce: moment.nonce, .timestamp: moment.timestamp.map { "\($0.milliseconds)" },
    ]
    return OfferCheck.Purchase(
      key: publicKey, fields: given.compactMapValues { $0 },
      others: [
        .bundle: Array(bundleIdentifiers.dropFirst()),
        .key: AppleKeyFileName(path: key).map { [$0.keyIdentifier] } ?? [],
      ], transactionIdentifier: transaction, now: at?.instant(console) ?? console.now)
  }

  private func print(_ checks: [OfferCheck], _ source: String, _ console: Console) throws -> ExitStatus {
    let layout = json ? nil : text.report(console, reading: [source])
    for (index, check) in checks.enumerated() {
      if let layout {
        try console.write((index == 0 ? "" : "\n") + check.report(layout))
        continue
      }
      var writer = JSONWriter(layout: checks.count == 1 ? .pretty : .compact)
      check.writeDocument(source: source, to: &writer)
      try console.write(writer.bytes)
    }
    return checks.allSatisfy(\.isInOrder) ? .success : .negative
  }

  /// Reads a public key. It signs nothing, so its permissions are not checked: everyone may read a public key.
  static func publicKey(_ file: String, _ console: Console) throws -> InAppPurchasePublicKey {
    try DeveloperKey.refusePasted(file, "--key")
    let content: [UInt8]
    do throws(ReceiptError) {
      content = try console.readToCompare(file, maximumBytes: InAppPurchaseKey.maximumBytes + 1)
    } catch {
      throw UnusableOption(option: "--key", source: file, error: error)
    }
    do throws(InvalidInAppPurchaseKey) {
      return try InAppPurchasePublicKey(content)
    } catch {
      throw DeveloperKey.unusable("--key", file, error)
    }
  }
}
