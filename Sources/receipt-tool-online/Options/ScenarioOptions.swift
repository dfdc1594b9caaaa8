import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptMint
import ReceiptRemote
import ReceiptServer

/// The stand-in for the App Store Server API.
struct ScenarioOptions: ParsableArguments {
  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      """
      Fill the stand-in for the App Store Server API with the files in this folder, as mint --scenario writes them; \
      with --products the name of a scenario. Repeat for more customers.
      """,
      valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Mint the scenarios now, with the products of this StoreKit configuration of Xcode (.storekit), for the app of \
      --bundle-id. They end at the start of the server.
      """,
      valueName: "file"),
    completion: .file(extensions: ["storekit"]))
  var products: String?

  @Option(
    name: .customLong("from-ledger"),
    help: ArgumentHelp(
      """
      Also serve the purchases of this ledger, as receipt-tool ledger keeps it; nothing is recorded in it. A ledger \
      knows no prices, groups and renewal information.
      """,
      valueName: "file"),
    completion: .file())
  var ledger: String?

  @Option(
    help: ArgumentHelp(
      """
      Stand in for the App Store Server API: sign with the authority in this folder, and take its key from clients \
      (mint init).
      """,
      valueName: "folder"),
    completion: .directory)
  var ca: String?

  @Option(
    help: ArgumentHelp(
      "Send the notifications to this URL when the clock passes their dates, again after 1, 12, 24, 48 and 72 hours.",
      valueName: "url"))
  var notify: String?

  @Option(
    help: ArgumentHelp(
      "The URL of your backend that is asked for retention messages: by performance tests, and by POST /_realtime.",
      valueName: "url"))
  var realtime: String?

  @Flag(
    name: .customLong("allow-remote"),
    help: "Let --notify and the URL for messages be on another machine, by https.")
  var allowRemote = false

  @Option(
    help: ArgumentHelp(
      """
      Let the clock of the stand-in run, this many times as fast as time. (default: it stands still; POST /_clock \
      moves it)
      """,
      valueName: "number"))
  var speed: Double?

  func validate() throws {
    for (name, isGiven) in [
      ("--scenario", !folders.isEmpty), ("--from-ledger", ledger != nil), ("--notify", notify != nil),
      ("--realtime", realtime != nil), ("--allow-remote", allowRemote),
      ("--speed", speed != nil),
    ] where isGiven && ca == nil {
      throw UsageError("\(name) needs --ca: what is served is signed with the authority in that folder")
    }
    if products != nil {
      guard !folders.isEmpty else { throw UsageError("--products", needs: "--scenario") }
      for name in folders where Scenario.named(name) == nil {
        throw UsageError("'\(name)' is not a scenario; mint --scenario list shows them")
      }
    }
    if let speed, !(speed > 0 && speed <= 100_000_000) {
      throw UsageError("--speed is not a number above 0 and up to 100000000")
    }
    _ = try backend("--notify", notify)
    _ = try backend("--realtime", realtime)
  }

  /// A backend under test.
  private func backend(_ option: String, _ url: String?) throws -> Endpoint? {
    guard let url else { return nil }
    let endpoint: Endpoint
    do throws(InvalidEndpoint) {
      endpoint = try Endpoint(url)
    } catch {
      throw UsageError("\(option) is \(error.message)")
    }
    guard allowRemote || ListenAddress.isLoopback(endpoint.host) else {
      throw UsageError("\(option) is a server of another machine; --allow-remote allows that, by https")
    }
    return endpoint
  }

  /// The settings of the stand-in; `nil` if it is not requested.
  ///
  /// - Parameters:
  ///   - decoder: trusts Apple's roots and those of `--trust-anchor`.
  ///   - bundleIdentifier: the app of `--products`; `nil` uses the app of the examples.
  ///   - isQuiet: whether to omit notes about ignored data.
  func settings(
    _ decoder: InputDecoder, bundleIdentifier: String?, isQuiet: Bool, _ console: Console
  ) throws -> StandInSettings? {
    guard let ca else { return nil }
    let folder = AuthorityFolder(ca)
    let authority = try folder.read(console)
    let key = try folder.serverAPIKey(console)
    var decoder = decoder
    decoder.authenticator.anchors += try TrustAnchor.read(
      Array((try authority.root().pem + authority.signedDataRoot().pem).utf8))
    var files: [[(path: String, bytes: [UInt8])]] = []
    if let products {
      files = try minted(products, authority, bundleIdentifier, isQuiet: isQuiet, console)
    } else {
      for folder in folders { files.append(try Self.files(folder, console)) }
    }
    var data: ScenarioData
    do throws(ScenarioFault) {
      data = try files.isEmpty ? ScenarioData(emptyAt: console.now) : ScenarioData(folders: files, decoder: decoder)
    } catch {
      throw Self.unusable(error.path ?? folders.joined(separator: ", "), error.error)
    }
    if let ledger { try Self.add(ledger, to: &data, isQuiet: isQuiet, console) }
    var settings = StandInSettings(data: data, decoder: decoder, authority: authority, key: key)
    settings.speed = speed ?? 0
    settings.receiver = try backend("--notify", notify)
    settings.realtime = try backend("--realtime", realtime)
    settings.allowsRemote = allowRemote
    return settings
  }

  /// Adds the purchases of a ledger. Each account becomes one customer per app. So does each subscription, or product
  /// bought once, of which no account has a purchase.
  private static func add(
    _ path: String, to data: inout ScenarioData, isQuiet: Bool, _ console: Console
  ) throws {
    let ledger: Ledger
    do {
      ledger = try LedgerOptions.open(path, console)
    } catch let error as LedgerError where error.code == .unavailable {
      throw UnusableOption(
        option: "--from-ledger", source: path,
        error: ReceiptError(
          .unreadable, error.message, hint: "receipt-tool ledger add makes one"),
        isInput: true)
    }
    var recorded: [RecordedPurchase] = []
    var leftOut = 0
    let all = try ledger.ownedPurchases()
    // The account of each original transaction: a purchase that no account has belongs to it, too.
    var accounts: [String: String] = [:]
    for owned in all {
      if let original = owned.purchase.originalTransactionID, let account = owned.account {
        accounts[original] = account
      }
    }
    for owned in all {
      let purchase = owned.purchase
      let original = purchase.originalTransactionID ?? purchase.transactionID ?? ""
      let customer = (owned.account ?? accounts[original]).map { "account " + $0 } ?? "purchase " + original
      if let bundle = owned.bundleID, let record = RecordedPurchase(purchase, of: bundle, for: customer) {
        recorded.append(record)
      } else {
        leftOut += 1
      }
    }
    if leftOut > 0, !isQuiet {
      console.note(
        "note: of \(path), \(leftOut.grouped) purchases are left out: their app, product or date is not known")
    }
    do throws(ScenarioFault) {
      try data.add(recorded, environment: ledger.environment == .production ? "Production" : "Sandbox")
    } catch {
      throw UnusableOption(option: "--from-ledger", source: path, error: error.error, isInput: true)
    }
  }

  /// The files of each scenario except its certificates. Each scenario has another customer.
  private func minted(
    _ products: String, _ authority: TestAuthority, _ bundleIdentifier: String?, isQuiet: Bool, _ console: Console
  ) throws -> [[(path: String, bytes: [UInt8])]] {
    let configuration = try StoreKitConfiguration.read(products, console, isQuiet: isQuiet)
    var options = TemplateOptions(creationDate: console.now)
    if let bundleIdentifier { options.bundleIdentifier = bundleIdentifier }
    do throws(MintError) {
      var all: [[(path: String, bytes: [UInt8])]] = []
      for (index, name) in folders.enumerated() {
        // `validate()` refuses a name without a scenario.
        let files = try Scenario.named(name)?.files(
          authority, options: options, seed: String(index + 1), products: configuration)
        all.append(
          (files ?? []).filter { !$0.name.hasSuffix(".pem") }.map { (name + "/" + $0.name, Array($0.text.utf8)) })
      }
      return all
    } catch {
      guard case .impossible(let reason) = error else { throw error }
      throw UnusableOption(
        option: "--products", source: products, error: ReceiptError(.invalidRecord, Message(english: reason)),
        isInput: true)
    }
  }

  /// The files of a folder except its certificates, ordered by name.
  private static func files(_ folder: String, _ console: Console) throws -> [(path: String, bytes: [UInt8])] {
    let paths: [String]
    do throws(ReceiptError) {
      paths = try InputFile.files(inFolder: folder).filter { !$0.hasSuffix(".pem") }
    } catch {
      throw unusable(folder, error)
    }
    return try paths.map { path in
      do throws(ReceiptError) {
        return (path, try console.read(path, maximumBytes: maximumBytes, searchesDirectories: false))
      } catch {
        throw unusable(path, error)
      }
    }
  }

  /// The maximum size of one file; files of scenarios have a few kilobytes.
  private static let maximumBytes = 16 << 20

  private static func unusable(_ source: String, _ error: ReceiptError) -> UnusableOption {
    var error = error
    // --max-size is about the bodies of requests, so its hint does not apply here.
    if error.code == .inputTooLarge { error.hint = "no file of a scenario is that large; take it out of the folder" }
    return UnusableOption(option: "--scenario", source: source, error: error, isInput: true)
  }
}
