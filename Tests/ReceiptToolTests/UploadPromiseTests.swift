import Foundation
import Testing

@testable import ReceiptCommands

/// "Nothing is uploaded, except by …" names every command that can reach a server, and no other.
@Suite("What is uploaded")
struct UploadPromiseTests {
  /// Swift files below a folder of the tool.
  private func sources(_ folder: String) throws -> [(path: String, text: String)] {
    let root = Package.root.appendingPathComponent("Sources").appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      ($0.path, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  @Test("the commands that use a transport are those that are named")
  func commands() throws {
    // A transport is made in two places, and each of these is used by commands only.
    let doors = try sources("receipt-tool-online").filter { $0.text.contains("HTTPTransport(") }
      .map { URL(fileURLWithPath: $0.path).deletingPathExtension().lastPathComponent }
    #expect(Set(doors) == ["ExchangeOptions", "RemoteVerifier"])
    // What a command says to open one of them.
    let keys = [
      "RemoteCall(", "RemoteVerifier(", "AppStoreServerConnection(", "exchange.transport()", ".asking(console) {",
      ".subcommands(of: ", "settings.work(console) {", "run.work(console) {",
    ]
    let helpers = doors + ["RemoteCall", "AppStoreServerConnection", "LedgerAPI", "RunSettings"]
    let modules = try FileManager.default.contentsOfDirectory(
      atPath: Package.root.appendingPathComponent("Sources").path)
    #expect(modules.contains("ReceiptReading") && modules.count > 10)
    for module in modules where !["receipt-tool-online", "ReceiptRemote"].contains(module) {
      for source in try sources(module) {
        // What serve posts was minted, and goes to the server that --notify names.
        let isStandIn = module == "ReceiptServer" && source.path.contains("/AppStoreServer/")
        // What it posts to webhooks are events, and goes where their file says.
        let isWebhook =
          module == "ReceiptServer"
          && ["/Webhook.swift", "/WebhookSender.swift"].contains(where: source.path.hasSuffix)
        #expect(!source.text.contains("import ReceiptRemote") || isStandIn || isWebhook, "\(source.path)")
        #expect(!source.text.contains("import CCurl"), "\(source.path)")
      }
    }
    var asking: [String] = []
    for source in try sources("receipt-tool-online")
    where !helpers.contains(where: { source.path.hasSuffix("/\($0).swift") }) {
      guard keys.contains(where: source.text.contains) else { continue }
      // A file has the name of its command.
      let name = try #require(source.path.split(separator: "/").last).dropLast(".swift".count).lowercased()
      // The options of `serve --run`.
      if name == "serviceoptions" { asking.append("serve --run"); continue }
      if name == "applelookup" { asking.append("serve --app"); continue }
      asking.append(
        name.hasPrefix("ledger") ? "ledger " + name.dropFirst("ledger".count) : name.hasPrefix("api") ? "api" : name)
    }
    #expect(Set(asking) == Set(ToolFacts.uploading))
  }

  @Test("help and README name exactly these")
  func sentences() throws {
    let names = ToolFacts.uploading
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    let help = try ToolRun(["--help"], environment: ["COLUMNS": "2000"]).stdout
    #expect(help.contains("Nothing is uploaded, except by \(list)."))
    let readme = try Package.text("README.md")
      .split(separator: "\n").joined(separator: " ")
    let quoted = names.map { "`\($0)`" }
    #expect(
      readme.contains(
        "Nothing is uploaded, except by \(quoted.dropLast().joined(separator: ", ")) and \(quoted.last ?? "")."))
  }
}
