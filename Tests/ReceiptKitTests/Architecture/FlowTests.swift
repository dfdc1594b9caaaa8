import Foundation
import Testing

/// The flows of docs/flows.md, compared with the sources: how many files a newcomer has to open for each, that the
/// files are there, and that each is entered from another one.
@Suite("docs/flows.md")
struct FlowTests {
  struct Flow: CustomTestStringConvertible {
    let title: String
    var steps: [Step] = []

    var testDescription: String { title }
  }

  struct Step {
    /// Below `Sources`.
    let path: String
    /// A declaration in the file that another file of the flow uses: `run`, `Receipt(payload:)`, `text(in:)`. `main` is
    /// where a process begins. In a file that is no source, it is a text that a source has, too.
    let entry: String
  }

  /// Part of each title, and the maximum number of files.
  private static let limits = [
    ("decode", 15), ("inspect", 25), ("POST /verifyReceipt", 15), ("ledger notify", 20), ("German sentence", 4),
  ]

  private static func flows() throws -> [Flow] {
    var flows: [Flow] = []
    for line in try text("docs/flows.md").components(separatedBy: "\n") {
      if line.hasPrefix("## ") { flows.append(Flow(title: String(line.dropFirst(3)))) }
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 3, !flows.isEmpty else { continue }
      let names = cells.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
      flows[flows.count - 1].steps.append(Step(path: names[0], entry: names[1]))
    }
    return flows
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: PackageFiles.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The text of a file below `Sources`, without comments if it is Swift.
  private static func code(_ path: String) throws -> String {
    let text = try text("Sources/" + path)
    guard path.hasSuffix(".swift") else { return text }
    return text.components(separatedBy: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      .joined(separator: "\n")
  }

  private static func names(_ text: String) -> Set<Substring> {
    Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
  }

  /// Whether code declares the first name of an entry. A type counts as declared where it is extended, too.
  private static func declares(_ entry: String, in code: String) -> Bool {
    let name = entry.prefix { $0.isLetter || $0.isNumber }
    if name == "init" { return code.contains("init(") }
    return ["struct", "class", "enum", "protocol", "extension", "func", "let", "var"].contains { keyword in
      code.ranges(of: "\(keyword) \(name)").contains { range in
        range.upperBound == code.endIndex || !(code[range.upperBound].isLetter || code[range.upperBound].isNumber)
      }
    }
  }

  @Test("a newcomer opens no more files than these")
  func lengths() throws {
    let flows = try Self.flows()
    #expect(flows.count == Self.limits.count)
    for (flow, (part, most)) in zip(flows, Self.limits) {
      #expect(flow.title.contains(part))
      #expect((2...most).contains(flow.steps.count), "\(flow.title): \(flow.steps.count) files")
      #expect(Set(flow.steps.map(\.path)).count == flow.steps.count, "\(flow.title) names a file twice")
    }
  }

  @Test("every file is there, and another one of the flow enters it", arguments: try flows())
  func entries(_ flow: Flow) throws {
    let codes = try flow.steps.map { try Self.code($0.path) }
    for (index, step) in flow.steps.enumerated() {
      let others = codes.indices.filter { $0 != index }.map { codes[$0] }
      if !step.path.hasSuffix(".swift") {
        #expect(codes[index].contains(step.entry) && others.contains { $0.contains(step.entry) }, "\(step.path)")
      } else if step.entry == "main" {
        #expect(codes[index].contains("@main\n"), "\(step.path)")
      } else {
        #expect(Self.declares(step.entry, in: codes[index]), "\(step.path) does not declare \(step.entry)")
        let words = Self.names(step.entry).subtracting(["_"])
        let isUsed = index == 0 || others.contains { words.isSubset(of: Self.names($0)) }
        #expect(isUsed, "no other file of the flow uses \(step.entry) of \(step.path)")
      }
    }
  }
}
