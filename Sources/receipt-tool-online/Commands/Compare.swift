import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool compare`, with a saved answer, with signed data, or with Apple's present answer.
struct Compare: ReceiptCommand {
  static let configuration = CompareOptions.configuration

  @OptionGroup var compare: CompareOptions

  @Flag(help: "Compare with what the App Store Server API answers now about the customer. Only an id is sent.")
  var api = false

  @OptionGroup(title: "Asking Apple") var remote: RemoteOptions

  @OptionGroup(title: "Asking the App Store Server API") var key: KeyOptions

  func validate() throws {
    if compare.isSaved {
      let saved: Message = compare.transactions.isEmpty ? "a saved answer" : "signed data"
      guard !api else { throw UsageError("\(saved) and --api exclude each other") }
      guard !remote.isGiven else { throw UsageError("\(saved) and options for asking Apple exclude each other") }
    }
    guard api || !key.settings.isGiven else { throw UsageError("the key of an app needs --api") }
    guard !api || !remote.isGivenForVerifyReceipt else {
      throw UsageError("--api and options for asking verifyReceipt exclude each other")
    }
  }

  func perform(_ console: Console) throws -> ExitStatus {
    if let status = try compare.compareWithSaved(console) { return status }
    return api ? try compareWithAPI(console) : try compareWithVerifyReceipt(console)
  }

  private func compareWithVerifyReceipt(_ console: Console) throws -> ExitStatus {
    let decoder = try compare.decoder(console)
    let call = try RemoteCall(remote, console)
    defer { call.end() }
    do {
      let decoded = try compare.decoded(by: decoder, console)
      let outcome = call.ask(about: try UploadableReceipt(decoded))
      let status = call.report(outcome, source: compare.source)
      guard case .success(let result) = outcome else { return status }
      return try compare.report(
        decoded, with: result.response, from: result.record.endpoint.url, decoder, console)
    } catch let error as ReceiptError {
      console.report(error, source: compare.source)
      return ExitStatus(error)
    }
  }

  private func compareWithAPI(_ console: Console) throws -> ExitStatus {
    let access = try AppAccess(key.settings, remote.exchange.settings, console)
    let decoder = try compare.decoder(console)
    let reader = PurchaseHistoryReader(decoder)
    var connection: AppStoreServerConnection?
    defer { connection?.end() }
    do {
      let receipt = try compare.read(console)
      let decoded = try decoder.decode(receipt)
      if case .jws = decoded.document {
        throw ReceiptError(
          .otherFormat, "signed data of StoreKit 2 (a JWS), and no receipt to compare with it",
          hint: "receipt-tool history asks Apple about it")
      }
      let question = try HistoryQuestion(try reader.read(receipt), access: access, admittingUnverified: false)
      let asking = try AppStoreServerConnection(
        access, remote.exchange.settings, bundle: question.bundle, servers: question.servers, decoder: decoder,
        console)
      connection = asking
      var combined = CombinedHistory(reader)
      var count = 0
      var isEmpty = true
      try question.ask(asking, .everything, since: nil) { answer, call in
        count += 1
        guard !answer.items.isEmpty else { return }
        isEmpty = false
        try combined.add(answer.bytes, from: "\(call.name) \(count)")
      }
      guard !isEmpty else {
        throw CommandFailure(
          "it differs: the App Store Server API knows no purchases of this customer",
          hint: "look at whether the receipt is of this app, and of the environment that was asked", status: .negative)
      }
      return try compare.report(decoded, with: combined, console)
    } catch let error as ReceiptError {
      console.report(error, source: compare.source)
      return ExitStatus(error)
    } catch let refusal as CommandFailure {
      throw refusal.of(compare.source)
    } catch let failure as AppStoreServerFailure {
      return connection?.report(failure) ?? .unreachable
    }
  }
}
