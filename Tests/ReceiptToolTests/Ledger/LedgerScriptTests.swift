import ReceiptMint
import Testing

@Suite("ledger, as scripts")
struct LedgerScriptTests {
  @Test("Scripts/ledger.txt", arguments: try CommandScript.cases("ledger"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      for number in 1...4 { try place.file("\(number).b64", LedgerTool.receipt([LedgerTool.coins("\(number)")]).utf8) }
      try place.file("gems.b64", LedgerTool.receipt([LedgerTool.coins("X", product: "com.example.gems")]).utf8)
      for name in ["two", "evil"] {
        let bundle = name == "two" ? "com.example.two" : "com.evil"
        try place.file(name + ".b64", LedgerTool.receipt([LedgerTool.coins(name)], bundle: bundle).utf8)
      }
      var pro = LedgerTool.coins("2", product: "com.example.pro")
      pro.productType = 0
      try place.file("pro.b64", LedgerTool.receipt([LedgerTool.coins("1"), pro]).utf8)
    }
  }
}
