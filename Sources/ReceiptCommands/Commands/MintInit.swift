import ArgumentParser
import ReceiptKit
import ReceiptMint

/// `receipt-tool mint init`
struct MintInit: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a test authority to keep: root, intermediate, signer.",
    discussion: """
      The folder gets certificates shaped like Apple's, with its marker OIDs and names that say TEST, and private keys \
      that only you can read. Nothing is ever overwritten. The path of the root certificate is printed: it is what \
      --trust-anchor takes. A key for clients of serve --scenario is made, too, named as Apple names In-App Purchase \
      keys; app-store-server.json has its key id and issuer id.

      EXAMPLES
        receipt-tool mint init ca
        receipt-tool mint --template subscription --ca ca > receipt.b64
        receipt-tool decode --trust-anchor ca/root.pem receipt.b64

      \(ExitStatus.help(
        [
          .success: "the authority was made",
          .outputFailed: "the folder or a file in it cannot be made",
        ]))
      """
  )

  @Argument(
    help: ArgumentHelp("The folder; it is made with permissions 0700.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Make the same keys whenever this text is given. Anyone who knows it can sign.", valueName: "text"))
  var seed: String?

  @Option(
    name: .customLong("key-size"),
    help: ArgumentHelp("Bits of the RSA keys.", valueName: "bits"))
  var keySize: KeySize = .bits2048

  func validate() throws {
    guard !folder.isEmpty else { throw UsageError("the folder is empty") }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    let folder = AuthorityFolder(folder)
    let key: String
    do {
      key = try folder.create(try TestAuthority(seed: seed ?? TestAuthority.randomSeed(), keySize: keySize))
    } catch let error as MintError {
      throw CommandFailure(error)
    }
    try console.write(folder.rootCertificate + "\n")
    console.note("note: \(key) is the key for the App Store Server API of serve --scenario")
    return .success
  }
}

extension KeySize: ExpressibleByArgument {
  /// Reads a size from its number of bits, such as `2048`; `nil` for any other text.
  public init?(argument: String) {
    guard let bits = Int(argument), let size = KeySize(rawValue: bits) else { return nil }
    self = size
  }

  /// The number of bits, without a name.
  public var defaultValueDescription: String { String(rawValue) }
  /// The numbers of bits of all sizes, without names.
  public static var allValueStrings: [String] { allCases.map { String($0.rawValue) } }
}

extension TestAuthority {
  /// A seed for output that need not be reproducible: 64 hexadecimal digits from the system's generator, which is fit
  /// for keys.
  static func randomSeed() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    .joined()
  }
}
