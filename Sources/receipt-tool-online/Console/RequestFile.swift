import ReceiptCommands
import ReceiptKit

extension RequestRules {
  /// The JSON of a file that follows the rules.
  ///
  /// - Parameter name: the name of a code, if the name is better known than the number.
  /// - Throws: why the file cannot be read, or what Apple would object to.
  func read(
    _ file: String, _ console: Console, name: (Int64) -> String? = { _ in nil }
  ) throws(CommandFailure) -> JSONValue {
    do throws(ReceiptError) {
      let bytes = try console.read(file, "request", maximumBytes: 1 << 20, searchesDirectories: false)
      let document: JSONValue
      do throws(JSONError) {
        document = try JSONReader(maximumDepth: 12, maximumValues: 10_000).tree(bytes, 0..<bytes.count)
      } catch {
        throw ReceiptError(.invalidJSON, "the request is not JSON: \(error.message)", offset: error.offset)
      }
      try faults(in: document).refuse(name)
      return document
    } catch {
      throw CommandFailure(error, source: file)
    }
  }
}

extension [RequestFault] {
  /// - Throws: the faults, if there are any: what Apple would refuse is not sent.
  func refuse(_ name: (Int64) -> String? = { _ in nil }) throws(ReceiptError) {
    guard let first else { return }
    func code(_ fault: RequestFault) -> String { name(fault.code) ?? String(fault.code) }
    throw ReceiptError(
      .otherFormat,
      "Apple would refuse it: \(prefix(8).map { "\($0.reason) (\(code($0)))" }.joined(separator: "; "))",
      hint: "nothing was sent; receipt-tool explain \(code(first)) says more")
  }
}
