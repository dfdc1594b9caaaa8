import CFloors
import ReceiptKit
import ReceiptMint

/// A minted receipt with everything that is measured on it.
final class Sample {
  let name: String
  let der: [UInt8]
  let text: [UInt8]
  private let root: [UInt8]
  private let instant: Int64
  private let floor: OpaquePointer
  private let verifying: ReceiptWorker
  private let reading: ReceiptWorker
  private let head = DocumentHead(source: "-")
  private var output = OutputBuffer(reservingCapacity: 1 << 20)
  private var room = [CChar](repeating: 0, count: 4 << 20)

  struct Unusable: Error {
    let message: String
  }

  /// - Parameter purchases: how many; the era decides the digest.
  init(_ authority: TestAuthority, _ era: Era, purchases: Int) throws {
    let chain = try authority.chain(ChainOptions(era))
    let receipt = Sample.receipt(era, purchases: purchases)
    let minted = try EnvelopeMinter(chain).mint(receipt)
    der = minted.bytes
    text = Array(minted.base64.utf8)
    name = "\(text.count) octets, \(era.rawValue), \(purchases) purchases"
    root = chain.root.der
    let decoder = InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(root)))
    let decoded = try decoder.decode(der)
    guard let authenticity = decoded.authenticity, authenticity.verdict == .testSigned,
      let judgedAt = authenticity.judgedAt
    else { throw Unusable(message: "the minted receipt is not test-signed") }
    instant = judgedAt.instant.milliseconds / 1_000
    var writer = JSONWriter(layout: .compact)
    writer.authenticity(authenticity)
    let judgement = String(decoding: writer.bytes, as: UTF8.self)
    guard let floor = floor_new(der, der.count, judgement, "-") else {
      throw Unusable(message: "the C program refuses the receipt")
    }
    self.floor = floor
    var unverified = decoder
    unverified.verifies = false
    verifying = ReceiptWorker(decoder)
    reading = ReceiptWorker(unverified)
    try requireEqualLines()
  }

  deinit { floor_free(floor) }

  private static func receipt(_ era: Era, purchases: Int) -> ReceiptDescription {
    var receipt = ReceiptDescription.sandboxSample(era)
    receipt.inApp = (0..<purchases).map { number in
      var purchase = InAppDescription.subscriptionSample(
        transactionID: String(2_000_000_000_000_001 + number), productID: "com.example.test.monthly.premium")
      // A month after the other, so that dates differ.
      let month = 1 + number % 12
      let date = "\(2018 + number / 12 % 8)-\(month < 10 ? "0" : "")\(month)-15T0\(number % 10):13:07Z"
      (purchase.purchaseDate, purchase.expiresDate) = (date, date)
      purchase.webOrderLineItemID = 200_000_012_345_678 + Int64(number)
      return purchase
    }
    return receipt
  }

  /// Everything that C and Swift print has to be the same, and the same as the document of a single call.
  private func requireEqualLines() throws {
    for (input, isBase64) in [(der, false), (text, true)] {
      for (worker, verifies) in [(verifying, true), (reading, false)] {
        var single = JSONWriter(layout: .compact)
        DecodeDocument(try worker.decoder.decode(input)).write(to: &single, head: DocumentHead(source: "-"))
        // The second line comes from memory.
        for _ in 0..<3 {
          output.removeAll()
          _ = worker.appendDocument(of: input.span, head: head, to: &output)
          try Sample.requireEqual(output.bytes, single.bytes, "a worker's line is not that of a single call")
        }
        let count = print(input, isBase64: isBase64, verifies: verifies)
        try Sample.requireEqual(
          room[..<count].map { UInt8(bitPattern: $0) }, single.bytes, "C does not print the same line")
      }
    }
  }

  private static func requireEqual(_ found: [UInt8], _ expected: [UInt8], _ message: String) throws {
    guard found != expected else { return }
    let same = zip(found, expected).prefix { $0 == $1 }.count
    let texts = [found, expected].map { String(decoding: $0.dropFirst(max(0, same - 40)).prefix(80), as: UTF8.self) }
    throw Unusable(message: "\(message): after \(same) octets \(texts[0]) instead of \(texts[1])")
  }

  private func print(_ input: [UInt8], isBase64: Bool, verifies: Bool) -> Int {
    verifies
      ? floor_verify_and_print(floor, input, input.count, isBase64 ? 1 : 0, &room)
      : floor_print(floor, input, input.count, isBase64 ? 1 : 0, &room)
  }

  /// How many octets a line has.
  var lineLength: Int { print(der, isBase64: false, verifies: true) }

  // MARK: - Candidates

  func floorPrinting(isBase64: Bool, verifies: Bool) -> Candidate {
    let input = isBase64 ? text : der
    return Candidate(name: "C") { [self] in print(input, isBase64: isBase64, verifies: verifies) }
  }

  func workerPrinting(isBase64: Bool, verifies: Bool) -> Candidate {
    let input = isBase64 ? text : der
    let worker = verifies ? verifying : reading
    return Candidate(name: "Swift") { [self] in
      output.removeAll()
      _ = worker.appendDocument(of: input.span, head: head, to: &output)
      return output.count
    }
  }

  /// The same line by way of values: what the general reader of payloads and its writer take where the chain is
  /// remembered, too.
  func valuePrinting(verifies: Bool) -> Candidate {
    let worker = verifies ? verifying : reading
    return Candidate(name: "values") { [self] in
      var writer = JSONWriter(layout: .compact)
      guard let decoded = try? worker.decode(der) else { return 0 }
      DecodeDocument(decoded).write(to: &writer, head: head)
      return writer.bytes.count
    }
  }

  var parsing: Candidate {
    Candidate(name: "d2i_CMS_ContentInfo") { [self] in Int(floor_parse(der, der.count)) }
  }

  var verifyingWithCMS: Candidate {
    Candidate(name: "d2i_CMS_ContentInfo and CMS_verify") { [self] in
      Int(floor_cms_verify(der, der.count, root, root.count, instant))
    }
  }
}
