import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptRemote

/// `receipt-tool compare`, with a saved answer, with signed data or with Apple's answer of now.
struct Compare: ReceiptCommand {
  static let configuration = CompareOptions.configuration

  @OptionGroup var compare: CompareOptions

  @OptionGroup(title: "Asking Apple") var remote: RemoteOptions

  func validate() throws {
    guard remote.isGiven else { return }
    for (option, isGiven) in [
      ("--response", compare.response != nil), ("--transactions", !compare.transactions.isEmpty),
    ] where isGiven {
      throw ValidationError("\(option) and options for asking Apple exclude each other")
    }
  }

  func perform() throws -> ExitStatus {
    if let status = try compare.compareWithSaved() { return status }
    let decoder = try compare.decoder()
    let call = try RemoteCall(remote)
    defer { call.end() }
    do throws(ReceiptError) {
      let decoded = try compare.decoded(by: decoder)
      let outcome = call.ask(about: try UploadableReceipt(decoded))
      let line = StatusLine(hasSecret: call.hasSecret, origin: "")
      let status = line.say(outcome, source: compare.source)
      guard case .success(let result) = outcome else { return status }
      return try compare.comparing(decoder).compare(
        decoded, compare.source, with: result.response, from: result.record.endpoint.url)
    } catch {
      Console.report(error, source: compare.source)
      return ExitStatus(error)
    }
  }
}
