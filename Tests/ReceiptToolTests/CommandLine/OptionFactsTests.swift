import Testing

@testable import ReceiptCommands

@Suite("Facts of options")
struct OptionFactsTests {
  @Test("every option of every command says what it does to a judgement, and nothing else does")
  func everyOption() throws {
    var used: Set<String> = []
    for command in try CommandTree().commands {
      for option in command.options {
        let name = "\(command.name) \(option.name)"
        let facts = try #require(OptionFacts.of(option.name, in: command.name), "no facts of \(name)")
        used.insert(OptionFacts.own[command.name]?[option.name] == nil ? option.name : name)
        switch facts.form {
        case .flag: #expect(option.isFlag, "\(name)")
        case .once: #expect(!option.isFlag && !option.isUnconditional, "\(name)")
        case .signed: #expect(!option.isFlag && option.isUnconditional, "\(name)")
        case .repeated: #expect(!option.isFlag && option.isRepeating, "\(name)")
        }
        if option.isRepeating && !option.isFlag { #expect(facts.form == .repeated, "\(name)") }
        for letter in option.letters { #expect(OptionFacts.letters[letter] == option.name, "\(name)") }
      }
    }
    let own = OptionFacts.own.flatMap { command, options in options.keys.map { "\(command) \($0)" } }
    #expect(Set(OptionFacts.shared.keys).union(own) == used)
  }

  @Test("what trusts more, believes more or judges as of another time widens")
  func widening() {
    for (command, option) in [
      ("validate", "--trust-anchor"), ("validate", "--allow-test-signed"), ("validate", "--at"),
      ("validate", "--policy"), ("validate", "--grace-period"), ("status", "--unverified"), ("status", "--at"),
      ("compare", "--trust-anchor"), ("compare", "--at"), ("compare", "--endpoint"), ("ledger add", "--allow-restore"),
      ("ledger add", "--environment"), ("ledger add", "--database"), ("decode", "--trust-anchor"), ("inspect", "--at"),
    ] {
      #expect(OptionFacts.of(option, in: command)?.acceptance == .more, "\(command) \(option)")
    }
    for option in ["--bundle-id", "--environment"] {
      #expect(OptionFacts.of(option, in: "validate")?.acceptance == .moreIfRepeated)
    }
  }
}
