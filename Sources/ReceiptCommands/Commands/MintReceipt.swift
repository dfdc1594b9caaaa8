import ArgumentParser
import ReceiptKit
import ReceiptMint
import SystemLibrary

/// `receipt-tool mint receipt`, which is what `mint` does
struct MintReceipt: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "receipt",
    abstract: "Mint a receipt or signed data from a description or a template.",
    discussion: """
      A description is JSON as decode prints it. Its member "receipt" says what is in the receipt, and nothing else \
      is; a member may also have the name that decode --attributes gives to an attribute (product_type, opaque_value), \
      or be device_guid. With the list "attributes" the payload is minted to the octet. What contradicts itself or the \
      format is refused with the JSON pointer to it, unless --allow-invalid is given. Of signed data, members that \
      this version does not know are minted as they are; --strict refuses them.

      A template makes a whole receipt by name; --template list shows them. Identifiers follow from the seed, dates \
      from the creation date: with both given the same bytes come out everywhere.

      --jws mints signed data of StoreKit 2 instead, --notification a server notification with the transaction and the \
      renewal info that it has to have in it. --scenario mints the whole history of a customer, which ends at the \
      creation date. Without a description they are made from a template, a subscription unless --template says \
      otherwise; a description is the payload with Apple's names, and an object in the place of signed data is signed, \
      too.

      It is signed by an authority made for this run, by the one that follows from --seed, or by that of --ca. For \
      StoreKit testing in Xcode the anchor is its own certificate, for transaction receipts the intermediate: \
      --write-anchor writes the right one.

      EXAMPLES
        receipt-tool mint --template subscription --trial --seed 1
        receipt-tool decode receipt.b64 | receipt-tool mint --ca ca > copy.b64
        receipt-tool mint description.json --environment production --format request
        receipt-tool mint --template consumable --flaw missing-marker --ca ca
        receipt-tool mint --template subscription --count 1000 --ca ca > many
        receipt-tool mint --jws transaction --trial --ca ca > transaction.jws
        receipt-tool mint --notification REFUND --format request --ca ca
        receipt-tool mint --scenario trial-renew-refund --output life

      \(ExitStatus.help(Mint.statuses, and: .unreadable))
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      A description such as {"receipt": {"bundle_id": "com.example.app"}}; - reads standard input, as does nothing \
      without --template, --jws, --notification and --scenario.
      """, valueName: "description"),
    completion: .file(extensions: ["json"]))
  var description: String?

  @OptionGroup(title: "What is in it") var contents: MintContentOptions

  @OptionGroup(title: "How it is signed") var signing: MintSigningOptions

  @OptionGroup(title: "How it is printed") var output: MintOutputOptions

  private var isList: Bool {
    contents.template == "list" || contents.notification == "list" || contents.scenario == "list"
      || signing.flaws.contains("list")
  }

  func validate() throws {
    if isList {
      guard !output.json || signing.flaws.contains("list") else { throw UsageError("--json", needs: "--flaw list") }
      return
    }
    if contents.scenario != nil { return try validateScenario() }
    guard output.folder == nil else { throw UsageError("--output", needs: "--scenario") }
    try signing.validate(asSignedData: contents.signedDataKind != nil)
    if let kind = contents.signedDataKind {
      try output.validate(kind)
      guard description == nil || contents.notification == nil else {
        throw UsageError("a description and --notification exclude each other")
      }
      guard description != nil || !signing.strict else { throw UsageError("--strict needs a description") }
      if description != nil, let wrong = contents.onlyForTemplates.first {
        throw UsageError("\(wrong) needs --template; a description says such things itself")
      }
    }
    guard !(contents.template != nil && description != nil) else {
      throw UsageError("a description and --template exclude each other")
    }
    guard !output.json else { throw UsageError("--json", needs: "--flaw list") }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    if isList {
      try printList(console)
      return .success
    }
    do {
      let seed = signing.seed ?? TestAuthority.randomSeed()
      if let name = contents.scenario, let scenario = Scenario.named(name), let folder = output.folder {
        return try mintScenario(scenario, into: folder, seed: seed, console) ? .success : .notAReceipt
      }
      let isMinted =
        if let kind = contents.signedDataKind {
          try mintSignedData(kind, seed: seed, console)
        } else {
          try mintReceipts(seed: seed, console)
        }
      guard isMinted else { return .notAReceipt }
      if description == nil, contents.template != nil || contents.signedDataKind != nil, Self.isPiped(console.input) {
        console.note("note: standard input was not read; - in the place of the description reads it")
      }
      if signing.isEphemeral {
        console.note(
          """
          note: signed by a test authority made for this run; --write-anchor FILE keeps its root certificate, --ca \
          FOLDER uses one of yours
          """
        )
      }
      return .success
    } catch let error as MintError {
      throw CommandFailure(error)
    }
  }

  /// Prints the list that one of the options asks for.
  private func printList(_ console: Console) throws {
    if signing.flaws.contains("list") {
      if contents.signedDataKind == nil {
        try Self.print(MintFlaw.all, json: output.json, console)
      } else {
        try Self.print(JWSFlaw.all, json: output.json, console)
      }
    } else if contents.notification == "list" {
      try Self.printNotifications(console)
    } else if contents.scenario == "list" {
      try Self.printScenarios(console)
    } else {
      try Self.printTemplates(console)
    }
  }

  /// Whether there is something to read in a pipe.
  private static func isPiped(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLIN) != 0
  }

  /// Rejects options that have no effect on a scenario, which determines its own events.
  private func validateScenario() throws {
    guard output.folder != nil else { throw UsageError("--scenario needs --output, the folder for its files") }
    guard description == nil else { throw UsageError("a description and --scenario exclude each other") }
    if let wrong = (signing.onlyForSingles + output.onlyForSingles).first {
      throw UsageError("\(wrong) means nothing to --scenario")
    }
  }

  /// Mints the files of a scenario.
  ///
  /// - Returns: `false` if that was refused, and the reason was reported.
  private func mintScenario(
    _ scenario: Scenario, into folder: String, seed: String, _ console: Console
  ) throws -> Bool {
    let end = contents.moment(console)
    let products = try contents.products.map { try StoreKitConfiguration.read($0, console) }
    let duration = try scenario.length(products: products, first: contents.product)
    let start = Instant(milliseconds: end.milliseconds - duration)
    for moment in [end, start] {
      guard checkRoot(ReceiptMinter.Shape.apple.validity, of: "receipt", at: moment.rfc3339, console),
        checkRoot(JWSMinter.anchorValidity, of: "JWS", at: moment.rfc3339, console)
      else { return false }
    }
    let files = try scenario.files(
      try signing.authority(seed: seed, console), options: contents.templateOptions(console), seed: seed,
      products: products, first: contents.product)
    for path in try Self.create(files, in: folder) { try console.write(path + "\n") }
    return true
  }

  /// Writes the files of a scenario into a folder that is new, or empty; returns their paths.
  private static func create(_ files: [ScenarioFile], in folder: String) throws(CommandFailure) -> [String] {
    let folder = folder.hasSuffix("/") && folder.utf8.count > 1 ? String(folder.dropLast()) : folder
    let isNew = try OutputFile.createFolder(folder)
    guard isNew || OutputFile.isEmptyFolder(folder) else {
      throw CommandFailure(
        "\(folder) is not empty", hint: "the files of a scenario stay by themselves: choose another folder",
        status: .outputFailed)
    }
    let files = files.map { (path: folder + "/" + $0.name, bytes: Array($0.text.utf8), mode: mode_t(0o644)) }
    try OutputFile.create(files, in: folder, isNew: isNew)
    return files.map(\.path)
  }

  /// Whether the root of a chain is valid at a date, or need not be. Reports an error if it is not.
  private func checkRoot(
    _ validity: Validity, of what: Message, at date: String, _ console: Console
  ) -> Bool {
    guard !validity.holds(at: date), !signing.allowInvalid else { return true }
    console.report(
      message:
        """
        no chain of such a \(what) holds at \(date): its root is valid from \(validity.notBefore) to \
        \(validity.notAfter)
        """,
      hint: "--allow-invalid mints it all the same")
    return false
  }

  /// Mints receipts, of which the first one is checked for all. Returns `false` as `mintScenario` does.
  private func mintReceipts(seed: String, _ console: Console) throws -> Bool {
    let source = try contents.source(description, seed: seed, allowsInvalid: signing.allowInvalid, console)
    let first = try source(0)
    let date = first.origin.date ?? contents.moment(console).rfc3339
    guard checkRoot(first.origin.shape.validity, of: "receipt", at: date, console) else { return false }
    let minter = try ReceiptMinter(
      try signing.authority(seed: seed, console), signing.recipe(), shape: first.origin.shape, creationDate: date,
      isSandbox: first.origin.isSandbox)
    try signing.writeAnchor(minter.anchors, console)
    try output.print(
      source, minter, MintedAnswers(minter, isSandbox: first.origin.isSandbox, at: contents.moment(console)), console)
    return true
  }

  /// Mints signed data, of which the first is checked for all. Returns `false` as `mintScenario` does.
  private func mintSignedData(_ kind: SignedPayloadKind, seed: String, _ console: Console) throws -> Bool {
    let source = try contents.signedData(kind, description, seed: seed, signing, console)
    let first = try source(0)
    let moment = first.signedDate ?? contents.moment(console)
    // Certificates count in whole seconds.
    let date = moment.toTheSecond.rfc3339
    guard first.isXcode || checkRoot(JWSMinter.anchorValidity, of: "JWS", at: date, console) else { return false }
    let minter = try JWSMinter(
      try signing.authority(seed: seed, console), flaws: signing.flaws.compactMap(JWSFlaw.named), signedAt: date,
      isXcode: first.isXcode)
    try signing.writeAnchor(minter.anchors, console)
    try output.print(source, minter, console)
    return true
  }
}

extension CommandFailure {
  /// Why nothing was minted.
  init(_ error: MintError) {
    switch error {
    case .impossible(let reason): self.init(Message(english: reason), status: .usage)
    case .unusableKey(let reason): self.init(Message(english: reason), status: .unreadable)
    case .invalidTime(let text): self.init("'\(text)' is not a time that a certificate can have", status: .usage)
    case .openSSL(let call, let reason): self.init("\(call) failed: \(reason)", status: .defect)
    }
  }
}
