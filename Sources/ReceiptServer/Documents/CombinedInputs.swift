import ReceiptKit

extension PurchaseHistory {
  /// The history of all inputs of `{"inputs": ["…", "…"]}`, each in any form of an input.
  ///
  /// - Throws: ``Problem/body(_:hint:status:)`` for anything else, including further members, which could be meant to
  ///   have an effect.
  init(ofInputsIn body: [UInt8], _ reader: PurchaseHistoryReader) throws {
    var combined = CombinedHistory(reader)
    for (index, input) in try Self.inputs(body).enumerated() {
      let source = "input \(index + 1)"
      do throws(ReceiptError) { try combined.add(input, from: source) } catch {
        throw Problem(error, in: source)
      }
    }
    do throws(ReceiptError) { self = try combined.history() } catch { throw Problem(error) }
  }

  private static func inputs(_ body: [UInt8]) throws -> [[UInt8]] {
    guard
      case .object(let members)? = try? JSONReader(maximumDepth: 3, maximumValues: ServerLimits.inputs + 2).read(body),
      members.count == 1, members[0].name == "inputs", case .array(let values) = members[0].value, !values.isEmpty
    else {
      throw Problem.body(
        #"the body is not {"inputs": ["…", "…"]}"#, hint: "1 to \(ServerLimits.inputs.grouped) texts, each one input")
    }
    return try values.map { value in
      guard case .string(let text) = value else { throw Problem.body("an input is no text") }
      return Array(text.utf8)
    }
  }
}
