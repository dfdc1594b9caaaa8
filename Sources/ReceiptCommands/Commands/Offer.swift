import ArgumentParser
import ReceiptKit

/// `receipt-tool offer`: the group.
struct Offer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "offer",
    abstract: "Sign offers for StoreKit, and find out why the App Store refuses a signature.",
    discussion: """
      Promotional offers (the original signature and the JWS), introductory offers, and requests of Advanced Commerce.

      EXAMPLES
        receipt-tool offer sign promotional --app reader \\
          --product-id pro --offer-id spring
        receipt-tool offer check --key public.pem offer.json
        receipt-tool explain "Unable to Purchase"

      \(ExitStatus.help(
        [
          .success: "signed, or in order",
          .negative: "offer check found a mistake",
        ], and: .notAReceipt, .unreadable))
      """,
    subcommands: [OfferSign.self, OfferCheckCommand.self])
}

/// The nonce and the time of a signature: options of both subcommands.
struct OfferMoment: ParsableArguments {
  @Option(
    help: ArgumentHelp("A UUID that serves one purchase.", valueName: "uuid"), transform: OfferMoment.nonce)
  var nonce: String?

  @Option(
    help: ArgumentHelp("When it was signed, in milliseconds since 1970: 13 digits.", valueName: "ms"),
    transform: OfferMoment.milliseconds)
  var timestamp: Instant?

  private static func nonce(_ text: String) throws -> String {
    guard text.utf8.isUUID else {
      throw UsageError("a nonce is a UUID, such as 368f3888-dcd8-11ef-b3c8-325096b39f47")
    }
    return text.lowercased()
  }

  private static func milliseconds(_ text: String) throws -> Instant {
    guard text.utf8.count == 13, text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text) else {
      let isSeconds = text.utf8.count == 10 && text.utf8.allSatisfy(\.isASCIIDigit)
      throw UsageError(
        isSeconds ? "\(text) is in seconds: \(text)000 is meant" : "a timestamp has 13 digits: milliseconds since 1970")
    }
    return Instant(milliseconds: number)
  }
}

extension Console {
  /// Reads an answer or a request; both are short.
  func readOffer(_ source: String, _ what: Message) throws(ReceiptError) -> [UInt8] {
    do throws(ReceiptError) {
      return try read(source, what, maximumBytes: OfferAnswer.maximumBytes, searchesDirectories: false)
    } catch {
      var error = error
      if error.code == .inputTooLarge { error.hint = "no \(what) about an offer is as long" }
      throw error
    }
  }
}
