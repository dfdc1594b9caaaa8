import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The signature and wrapping of a receipt to be minted.
struct MintSigningOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Sign with the authority in this folder (mint init).", valueName: "folder"),
    completion: .directory)
  var ca: String?

  @Option(
    help: ArgumentHelp("Keys and identifiers follow from this text: the same again, everywhere.", valueName: "text"))
  var seed: String?

  @Option(
    name: .customLong("write-anchor"),
    help: ArgumentHelp("Write what --trust-anchor takes to this file.", valueName: "file"), completion: .file())
  var anchorFile: String?

  @Option(
    help: ArgumentHelp(
      "Certificates like Apple's: first (2008), sha1 (2013), g7 (2022), sha256 (G5). (default: that of the date)",
      valueName: "name"))
  var era: Era?

  @Option(
    help: ArgumentHelp(
      "Digest of the signature. (default: that of the era)", valueName: "name"))
  var digest: Digest?

  @Option(
    name: .customLong("key-size"),
    help: ArgumentHelp("Bits of the RSA keys. (default: 2048)", valueName: "bits"))
  var keySize: KeySize?

  @Flag(help: "Indefinite lengths, and the content in pieces.")
  var ber = false

  @Flag(name: .customLong("double-wrapped"), help: "Wrap the payload in a second OCTET STRING.")
  var isDoubleWrapped = false

  @Option(
    name: .customLong("attribute"),
    help: ArgumentHelp("Add an attribute: TYPE:HEX or TYPE.VERSION:HEX. Repeat for more.", valueName: "attribute"),
    transform: Self.attribute)
  var attributes: [RawAttribute] = []

  @Option(
    name: .customLong("flaw"),
    help: ArgumentHelp(
      "Make it wrong; list says how, and what a verifier must say. Repeat for more.", valueName: "name"),
    completion: .list(flawNames + ["list"]))
  var flaws: [String] = []

  @Flag(name: .customLong("allow-invalid"), help: "Mint what contradicts itself or the format.")
  var allowInvalid = false

  @Flag(help: "Refuse members of signed data that this version does not know.")
  var strict = false

  func validate() throws {
    guard !(strict && allowInvalid) else {
      throw UsageError("--strict", excludes: "--allow-invalid")
    }
    guard !(ca != nil && keySize != nil) else {
      throw UsageError("--ca and --key-size exclude each other: the folder already has keys")
    }
    for name in flaws where name != "list" && !Self.flawNames.contains(name) {
      throw UsageError("'\(name)' is not a flaw; --flaw list shows them")
    }
  }

  /// The flaws of receipts and of signed data, each name once.
  static let flawNames =
    MintFlaw.all.map(\.name) + JWSFlaw.all.map(\.name).filter { MintFlaw.named($0) == nil }

  /// Rejects flaws of the other kind of data, and options that have no effect on signed data.
  func validate(asSignedData: Bool) throws {
    for name in flaws where asSignedData && JWSFlaw.named(name) == nil {
      throw UsageError("'\(name)' is a flaw of receipts; --jws transaction --flaw list shows others")
    }
    for name in flaws where !asSignedData && MintFlaw.named(name) == nil {
      throw UsageError("'\(name)' is a flaw of signed data; it needs --jws or --notification")
    }
    guard asSignedData || !strict else { throw UsageError("--strict is about signed data; it needs --jws") }
    if asSignedData, let wrong = receiptForm.first {
      throw UsageError("\(wrong) means nothing to signed data")
    }
  }

  /// The given options that apply only to receipts.
  private var receiptForm: [String] {
    let given = [
      ("--era", era != nil), ("--digest", digest != nil), ("--ber", ber), ("--double-wrapped", isDoubleWrapped),
      ("--attribute", !attributes.isEmpty),
    ]
    return given.filter(\.1).map(\.0)
  }

  /// The given options that have no effect on a scenario.
  var onlyForSingles: [String] {
    let given = [
      ("--flaw", !flaws.isEmpty), ("--allow-invalid", allowInvalid), ("--strict", strict),
      ("--write-anchor", anchorFile != nil),
    ]
    return receiptForm + given.filter(\.1).map(\.0)
  }

  /// Whether the authority exists only during this run, so that it cannot sign later and no one can verify its
  /// signatures later.
  var isEphemeral: Bool { ca == nil && anchorFile == nil && seed == nil }

  /// The signing authority.
  func authority(seed: String, _ console: Console) throws -> TestAuthority {
    if let ca { return try AuthorityFolder(ca).read(console) }
    return try TestAuthority(seed: seed, keySize: keySize ?? .bits2048)
  }

  /// The recipe for signing.
  func recipe() -> MintRecipe {
    var recipe = MintRecipe()
    recipe.era = era
    recipe.digest = digest
    recipe.isBER = ber
    recipe.wrappings = isDoubleWrapped ? 1 : 0
    recipe.extraAttributes = attributes
    recipe.flaws = flaws.compactMap(MintFlaw.named)
    return recipe
  }

  /// Writes the certificates that a verifier needs, if requested. A file with the same content is not changed.
  func writeAnchor(_ anchors: [TestCertificate], _ console: Console) throws {
    guard let anchorFile else { return }
    let bytes = Array(anchors.map(\.pem).joined().utf8)
    if OutputFile.exists(anchorFile),
      (try? console.read(anchorFile, maximumBytes: 1 << 16, searchesDirectories: false)) == bytes
    {
      return
    }
    try OutputFile.create(anchorFile, bytes)
  }

  /// `TYPE:HEX` or `TYPE.VERSION:HEX`
  private static func attribute(_ text: String) throws -> RawAttribute {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 2, (1...2).contains(numbers.count), let type = numbers[0],
      let version = numbers.count == 2 ? numbers[1] : 1, let value = octets(ofHexadecimal: parts[1])
    else { throw UsageError("'\(text)' is not an attribute; use TYPE:HEX or TYPE.VERSION:HEX, as 4711:0C0141") }
    return RawAttribute(type: type, version: version, value: value)
  }
}

extension Era: ExpressibleByArgument {}
extension Digest: ExpressibleByArgument {}
