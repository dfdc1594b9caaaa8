import ReceiptKit
import Testing

@testable import ReceiptServer

@Suite("Problems")
struct ProblemTests {
  @Test("explain knows every one, by its name and by its type", arguments: Problem.Kind.allCases)
  func explained(_ kind: Problem.Kind) {
    for name in ["serve:" + kind.rawValue, "urn:receipt-tool:problem:" + kind.rawValue] {
      #expect(Reference.answer(name).entries.contains { $0.kind == .serve && $0.key == kind.rawValue }, "\(name)")
    }
  }
}
