import ReceiptMint
import Testing

@Suite("ledger, as scripts")
struct LedgerScriptTests {
  /// A refund of the coins of `1.b64`.
  private static let refund = """
    {"notification_type":"REFUND","environment":"Sandbox","bid":"com.example.test","unified_receipt":{"latest_receipt_info":
    [{"transaction_id":"1","product_id":"com.example.coins","purchase_date_ms":"1766772787000",
    "cancellation_date_ms":"1766774587000"}]}}
    """

  /// Every table of what a ledger knows.
  private static let dump = """
    import sqlite3, sys
    tables = ('CREATE', 'INSERT INTO "task"', 'INSERT INTO "hint"')
    print("\\n".join(line for line in sqlite3.connect(sys.argv[1]).iterdump() if not line.startswith(tables)))
    """

  @Test("Scripts/ledger.txt", arguments: try CommandScript.cases("ledger"))
  func script(_ one: CommandScript.Case) throws {
    try one.run { place in
      for number in 1...4 { try place.file("\(number).b64", LedgerTool.receipt([LedgerTool.coins("\(number)")]).utf8) }
      try place.file("gems.b64", LedgerTool.receipt([LedgerTool.coins("X", product: "com.example.gems")]).utf8)
      for name in ["two", "evil"] {
        let bundle = name == "two" ? "com.example.two" : "com.evil"
        try place.file(name + ".b64", LedgerTool.receipt([LedgerTool.coins(name)], bundle: bundle).utf8)
      }
      try place.file("refund", Self.refund.utf8)
      try place.file("dump.py", Self.dump.utf8)
      var pro = LedgerTool.coins("2", product: "com.example.pro")
      pro.productType = 0
      try place.file("pro.b64", LedgerTool.receipt([LedgerTool.coins("1"), pro]).utf8)
    }
  }
}
