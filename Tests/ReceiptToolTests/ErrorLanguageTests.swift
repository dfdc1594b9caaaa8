import Testing

/// Errors and hints on standard error, in the language of the locale.
@Suite("Errors in the reader's language")
struct ErrorLanguageTests {
  private static let cases: [(arguments: [String], input: String, german: String, chinese: String)] = [
    (
      ["decode"], "",
      """
      error: die Eingabe ist leer oder nur Leerraum
      hint: Geben Sie eine Datei an oder leiten Sie einen Beleg in die Standardeingabe

      """,
      """
      error: 输入为空，或只有空白字符
      hint: 请提供文件，或将收据传入标准输入

      """
    ),
    (
      ["decode"], "MIIVkgYJKoZIhvcNAQcCoIIVgzCCFX8CAQExCzAJBgUrDgMCGgUAMIIFQwYJKoZIhvcNAQcBoIIFNASCBTAxggUsMAoC",
      """
      error: der Beleg ist unvollständig: angekündigt sind 5.526 Bytes, vorhanden 69, es fehlen 5.457 (in base64)
      hint: Fügen Sie alles ein: ein Teil ging unterwegs verloren, in einer Spalte, einer Protokollzeile, einem \
      Terminal oder einer Auswahl

      """,
      """
      error: 收据不完整：应有 5,526 字节，现有 69 字节，缺少 5,457 字节（在 base64 中）
      hint: 请粘贴全部内容：有一部分在途中丢失，可能在数据列、日志行、终端或选取时

      """
    ),
    (
      ["decode", "/nonexistent/{a} receipt"], "",
      """
      error: /nonexistent/{a} receipt ist nicht lesbar: No such file or directory
      hint: Prüfen Sie den Pfad; - liest von der Standardeingabe

      """,
      """
      error: 无法读取 /nonexistent/{a} receipt：No such file or directory
      hint: 请检查路径；- 表示从标准输入读取

      """
    ),
  ]

  @Test("by the locale, English without one", arguments: cases.indices)
  func locale(_ index: Int) throws {
    let (arguments, input, german, chinese) = Self.cases[index]
    func said(_ locale: String?) throws -> String {
      let run = try ToolRun(
        arguments, input: Array(input.utf8), environment: locale.map { ["LANG": $0] } ?? [:])
      #expect(run.stdout == "")
      return run.stderr
    }
    #expect(try said("de_AT.UTF-8") == german)
    #expect(try said("zh_CN.UTF-8") == chinese)
    let english = try said(nil)
    #expect(try english != german && said("C") == english && said("fr_FR.UTF-8") == english)
  }

  @Test("documents for programs stay English")
  func documents() throws {
    let english = try ToolRun(["decode", "--stream"], input: Array("x\n".utf8))
    let german = try ToolRun(["decode", "--stream"], input: Array("x\n".utf8), environment: ["LANG": "de_DE.UTF-8"])
    #expect(english.stdout == german.stdout && english.stdout.contains("a text of 1 character, not a receipt"))
  }
}
