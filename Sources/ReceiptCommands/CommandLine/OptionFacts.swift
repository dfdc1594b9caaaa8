import ReceiptKit

/// What has to be known of an option before ArgumentParser sees it, and what ArgumentParser does not know at all.
struct OptionFacts: Sendable {
  /// The form of its value, and how often it may be given.
  enum Form: Sendable {
    case flag
    /// A value; of two, ArgumentParser would use the last, and it would be unclear which one counts.
    case once
    case repeated
    /// A value that may begin with a minus, once.
    case signed
  }

  /// Its effect on a judgement.
  enum Acceptance: Sendable {
    /// It accepts nothing more.
    case noMore
    /// It accepts nothing more, unless it replaces a key of a `--policy`.
    case moreThanPolicy
    /// The first one sets a requirement; each further one is another way to satisfy it.
    case moreIfRepeated
    /// It accepts more.
    case more
  }

  let form: Form
  let acceptance: Acceptance

  static func flag(_ acceptance: Acceptance) -> OptionFacts { OptionFacts(form: .flag, acceptance: acceptance) }
  static func once(_ acceptance: Acceptance) -> OptionFacts { OptionFacts(form: .once, acceptance: acceptance) }
  static func repeated(_ acceptance: Acceptance) -> OptionFacts { OptionFacts(form: .repeated, acceptance: acceptance) }
  static func signed(_ acceptance: Acceptance) -> OptionFacts { OptionFacts(form: .signed, acceptance: acceptance) }

  /// The facts of an option of this command, such as `ledger add`; `nil` if no command has an option of this name.
  static func of(_ option: String, in command: String) -> OptionFacts? { own[command]?[option] ?? shared[option] }

  /// Whether any command has an option of this name that takes a value.
  static func takesValueElsewhere(_ option: String) -> Bool {
    ([shared] + own.values).contains { ($0[option]?.form ?? .flag) != .flag }
  }

  /// Options of one letter, and their long forms.
  static let letters: [Character: String] = ["q": "--quiet"]

  /// Commands whose exit status is a judgement on an input, and those that judge with one of these options.
  static func judges(_ command: String, with options: some Sequence<String>) -> Bool {
    switch command {
    case "validate", "verify", "compare", "diff", "history", "ledger add", "ledger notify": true
    case "decode", "inspect", "status", "ledger entitlements":
      options.contains { ["--require", "--is-active", "--is-entitled", "--bundle-id"].contains($0) }
    default: false
    }
  }

  /// Options that are the same wherever they are.
  static let shared = others.merging(ExpectationRow.all.flatMap(expectation)) { _, expected in expected }

  private static func expectation(_ row: ExpectationRow) -> [(String, OptionFacts)] {
    let acceptance: Acceptance =
      switch row.effect {
      case .stricter: .moreThanPolicy
      case .looserIfRepeated: .moreIfRepeated
      case .looser: .more
      }
    return switch row.reading {
    case .once: [("--" + row.name, .once(acceptance))]
    case .repeated: [("--" + row.name, .repeated(acceptance))]
    case .flag: [("--" + row.name, .flag(acceptance)), ("--no-" + row.name, .flag(.noMore))]
    }
  }

