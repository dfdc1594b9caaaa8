import ReceiptMint

/// One file of TestReceipts/ and what it has to be taken for.
struct Vector {
  enum Expectation {
    /// A receipt that can be read, whatever its signature is worth.
    case receipt(ReceiptExpectation)
    /// An iOS 6 transaction receipt, which verifyReceipt printed with underscores for hyphens.
    case transactionReceipt(verdict: String, failedStep: String, TransactionDescription)
    /// A StoreKit 2 JWS with this transaction identifier in its payload.
    case jws(transactionID: String, environment: String)
    /// Signed data that can be read, whatever its signature is worth.
    case signedData(SignedDataExpectation)
    /// A token that a developer made, or another that is taken for one.
    case token(TokenExpectation)
    /// Nothing that can be read, for this reason.
    case error(String)
  }

  struct ReceiptExpectation {
    var verdict: String
    var failedStep: String?
    /// As the receipt is to be understood, which is not always as it was minted.
    var receipt: ReceiptDescription
    var irregularities: [(kind: String, type: Int64?)] = []
    var format = "pkcs7"
  }

  struct SignedDataExpectation {
    var kind: String
    var promise: FlawPromise
    var environment: String
    /// Where it is not what the flaw is about: the payload, with objects in the place of signed data within.
    var payload: OrderedJSON?
  }

  struct TokenExpectation {
    /// The file with the public key that should have signed it; `nil` for a service with keys of its own.
    var key: String?
    /// The clock of the one who asks what is wrong with it.
    var at: String
    /// What it is for, in the words of the answer.
    var service: String
    /// The only rule that it breaks, as `diagnose` calls it, or its answer where none is broken.
    var cause: String
  }

  var name: String
  /// Without the point.
  var suffix = "b64"
  /// One sentence.
  var what: String
  var bytes: [UInt8]
  var anchor: String? = "root.pem"
  var layers = ["base64"]
  var repairs: [(what: String, count: Int)] = []
  var expectation: Expectation
  /// What `validate` says, under one policy after another.
  var judgements: [VectorJudgement] = []
  /// The template that made it, the flaw that it has, and the arguments with which `receipt-tool mint` makes the same
  /// octets.
  var template: String?
  var flaw: String?
  var mint: [String]?

  var fileName: String { name + "." + suffix }

  /// The sidecar's text. Long lists of purchases are told by their transaction identifiers alone.
  var sidecar: String {
    var members: [(String, OrderedJSON)] = [("what", .text(what)), ("file", .text(fileName))]
    members.append(("anchor", anchor.map(OrderedJSON.text) ?? .null))
    switch expectation {
    case .receipt(let expected):
      members.append(("input", input(expected.format)))
      members.append(("verdict", .text(expected.verdict)))
      members.append(("failed_step", expected.failedStep.map(OrderedJSON.text) ?? .null))
      members.append(("environment", Self.environment(expected.receipt).map(OrderedJSON.text) ?? .null))
      let irregularities = expected.irregularities.map { irregularity in
        OrderedJSON.object([
          ("kind", .text(irregularity.kind)), ("attribute_type", irregularity.type.map(OrderedJSON.number) ?? .null),
        ])
      }
      members.append(("irregularities", .list(irregularities)))
      if expected.receipt.inApp.count > 20 {
        let identifiers = expected.receipt.inApp.compactMap(\.transactionID).map(OrderedJSON.text)
        members.append(("transaction_ids", .list(identifiers)))
      } else {
        members.append(("receipt", AppleAnswer().receipt(expected.receipt)))
      }
    case .transactionReceipt(let verdict, let failedStep, let transaction):
      members.append(("input", input("transaction-receipt")))
      members.append(("verdict", .text(verdict)))
      members.append(("failed_step", .text(failedStep)))
      members.append(("environment", .text(transaction.environment ?? "Production")))
      members.append(("irregularities", .list([])))
      let entries = TransactionDescription.Key.allCases.compactMap { key in
        transaction.purchaseInfo[key].map { (String(key.rawValue.map { $0 == "-" ? "_" : $0 }), OrderedJSON.text($0)) }
      }
      members.append(("receipt", .object(entries)))
    case .jws(let transactionID, let environment):
      members.append(("input", input("jws")))
      members.append(("environment", .text(environment)))
      members.append(("jws_transaction_id", .text(transactionID)))
    case .signedData(let expected):
      members.append(("input", input("jws")))
      members.append(("verdict", expected.promise.authenticity.map(OrderedJSON.text) ?? .null))
      members.append(("failed_step", expected.promise.failedStep.map(OrderedJSON.text) ?? .null))
      members.append(("environment", .text(expected.environment)))
      members.append(("kind", .text(expected.kind)))
      members.append(("payload", expected.payload ?? .null))
    case .token(let expected):
      members.append(("key", expected.key.map(OrderedJSON.text) ?? .null))
      members.append(("at", .text(expected.at)))
      members.append(("service", .text(expected.service)))
      members.append(("cause", .text(expected.cause)))
    case .error(let code): members.append(("error", .text(code)))
    }
    if !judgements.isEmpty { members.append(("validate", .list(judgements.map(\.json)))) }
    return OrderedJSON.object(members).text() + "\n"
  }

  private func input(_ format: String) -> OrderedJSON {
    let repairs = repairs.map { OrderedJSON.object([("what", .text($0.what)), ("count", .number(Int64($0.count)))]) }
    return .object([
      ("format", .text(format)), ("layers", .list(layers.map(OrderedJSON.text))), ("repairs", .list(repairs)),
    ])
  }

  /// FORMAT.md, row 0 of the table, and the words of verifyReceipt's `environment`.
  private static func environment(_ receipt: ReceiptDescription) -> String? {
    switch receipt.receiptType {
    case "Production", "ProductionVPP": "Production"
    case "ProductionSandbox", "ProductionVPPSandbox": "Sandbox"
    case "Xcode": "Xcode"
    default: nil
    }
  }
}
