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
    (
      ["inspect", "--json", "--html", "report.html"], "",
      """
      error: Unbekannte Option '--json'
      hint: receipt-tool decode gibt JSON aus

      """,
      """
      error: 未知选项 '--json'
      hint: receipt-tool decode 会输出 JSON

      """
    ),
    (
      ["decode", "--max-size", "many"], "",
      """
      error: --max-size: 'many' ist keine Größe; nehmen Sie eine Anzahl von Bytes oder 64K, 16M, höchstens 1G
      hint: receipt-tool decode --help zeigt, was der Befehl annimmt

      """,
      """
      error: --max-size：'many' 不是大小；请使用字节数或 64K、16M，最大为 1G
      hint: receipt-tool decode --help 显示其可用的参数和选项

      """
    ),
    (
      ["explain", "2100x"], "",
      """
      error: unbekannter Name: '2100x'
      hint: Meinten Sie 21000, 21001, 21002, 21003, 21004?

      """,
      """
      error: 未知名称：'2100x'
      hint: 您是不是指 21000, 21001, 21002, 21003, 21004？

      """
    ),
  ]

  @Test("every command takes --language, also those that do not list it")
  func everywhere() throws {
    for arguments in [["decode", "/none"], ["token"], ["mint", "--flaw", "none"], ["redact", "/none"]] {
      let german = try ToolRun(arguments, environment: ["LANG": "de_DE.UTF-8"])
      for option in [["--language", "de"], ["--language=de"]] {
        let run = try ToolRun(arguments + option)
        #expect(run.stderr == german.stderr && run.status == german.status, "\(arguments)")
      }
      let wrong = try ToolRun(arguments + ["--language", "klingon"])
      #expect(wrong.status == 64 && wrong.stderr.contains("'klingon' is not a language"))
    }
    // Behind `--` it is a file.
    #expect(try ToolRun(["decode", "--", "--language", "de"]).stderr.contains("--language cannot be read"))
  }

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
}
