import HTTPTypes
import ReceiptKit

extension StandIn {
  /// `POST /_receipts`: adds the purchases of a receipt to the data of the stand-in.
  func receiptRoute(_ reader: BodyReader, _ workers: WorkerPool) -> Route {
    Route("/_receipts", [.post], operation: Self.receiptOperation) { call in
      try await reader.answer(call, limit: ServerLimits.appleBody) { body in
        let input: DecodedInput
        do {
          input = try workers.withWorker { try $0.decode(body) }
        } catch let error as ReceiptError {
          throw Problem(error)
        }
        let receipt = try StandInReceipt(input)
        return Self.reply(receipt, try self.take(receipt))
      }
    }
  }

  private static let receiptOperation = Operation(
    "receipts", "Presents a receipt to the stand-in for the App Store Server API",
    """
    The body is a receipt in base64 or in any other form that receipt-tool decode takes, also a request for \
    verifyReceipt. It has to be proven, by Apple or under an anchor of the server. Its purchases become transactions \
    of the customer who has one of them already, or of a new one; each is known from its date of purchase by the \
    stand-in's clock. The answer names the transactions.
    """,
    body: [("text/plain", nil), ("application/octet-stream", nil), ("application/json", "verifyReceiptRequest")],
    answers: [.json("What is added, changed and known already")])

  private static func reply(_ receipt: StandInReceipt, _ taken: Taken) -> Reply {
    return .object { writer in
      writer.member("bundle_id", receipt.bundle)
      writer.member("environment", receipt.environment)
      for (name, identifiers) in [("added", taken.added), ("changed", taken.changed), ("known", taken.known)] {
        writer.key(name)
        writer.array { writer in
          for identifier in identifiers { writer.string(identifier) }
        }
      }
    }
  }
}
