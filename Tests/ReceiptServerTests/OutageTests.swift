import Testing

@testable import ReceiptServer

@Suite("Rehearsed outages")
struct OutageTests {
  private typealias Fault = (failure: Outage.Failure?, delay: Duration?)

  private func rolls(_ outage: Outage, _ count: Int) -> [Fault] {
    let faults = FaultInjector(outage)
    return (0..<count).map { _ in faults.nextFault() }
  }

  @Test("shares are kept, each of all requests")
  func shares() {
    var outage = Outage()
    outage.failures = [.init(.status(21005), rate: 0.1), .init(.http(503), rate: 0.05), .init(.dropped, rate: 0.2)]
    outage.delay = .milliseconds(100) ... .milliseconds(300)
    outage.seed = 7
    let rolls = rolls(outage, 20_000)
    func share(_ isCounted: (Fault) -> Bool) -> Double { Double(rolls.count(where: isCounted)) / 20_000 }
    // Ten standard deviations at most.
    #expect(abs(share { $0.failure == .status(21005) } - 0.1) < 0.02)
    #expect(abs(share { $0.failure == .http(503) } - 0.05) < 0.02)
    #expect(abs(share { $0.failure == .dropped } - 0.2) < 0.03)
    #expect(rolls.allSatisfy { $0.delay.map { (.milliseconds(100) ... .milliseconds(300)).contains($0) } ?? false })
    #expect(abs(share { ($0.delay ?? .zero) < .milliseconds(200) } - 0.5) < 0.04)
  }

  @Test("the same seed brings the same outages, another seed others; one option does not change another's")
  func seeds() {
    var outage = Outage()
    outage.failures = [.init(.status(21005), rate: 0.5)]
    outage.seed = 1
    let first = rolls(outage, 200)
    #expect(rolls(outage, 200).elementsEqual(first) { $0 == $1 })
    outage.failures.append(.init(.dropped, rate: 0.5))
    #expect(rolls(outage, 200).map { $0.failure == .dropped ? nil : $0.failure } == first.map(\.failure))
    outage.seed = 2
    #expect(rolls(outage, 200).map(\.failure) != first.map(\.failure))
  }

  @Test("none and all are exactly that")
  func extremes() {
    #expect(rolls(Outage(), 1_000).allSatisfy { $0 == (nil, nil) })
    var outage = Outage()
    outage.failures = [.init(.status(21009), rate: 1)]
    #expect(rolls(outage, 1_000).allSatisfy { $0.failure == .status(21009) })
    outage.failures = [.init(.status(21009), rate: 0.5), .init(.dropped, rate: 0.5)]
    #expect(rolls(outage, 1_000).allSatisfy { $0.failure == .status(21009) || $0.failure == .dropped })
    outage.failures = [.init(.dropped, rate: 1)]
    #expect(rolls(outage, 1_000).allSatisfy { $0 == (.dropped, nil) })
  }
}
