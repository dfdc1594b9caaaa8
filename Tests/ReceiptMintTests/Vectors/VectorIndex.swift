import ReceiptMint

/// index.json: every vector in short, for programs in any language.
struct VectorIndex {
  /// Raised by whoever changes what is minted: the last number for other octets or words, the middle one for new
  /// vectors, the first for another answer about an old one (``VectorRecordTests``).
  static let version = "1.0.0"

  let vectors: [Vector]

  var text: String {
    let anchors: [(String, OrderedJSON)] = [
      ("root.pem", .text("the roots of the test authority: of receipts, and of signed data")),
      ("xcode.pem", .text("the certificate of receipts in the shape of StoreKit testing in Xcode")),
      ("xcode-jws.pem", .text("the certificate of signed data in the shape of StoreKit testing in Xcode")),
      (VectorList.tokenKey, .text("the public key of the tokens, which is no anchor")),
    ]
    return OrderedJSON.object([
      ("schema", .text("receipt-tool/test-receipts/1")), ("version", .text(Self.version)),
      ("anchors", .object(anchors)), ("vectors", .list(vectors.map(entry))),
    ]).text() + "\n"
  }

  private func entry(_ vector: Vector) -> OrderedJSON {
    let answer = VectorAnswer(vector)
    return .object([
      ("name", .text(vector.name)), ("what", .text(vector.what)), ("suite", .text(answer.suite.rawValue)),
      ("file", .text(vector.fileName)), ("sidecar", .text(vector.name + ".json")),
      ("anchor", vector.anchor.map(OrderedJSON.text) ?? .null),
      ("answer", .text(answer.word.rawValue)), ("failure", answer.failure.map(OrderedJSON.text) ?? .null),
      ("expect", expectation(vector)), ("attribute_types", .list(Self.types(vector).map(OrderedJSON.number))),
      ("template", vector.template.map(OrderedJSON.text) ?? .null),
      ("flaw", vector.flaw.map(OrderedJSON.text) ?? .null),
      ("mint", vector.mint.map { .list($0.map(OrderedJSON.text)) } ?? .null),
    ])
  }

  private func expectation(_ vector: Vector) -> OrderedJSON {
    switch vector.expectation {
    case .error(let code): .object([("error", .text(code))])
    case .jws: .object([("format", .text("jws"))])
    case .token(let expected):
      .object([
        ("key", expected.key.map(OrderedJSON.text) ?? .null), ("at", .text(expected.at)),
        ("service", .text(expected.service)), ("cause", .text(expected.cause)),
      ])
    case .signedData(let expected):
      .object([
        ("format", .text("jws")), ("kind", .text(expected.kind)),
        ("verdict", expected.promise.authenticity.map(OrderedJSON.text) ?? .null),
        ("failed_step", expected.promise.failedStep.map(OrderedJSON.text) ?? .null),
        ("failed_checks", .list(expected.promise.failedChecks.map(OrderedJSON.text))),
      ])
    case .transactionReceipt(let verdict, let step, _):
      .object([
        ("format", .text("transaction-receipt")), ("layers", .list(vector.layers.map(OrderedJSON.text))),
        ("verdict", .text(verdict)), ("failed_step", .text(step)),
      ])
    case .receipt(let expected):
      .object([
        ("format", .text(expected.format)), ("layers", .list(vector.layers.map(OrderedJSON.text))),
        ("verdict", .text(expected.verdict)),
        ("failed_step", expected.failedStep.map(OrderedJSON.text) ?? .null),
        ("failed_checks", failedChecks(vector)),
      ])
    }
  }

  /// Of a flaw what `validate` has to find fault with, with test-signed receipts allowed and nothing else expected.
  private func failedChecks(_ vector: Vector) -> OrderedJSON {
    guard let flaw = vector.flaw.flatMap(MintFlaw.named) else { return .null }
    return .list(flaw.promise.failedChecks.map(OrderedJSON.text))
  }

  /// The types of the attributes that are in the payload as it is to be understood, each once.
  private static func types(_ vector: Vector) -> [Int64] {
    guard case .receipt(let expected) = vector.expectation, let payload = try? expected.receipt.payload() else {
      return []
    }
    var types: Set<Int64> = []
    AttributeScan.collect(payload[...], into: &types)
    return types.sorted()
  }
}

/// Walks `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }` in DER, and into type 17.
private enum AttributeScan {
  static func collect(_ octets: ArraySlice<UInt8>, into types: inout Set<Int64>) {
    guard let set = element(octets) else { return }
    var rest = set.contents
    while let attribute = element(rest) {
      rest = attribute.rest
      guard let type = element(attribute.contents), let version = element(type.rest), let value = element(version.rest)
      else { continue }
      let number = type.contents.reduce(Int64(0)) { $0 << 8 | Int64($1) }
      types.insert(number)
      if number == 17 { collect(value.contents, into: &types) }
    }
  }

  private static func element(_ octets: ArraySlice<UInt8>) -> (contents: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard octets.count >= 2 else { return nil }
    let first = Int(octets[octets.startIndex + 1])
    let lengthOctets = first < 0x80 ? 0 : first & 0x7F
    guard octets.count >= 2 + lengthOctets else { return nil }
    let body = octets.dropFirst(2 + lengthOctets)
    let length = first < 0x80 ? first : octets.dropFirst(2).prefix(lengthOctets).reduce(0) { $0 << 8 | Int($1) }
    guard body.count >= length else { return nil }
    return (body.prefix(length), body.dropFirst(length))
  }
}
