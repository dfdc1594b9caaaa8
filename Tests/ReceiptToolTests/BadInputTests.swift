import Foundation
import ReceiptMint
import TestSupport
import Testing

@Suite("Bad input, given to the program")
struct BadInputTests {
  /// What every failure has to look like: nothing that could be taken for a result, and words on standard error.
  private func expectRefusal(_ run: ToolRun, status: Int32, _ name: String) {
    #expect(run.status == status, "\(name): \(run.stderr)")
    #expect(run.stdout == "", "\(name)")
    #expect(run.stderr.hasPrefix("error: "), "\(name): \(run.stderr)")
    let unsafe = run.stderr.unicodeScalars.filter(actsOnTerminal)
    #expect(unsafe.isEmpty, "\(name)")
  }

  /// Controls other than the line feed, and the mark that turns the direction of writing.
  private func actsOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x202E: true
    default: false
    }
  }

  @Test("Scripts/bad-input.txt", arguments: try CommandScript.cases("bad-input"))
  func script(_ one: CommandScript.Case) throws { try one.run() }

  @Test("what is no receipt is refused with status 65")
  func noReceipts() throws {
    let certificate = try Minted.chain().root
    let inputs: [(name: String, bytes: [UInt8])] = [
      ("nothing", []), ("white space", Array(" \n\t".utf8)), ("words", Array("hello there".utf8)),
      ("zero bytes", [UInt8](repeating: 0, count: 4096)),
      ("random", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
      ("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 7, count: 500)),
      ("certificate in DER", certificate.der), ("certificate in PEM", Array(certificate.pem.utf8)),
      ("a million levels", (0..<2_000_000).map { $0 % 2 == 0 ? 0x30 : 0x80 }),
      ("a length of 4 GB", [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 6, 9]),
      ("a length of 2^63", [0x30, 0x88, 0x7F, 255, 255, 255, 255, 255, 255, 255, 6, 9]),
      ("transaction id", Array("2000001092134138".utf8)),
      ("escape codes", Array("\u{1B}[31mred\u{1B}]0;title\u{7}".utf8)),
      ("half a receipt", Array(try Minted.receipt().base64.utf8.prefix(3001))),
    ]
    for input in inputs {
      for arguments in [["decode"], ["decode", "--in-app"]] {
        expectRefusal(try ToolRun(arguments, input: input.bytes), status: 65, input.name)
      }
    }
  }

  @Test("strings of a receipt cannot reach the terminal raw")
  func escapes() throws {
    let hostile = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}com.example"
    let receipt = try Minted.receipt {
      $0.bundleIdentifier = hostile
      $0.receiptType = hostile
      $0.inApp[0].productID = hostile
    }
    let run = try ToolRun(["--attributes"], input: receipt.bytes)
    #expect(run.status == 0)
    let raw = run.stdout.unicodeScalars.filter(actsOnTerminal)
    #expect(raw.isEmpty)
    // The value itself is unharmed.
    #expect((try run.json()["receipt"] as? [String: Any])?["bundle_id"] as? String == hostile)
  }

  @Test("no environment variable changes a verdict")
  func environment() throws {
    let scratch = try Scratch()
    let configuration = try scratch.file(
      "openssl.cnf",
      Array(
        """
        openssl_conf = init
        [init]
        alg_section = evp
        providers = prov
        ssl_conf = tls
        [evp]
        default_properties = fips=yes
        rh-allow-sha1-signatures = no
        [prov]
        [tls]
        system_default = strict
        [strict]
        MinProtocol = TLSv1.3
        CipherString = DEFAULT@SECLEVEL=5

        """.utf8))
    let anchor = try scratch.file("root.pem", Array(try Minted.anchor().utf8)).path
    let receipt = try Minted.receipt().bytes
    let hostile = [
      "OPENSSL_CONF": configuration.path, "OPENSSL_MODULES": scratch.url.path, "SSL_CERT_FILE": anchor,
      "SSL_CERT_DIR": scratch.url.path,
    ]
    let program = ToolRun.program(because: "libcrypto reads the environment of its process")
    // OpenSSL's own program, which follows the configuration, has no SHA-1 with it.
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    for (environment, isRefused) in [(path, false), (hostile.merging(path) { $1 }, true)] {
      let digest = try ToolRun(
        executable: URL(fileURLWithPath: "/usr/bin/env"),
        [OpenSSLCommand.program, "dgst", "-sha1", configuration.path],
        environment: environment)
      #expect((digest.status != 0) == isRefused, "\(digest.stderr)")
    }
    // Of SHA-1, which such policies forbid first, and of SHA-256.
    for name in ["sandbox-subscription.b64", "production-sha1.b64"] {
      let vector = Array(try Data(contentsOf: Package.root.appendingPathComponent("TestReceipts/" + name)))
      let root = Package.root.appendingPathComponent("TestReceipts/root.pem").path
      let words = ["--trust-anchor", root, "--require", "test-signed"]
      let plain = try ToolRun(words, input: vector)
      let run = try ToolRun(executable: program, words, input: vector, environment: hostile)
      #expect(run.status == 0, "\(run.stderr)")
      #expect(run.stdout == plain.stdout)
    }
    let untrusted = try ToolRun(
      executable: program, ["--require", "test-signed"], input: receipt, environment: hostile)
    #expect(untrusted.status == 1)
  }
}
