import ArgumentParser
import ReceiptKit
import ReceiptMint

/// `receipt-tool mint receipt`, which is what `mint` does
struct MintReceipt: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Mint a receipt from a description or a template.",
    discussion: """
      A description is JSON as decode prints it. Its member "receipt" says what is in the receipt, and nothing else is; a member may \
      also have the name that decode --attributes gives to an attribute (product_type, opaque_value), or be device_guid. With the \
      list "attributes" the payload is minted to the octet. What contradicts itself or the format is refused with the JSON pointer \
      to it, unless --allow-invalid is given.

      A template makes a whole receipt by name; --template list shows them. Identifiers follow from the seed, dates from the creation \
      date: with both given the same bytes come out everywhere.

      It is signed by an authority made for this run, by the one that follows from --seed, or by that of --ca. For StoreKit testing \
      in Xcode the anchor is its own certificate, for transaction receipts the intermediate: --write-anchor writes the right one.

      EXAMPLES
        receipt-tool mint --template subscription --trial --seed 1
        receipt-tool decode receipt.b64 | receipt-tool mint --ca ca > copy.b64
        receipt-tool mint description.json --environment production --format request
        receipt-tool mint --template consumable --flaw missing-marker --ca ca
        receipt-tool mint --template subscription --count 1000000 --ca ca > many

      \(ExitStatus.help(Mint.statuses, and: .unreadable))
      """
  )

  @Argument(
    help: ArgumentHelp("A description; - or nothing reads standard input.", valueName: "description"),
    completion: .file(extensions: ["json"]))
  var description: String?

  @OptionGroup(title: "What is in it") var contents: MintContentOptions

  @OptionGroup(title: "How it is signed") var signing: MintSigningOptions

  @OptionGroup(title: "How it is printed") var output: MintOutputOptions

  func validate() throws {
    if contents.template == "list" || signing.flaws.contains("list") { return }
    guard !(contents.template != nil && description != nil) else {
      throw ValidationError("a description and --template exclude each other")
    }
    guard !output.json else { throw ValidationError("--json needs --flaw list") }
  }

  func perform() throws -> ExitStatus {
    if signing.flaws.contains("list") {
      MintLists.printFlaws(json: output.json)
      return .success
    }
    if contents.template == "list" {
      MintLists.printTemplates()
      return .success
    }
    do {
      let seed = signing.seed ?? Randomness.seed()
      let source = try contents.source(description, seed: seed, allowsInvalid: signing.allowInvalid)
      let first = try source.subject(0)
      let date = first.origin.date ?? contents.moment.rfc3339
      let validity = first.origin.shape.validity
      if !validity.holds(at: date), !signing.allowInvalid {
        Console.report(
          message:
            "no chain of such a receipt holds at \(date): its root is valid from \(validity.notBefore) to \(validity.notAfter)",
          hint: "--allow-invalid mints it all the same")
        return .notAReceipt
      }
      let minter = try ReceiptMinter(
        try signing.authority(seed: seed), try signing.recipe(), shape: first.origin.shape, creationDate: date,
        isSandbox: first.origin.isSandbox)
      try signing.writeAnchor(minter.anchors)
      try output.print(
        source, minter, MintedAnswers(minter, isSandbox: first.origin.isSandbox, at: contents.moment))
      if signing.isEphemeral {
        Console.note(
          "note: signed by a test authority made for this run; --write-anchor FILE keeps its root certificate, --ca FOLDER uses one of yours"
        )
      }
      return .success
    } catch let refusal as MintRefusal {
      Console.report(message: refusal.message, hint: refusal.hint)
      return refusal.status
    } catch let failure as OutputFile.Failure {
      Console.report(message: failure.message, hint: failure.hint)
      return .outputFailed
    } catch let error as MintError {
      return Self.report(error)
    }
  }

  /// Says why nothing was minted.
  static func report(_ error: MintError) -> ExitStatus {
    switch error {
    case .impossible(let reason):
      Console.report(message: reason, hint: nil)
      return .usage
    case .unusableKey(let reason):
      Console.report(message: reason, hint: nil)
      return .unreadable
    case .invalidTime(let text):
      Console.report(message: "'\(text)' is no time that a certificate can have", hint: nil)
      return .usage
    case .openSSL(let call, let reason):
      Console.report(message: "\(call) failed: \(reason)", hint: nil)
      return .defect
    }
  }
}

/// Why nothing is minted.
struct MintRefusal: Error {
  let message: String
  let hint: String?
  let status: ExitStatus
}
