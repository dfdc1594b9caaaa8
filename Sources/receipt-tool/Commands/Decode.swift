import ArgumentParser
import ReceiptKit

/// `receipt-tool decode`
struct Decode: ReceiptCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Print what is in a receipt as JSON, exactly as verifyReceipt would, and who signed it.",
    discussion: """
      The member "receipt" has the keys, types, formats and order of Apple's verifyReceipt, so that filters written for it \
      work unchanged. Beside it stand "authenticity" (who signed it, step by step), "input" (what it was, what was mended) \
      and "irregularities". Decoding succeeds whatever the signature is worth; use --require to insist.

      Several inputs give one line of JSON each; those that cannot be decoded have a member "error".

      EXAMPLES
        receipt-tool decode receipt.b64
        receipt-tool decode --in-app --compact < response.json
        receipt-tool decode --require authentic receipt.b64 | jq .receipt.bundle_id
        receipt-tool decode --trust-anchor StoreKitTestCertificate.cer xcode.b64
        receipt-tool decode /Applications/Some.app
      """
  )

  @OptionGroup var options: InputOptions

  @Flag(name: .customLong("in-app"), help: "Print only the in_app array.")
  var inApp = false

  @Flag(help: "Add every attribute: type, version, name, decoded and raw value, offset in the payload.")
  var attributes = false

  @Flag(help: "Print everything on one line.")
  var compact = false

  func validate() throws {
    guard !(inApp && attributes) else { throw ValidationError("--in-app and --attributes exclude each other") }
  }

  func perform() throws -> ExitStatus {
    try Decoding(input: options.settings, showsOnlyPurchases: inApp, showsAttributes: attributes, isCompact: compact)
      .perform()
  }
}

/// What `decode` does, with its options made up.
struct Decoding {
  var input: InputSettings
  var showsOnlyPurchases = false
  var showsAttributes = false
  var isCompact = false

  func perform() throws -> ExitStatus {
    let isBatch = input.sources.count > 1
    let layout: JSONWriter.Layout = isBatch || isCompact ? .compact : .pretty
    let decoder = try input.decoder()
    var worst = ExitStatus.success
    for source in input.sources {
      var writer = JSONWriter(layout: layout)
      let status: ExitStatus
      do throws(ReceiptError) {
        let decoded = try decoder.decode(try input.read(source))
        let document = DecodeDocument(decoded, source: source, showsAttributes: showsAttributes)
        if showsOnlyPurchases { try document.writePurchases(to: &writer) } else { document.write(to: &writer) }
        status = input.status(of: decoded.authenticity)
        if status == .negative { input.explain(decoded, source) }
      } catch {
        status = ExitStatus(error)
        Console.report(error, source: source)
        writer = JSONWriter(layout: layout)
        if isBatch { DecodeDocument.write(error, source: source, exitCode: status.rawValue, to: &writer) }
      }
      Console.write(writer.bytes)
      worst = max(worst, status)
    }
    return worst
  }
}
