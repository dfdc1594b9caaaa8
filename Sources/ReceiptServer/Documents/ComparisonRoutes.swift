import ReceiptKit

extension DocumentRoutes {
  /// Documents about two inputs, which are texts in one object: `POST /v1/compare` and `POST /v1/diff`.
  var comparisons: [Route] { [compareRoute, diffRoute] }

  private var compareRoute: Route {
    Route("/v1/compare", [.post], operation: Self.compareOperation) { call in
      let query = try Query(call.query, QueryParameter.compare)
      let showsEqual = query.flag("all")
      return try await reader.answer(call, limit: settings.limits.input) { [settings] body in
        let texts = try Self.texts(["receipt", "response"], body)
        var writer = JSONWriter(layout: .compact)
        do throws(ReceiptError) {
          let comparison = try Comparison(
            try settings.decoder.decode(texts[0]), with: try VerifyReceiptResponse(texts[1]), decoder: settings.decoder)
          comparison.writeDocument(
            source: "receipt", responseSource: "response", showsEqual: showsEqual, to: &writer)
        } catch {
          throw Problem(error)
        }
        return .json(writer)
      }
    }
  }

  private var diffRoute: Route {
    Route("/v1/diff", [.post], operation: Self.diffOperation) { call in
      let query = try Query(call.query, [DocumentKind.moment])
      let chosen = try query.moment(now: settings.clock())
      return try await reader.answer(call, limit: settings.limits.input) { [settings] body in
        let difference = try Self.difference(body, settings.decoder, at: chosen ?? settings.clock())
        var writer = JSONWriter(layout: .compact)
        difference.writeDocument(
          sources: Self.sides, momentSource: chosen == nil ? .clock : .option, to: &writer)
        return .json(writer)
      }
    }
  }

  private static let sides = ["first", "second"]

  /// The differences between the two inputs of a body.
  private static func difference(_ body: [UInt8], _ decoder: InputDecoder, at moment: Instant) throws
    -> HistoryDifference
  {
    let reader = PurchaseHistoryReader(decoder)
    let histories = try zip(sides, try texts(sides, body)).map { side, text in
      do throws(ReceiptError) { return try reader.read(text) } catch { throw Problem(error, in: "the \(side) input") }
    }
    return HistoryDifference(histories[0], histories[1], at: moment)
  }

  /// The texts of an object that has exactly these members. The result has the order of the names.
  private static func texts(_ names: [String], _ body: [UInt8]) throws -> [[UInt8]] {
    let object = try? JSONReader(maximumDepth: 2, maximumValues: 100).read(body)
    guard case .object(let members)? = object, members.count == names.count else { throw wrongBody(names) }
    return try names.map { name in
      guard case .string(let text)? = members.first(where: { $0.name == name })?.value else { throw wrongBody(names) }
      return Array(text.utf8)
    }
  }

  private static func wrongBody(_ names: [String]) -> Problem {
    Problem.body("the body is not {" + names.map { "\"\($0)\": \"…\"" }.joined(separator: ", ") + "}")
  }

  private static let compareOperation = Operation(
    "compare", "A saved answer of verifyReceipt beside what the receipt says",
    "The answer is the document of receipt-tool compare --response. Nothing is sent to Apple.",
    parameters: QueryParameter.compare, body: [("application/json", "receiptAndResponse")],
    answers: [.json("Every place where the two differ, and why", "compare")])

  private static let diffOperation = Operation(
    "diff", "Which of two receipts is newer, and what was bought, changed or refunded in between",
    "The answer is the document of receipt-tool diff --json.",
    parameters: [DocumentKind.moment], body: [("application/json", "firstAndSecond")],
    answers: [.json("Every purchase that only one of the two has, or that changed, and why", "diff")])
}