  private static let others: [String: OptionFacts] = [
    // Whom a judgement trusts, and as of when.
    "--trust-anchor": .repeated(.more), "--at": .once(.more), "--require": .once(.noMore),
    "--is-active": .once(.noMore), "--is-entitled": .once(.noMore), "--unverified": .flag(.more),
    // One input makes up for what another lacks.
    "--together": .flag(.more),
    // What it expects.
    "--policy": .once(.more),
    // Whom it asks.
    "--endpoint": .once(.more), "--sandbox-endpoint": .once(.more), "--token-file": .once(.noMore),
    "--key": .once(.noMore), "--key-id": .once(.noMore), "--issuer-id": .once(.noMore), "--app": .once(.more),
    "--shared-secret-file": .once(.noMore), "--ask-shared-secret": .flag(.noMore),
    "--exclude-old-transactions": .flag(.noMore), "--connect-timeout": .once(.noMore), "--timeout": .once(.noMore),
    "--deadline": .once(.noMore), "--tries": .once(.noMore), "--curl": .flag(.more), "--latest": .flag(.noMore),
    // The input of a comparison.
    "--response": .once(.noMore), "--transactions": .repeated(.noMore), "--fail-on": .once(.noMore),
    "--all": .flag(.noMore),
    // Reading and printing.
    "--max-size": .once(.noMore), "--format": .once(.noMore), "--color": .once(.noMore), "--no-pager": .flag(.noMore),
    "--json": .flag(.noMore),
    "--text": .flag(.noMore), "--compact": .flag(.noMore), "--quiet": .flag(.noMore), "--in-app": .flag(.noMore),
    "--attributes": .flag(.noMore), "--certificates": .flag(.noMore), "--asn1": .flag(.noMore),
    "--html": .once(.noMore), "--with-receipt": .flag(.noMore), "--canonical": .flag(.noMore),
    // Streams.
    "--stream": .flag(.noMore), "--field": .once(.noMore), "--id-field": .once(.noMore), "--keep": .repeated(.noMore),
    "--csv": .flag(.noMore), "--tsv": .flag(.noMore), "--delimiter": .once(.noMore), "--jobs": .once(.noMore),
    "--unordered": .flag(.noMore),
    "--summary": .once(.noMore),
    // The ledger. Another file has other purchases.
    "--database": .once(.more), "--wait": .once(.noMore), "--order": .once(.noMore), "--account": .once(.noMore),
    "--transaction": .repeated(.noMore), "--application-username": .once(.noMore), "--ordered-at": .once(.noMore),
    "--max-order-age": .once(.noMore), "--allow-restore": .flag(.more), "--verify": .flag(.noMore),
    "--keep-receipts": .flag(.noMore), "--batch": .once(.noMore),
    "--order-field": .once(.noMore), "--account-field": .once(.noMore), "--poll": .flag(.noMore),
    "--watch": .flag(.noMore), "--rate": .once(.noMore), "--lease": .once(.noMore), "--backoff": .once(.noMore),
    "--since": .once(.noMore), "--limit": .once(.noMore), "--as": .once(.noMore), "--state": .once(.noMore),
    "--orders": .flag(.noMore), "--older-than": .once(.noMore), "--dry-run": .flag(.noMore),
    "--erasure-key": .once(.noMore), "--webhook-file": .once(.noMore), "--run": .flag(.noMore),
    // The App Store Server API.
    "--api": .flag(.noMore), "--api-endpoint": .once(.noMore), "--raw": .flag(.noMore),
    "--subscriptions": .flag(.noMore), "--refunds": .flag(.noMore),
    "--since-revision": .once(.noMore), "--yes": .flag(.noMore), "--days": .once(.noMore), "--reason": .once(.noMore),
    "--request-id": .once(.noMore), "--customer-consented": .flag(.noMore), "--delivery-status": .once(.noMore),
    "--sample-content": .flag(.noMore), "--consumption-percentage": .once(.noMore),
    "--refund-preference": .once(.noMore), "--failed": .flag(.noMore), "--type": .once(.noMore),
    "--until": .once(.noMore), "--replay": .once(.noMore),
    // redact
    "--key-file": .once(.noMore), "--new-key": .once(.noMore), "--product-ids": .flag(.noMore),
    "--shift": .signed(.noMore), "--coarsen": .once(.noMore), "--list": .flag(.noMore),
    "--print-anchors": .flag(.noMore),
    // serve
    "--listen": .once(.noMore), "--apple-quirks": .flag(.noMore), "--fail": .repeated(.noMore),
    "--drop": .once(.noMore), "--delay": .once(.noMore), "--seed": .once(.noMore),
    "--notify": .once(.noMore), "--from-ledger": .once(.noMore), "--allow-remote": .flag(.more),
    "--speed": .once(.noMore), "--ledger": .once(.more), "--log-format": .once(.noMore),
    // mint
    "--template": .once(.noMore), "--original-app-version": .once(.noMore), "--creation-date": .once(.noMore),
    "--quantity": .once(.noMore), "--renewals": .once(.noMore), "--period": .once(.noMore), "--trial": .flag(.noMore),
    "--intro": .flag(.noMore), "--gap": .flag(.noMore), "--cancelled": .flag(.noMore), "--purchases": .once(.noMore),
    "--ca": .once(.noMore), "--write-anchor": .once(.noMore), "--era": .once(.noMore), "--digest": .once(.noMore),
    "--key-size": .once(.noMore), "--ber": .flag(.noMore), "--double-wrapped": .flag(.noMore),
    "--attribute": .repeated(.noMore), "--flaw": .repeated(.noMore), "--allow-invalid": .flag(.noMore),
    "--count": .once(.noMore), "--jws": .once(.noMore), "--notification": .once(.noMore),
    "--scenario": .once(.noMore), "--output": .once(.noMore),
  ]

  /// Options of one command that have another meaning in other commands.
  static let own: [String: [String: OptionFacts]] = others(of: apiCalls).merging([
    // A request goes to one environment.
    "verify": ["--environment": .once(.noMore)],
    "compare": appStoreServer, "history": appStoreServer, "notifications test": appStoreServer,
    "notifications list": appStoreServer.merging(["--transaction": .once(.noMore)]) { $1 },
    // A ledger is for production by default.
    "ledger add": ["--environment": .repeated(.more)],
    "ledger run": ["--bundle-id": .once(.noMore)],
    "redact": ["--bundle-id": .flag(.noMore)],
    // Several customers are served together.
    "serve": ["--scenario": .repeated(.noMore), "--environment": .once(.noMore)],
    "mint receipt": [
      "--environment": .once(.noMore), "--bundle-id": .once(.noMore), "--product": .once(.noMore),
    ],
  ]) { $1 }

  /// A request goes to one environment, with the key of one app.
  private static let appStoreServer: [String: OptionFacts] = [
    "--environment": .once(.noMore), "--bundle-id": .once(.noMore),
  ]

  private static let apiCalls = [
    "transaction", "history", "statuses", "order", "refunds", "app-transaction", "test-notification", "mass-extension",
    "extend", "consume", "set-token", "finish",
  ]

  private static func others(of calls: [String]) -> [String: [String: OptionFacts]] {
    Dictionary(uniqueKeysWithValues: calls.map { ("api " + $0, appStoreServer) })
  }
}
