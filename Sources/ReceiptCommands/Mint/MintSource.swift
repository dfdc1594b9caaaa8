import ArgumentParser
import ReceiptKit
import ReceiptMint

/// The receipts of a run, by number: 0, 1, 2 and so on.
typealias MintSource = @Sendable (Int) throws(MintError) -> MintSubject

extension MintContentOptions {
  /// The source for the options, or for a description with the options applied to it.
  func source(
    _ description: String?, seed: String, allowsInvalid: Bool, _ console: Console
  ) throws -> MintSource {
    guard let template else {
      let described = try describedSubject(description ?? "-", allowsInvalid: allowsInvalid, console)
      return { number throws(MintError) in try described.varied(number, seed: seed) }
    }
    let kind = try Self.template(template)
    let options = templateOptions(console)
    if case .receipt(let first) = try kind.subject(options, seed: seed), !allowsInvalid {
      let dates = [first.originalPurchaseDate] + first.inApp.map(\.purchaseDate)
      if let wrong = dates.compactMap(\.self).first(where: { ReceiptDate($0) == nil }) {
        throw CommandFailure(
          "a receipt like this would have to begin at \(wrong), which is not a date",
          hint: "fewer renewals, shorter periods or a later --creation-date", status: .usage)
      }
    }
    return { number throws(MintError) in try kind.subject(options, seed: seed, number: number) }
  }

  func templateOptions(_ console: Console) -> TemplateOptions {
    var options = TemplateOptions(creationDate: moment(console))
    options.environment = environment
    if let bundleIdentifier { options.bundleIdentifier = bundleIdentifier }
    if let applicationVersion { options.applicationVersion = applicationVersion }
    options.originalApplicationVersion = originalApplicationVersion
    options.product = product
    options.quantity = quantity.map(Int64.init)
    options.renewals = renewals
    options.period = period
    options.hasTrial = trial
    options.hasIntroductoryOffer = intro
    options.hasGap = gap
    options.isCancelled = cancelled
    options.purchases = purchases
    options.deviceGUID = deviceGUID?.octets
    return options
  }

  /// The receipt that a description describes, with the options applied to it.
  private func describedSubject(_ file: String, allowsInvalid: Bool, _ console: Console) throws -> MintSubject {
    let moment = moment(console)
    return try applyOptions(
      to: try readDescription(file, console) { document throws(DescriptionError) in
        try DescriptionReader(creationDate: moment, allowsInvalid: allowsInvalid).read(document)
      }, at: moment)
  }

  /// Reads a description from the JSON in a file.
  func readDescription<Subject>(
    _ file: String, _ console: Console, _ read: (JSONValue) throws(DescriptionError) -> Subject
  ) throws -> Subject {
    let origin = file == "-" ? "" : file + ": "
    let document: JSONValue
    do throws(ReceiptError) {
      document = try JSONReader().read(
        try console.read(file, "description", maximumBytes: 64 << 20, searchesDirectories: false))
    } catch {
      let source = error.code == .unreadable ? "" : origin
      throw CommandFailure(
        "\(source)\(error.message)",
        hint: error.hint ?? "a description is JSON as decode prints it; --template mints a receipt without one",
        status: ExitStatus(error))
    }
    do throws(DescriptionError) {
      return try read(document)
    } catch {
      let place = error.pointer.isEmpty ? "" : error.pointer + ": "
      throw CommandFailure(
        "\(origin)\(place)\(error.message)",
        hint: error.hint.map { Message(english: $0) } ?? "--allow-invalid mints what can be minted of it",
        status: .notAReceipt)
    }
  }

  private func applyOptions(to subject: MintSubject, at moment: Instant) throws -> MintSubject {
    guard case .receipt(var receipt) = subject else {
      guard let option = overrides.first else { return subject }
      throw CommandFailure(
        "\(option) changes nothing in a list of attributes or a transaction receipt: these are minted as they are",
        hint: "leave the member attributes out of the description", status: .usage)
    }
    if let environment {
      receipt.receiptType = environment.receiptType
      receipt.order = environment == .xcode ? .xcode : .apple
    }
    if let bundleIdentifier { receipt.bundleIdentifier = bundleIdentifier }
    if let applicationVersion { receipt.applicationVersion = applicationVersion }
    if let originalApplicationVersion { receipt.originalApplicationVersion = originalApplicationVersion }
    if creationDate != nil { receipt.creationDate = moment.rfc3339 }
    if let deviceGUID { receipt.bind(to: deviceGUID.octets) }
    return .receipt(receipt)
  }
}
