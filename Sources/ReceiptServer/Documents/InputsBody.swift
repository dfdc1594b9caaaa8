import ReceiptKit

/// Bodies with several inputs: JSON objects whose members are texts, each in any form of an input.
enum InputsBody {
  /// The maximum number of inputs. It is more than a person pastes, and each input may contain thousands of pieces
  /// itself.
  static let maximumInputs = 1_000

  /// The texts of `{"inputs": ["…", "…"]}`.
  ///
  /// - Throws: ``Problem/body(_:hint:status:)`` for anything else, including further members, which could be meant to
  ///   have an effect.
  static func inputs(_ body: [UInt8]) throws -> [[UInt8]] {
    guard case .object(let members)? = try? JSONReader(maximumDepth: 3, maximumValues: maximumInputs + 2).read(body),
      members.count == 1, members[0].name == "inputs", case .array(let values) = members[0].value, !values.isEmpty
    else {
      throw Problem.body(
        #"the body is not {"inputs": ["…", "…"]}"#, hint: "1 to \(maximumInputs.grouped) texts, each one input")
    }
    return try values.map { value in
      guard case .string(let text) = value else { throw Problem.body("an input is no text") }
      return Array(text.utf8)
    }
  }

  /// The texts of an object that has exactly these members. The result has the order of the names.
  static func texts(_ names: [String], _ body: [UInt8]) throws -> [[UInt8]] {
    let object = try? JSONReader(maximumDepth: 2, maximumValues: 100).read(body)
    guard case .object(let members)? = object, members.count == names.count else { throw wrong(names) }
    return try names.map { name in
      guard case .string(let text)? = members.first(where: { $0.name == name })?.value else { throw wrong(names) }
      return Array(text.utf8)
    }
  }

  private static func wrong(_ names: [String]) -> Problem {
    Problem.body("the body is not {" + names.map { "\"\($0)\": \"…\"" }.joined(separator: ", ") + "}")
  }

  /// Combines the inputs of a body into one history.
  static func history(_ body: [UInt8], _ reader: PurchaseHistoryReader) throws -> PurchaseHistory {
    var combined = CombinedHistory(reader)
    for (index, input) in try inputs(body).enumerated() {
      let source = "input \(index + 1)"
      do throws(ReceiptError) { try combined.add(input, from: source) } catch {
        throw Problem(error, in: source)
      }
    }
    do throws(ReceiptError) { return try combined.history() } catch { throw Problem(error) }
  }
}
