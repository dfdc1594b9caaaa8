import ArgumentParser
import ReceiptKit

/// `receipt-tool inspect`
struct Inspect: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show people what is in a receipt, who signed it and whether that holds.",
    discussion: """
      The same as decode, for eyes: the verdict in plain words, the app, dates in UTC with their age, a table of purchases. \
      It fits 80 columns and uses wide terminals. Inspecting succeeds whatever the signature is worth; use --require to insist.

      --asn1 shows the raw structure instead, also of inputs that cannot be decoded: offset, header and length in bytes, tag, \
      and inside the payload the name and value of each attribute. Values of types 4 to 7 are raw bytes and stay so.

      EXAMPLES
        receipt-tool inspect receipt.b64
        pbpaste | receipt-tool inspect --certificates
        receipt-tool inspect --require authentic receipt.b64
        receipt-tool inspect --asn1 receipt.b64 | less

      \(ExitStatus.help([.success: "every input was shown, and --require, if given, is satisfied", .negative: "a verdict is less than --require asks for"], and: .notAReceipt, .unreadable))
      """
  )

  @OptionGroup var options: InputOptions

  @Flag(help: "Show every certificate, and every step of the proof.")
  var certificates = false

  @Flag(help: "Show the raw ASN.1 as a tree instead.")
  var asn1 = false

  @OptionGroup var text: TextOptions

  func validate() throws {
    guard !(asn1 && certificates) else { throw ValidationError("--asn1 and --certificates exclude each other") }
    // A tree shows bytes and judges nothing: a status of 0 must not look like a verdict.
    guard !(asn1 && options.require != nil) else { throw ValidationError("--asn1 and --require exclude each other") }
  }

  func perform() throws -> ExitStatus {
    let layout = text.layout
    let input = options.settings
    let decoder = try input.decoder()
    return Batch(input: input, text: layout).run { source throws(ReceiptError) in
      let bytes = try input.read(source)
      let (text, status) =
        asn1 ? try tree(bytes, decoder, layout, source) : try report(bytes, decoder, layout, source)
      return (.text(text), status)
    }
  }

  private func report(
    _ bytes: [UInt8], _ decoder: InputDecoder, _ layout: TextLayout, _ source: String
  ) throws(ReceiptError) -> (String, ExitStatus) {
    let decoded = try decoder.decode(bytes)
    let status = options.settings.judge(decoded.authenticity, source)
    return (InspectReport(decoded, showsCertificates: certificates).text(layout), status)
  }

  private func tree(
    _ bytes: [UInt8], _ decoder: InputDecoder, _ layout: TextLayout, _ source: String
  ) throws(ReceiptError) -> (String, ExitStatus) {
    let (text, failure) = try ASN1Report(try decoder.recognizer.recognize(bytes)).text(layout)
    guard let failure else { return (text, .success) }
    // What can be shown is shown: broken structures are what this is for.
    Console.report(failure, source: source)
    return (text, ExitStatus(failure))
  }
}
