import Decompression
import Foundation
import TestSupport
import Testing

@testable import ReceiptCommands

/// What is compressed is read wherever an input is read, with the same result as what was compressed.
@Suite("Compressed inputs")
struct CompressedInputTests {
  private let scratch: Scratch
  init() throws {
    scratch = try Scratch()
    let file = Package.vectors.appendingPathComponent("consumable.b64").path
    let answer = Package.vectors.appendingPathComponent("verifyreceipt-answer.body").path
    let script = """
      gzip -c '\(file)' >receipt.gz; zstd -q -c '\(file)' >receipt.zst; cat '\(file)' >receipt
      gzip -c '\(answer)' >answer.gz; cat '\(answer)' >answer; head -c 500 receipt.gz >cut.gz
      (cat receipt.gz; head -c 512 /dev/zero) >padded.gz; (cat receipt.gz; echo more) >more.gz
      head -c 500 receipt | gzip -c >half.gz; tail -c +501 receipt | gzip -c >>half.gz
      head -c 67108864 /dev/zero | gzip -c >bomb.gz; head -c 67108864 /dev/zero | zstd -q -c >bomb.zst
      """
    let run = try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", script],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], directory: scratch.url)
    try #require(run.status == 0, "\(run.stderr)")
  }

  @Test("every command reads them as it reads what was compressed")
  func commands() throws {
    for command in [
      ["decode", "--in-app"], ["validate", "--at", "2026-01-01", "--text"], ["inspect", "--asn1"],
      ["diagnose", "--canonical"],
      ["status", "--at", "2026-01-01", "--json"], ["redact", "--list"],
    ] {
      let plain = try ToolRun(command + ["receipt"], directory: scratch.url)
      #expect(plain.stdout != "", "\(command)")
      for file in ["receipt.gz", "receipt.zst", "padded.gz", "half.gz"] {
        let run = try ToolRun(command + [file], directory: scratch.url)
        #expect(run.status == plain.status, "\(command) \(file)")
        #expect(run.stdout.replacing(file, with: "receipt") == plain.stdout, "\(command) \(file)")
      }
      let bytes = Array(try Data(contentsOf: scratch.url.appendingPathComponent("receipt.gz")))
      #expect(try ToolRun(command, input: bytes).stdout == plain.stdout.replacing("\"receipt\",", with: "\"-\","))
    }
    let compared = try ToolRun(["compare", "receipt.gz", "--response", "answer.gz", "--json"], directory: scratch.url)
    let plain = try ToolRun(["compare", "receipt", "--response", "answer", "--json"], directory: scratch.url)
    #expect(compared.status == plain.status)
    #expect(compared.stdout.replacing(".gz", with: "") == plain.stdout)
  }

  @Test("--max-size holds for what comes out, and damage is named")
  func limits() throws {
    for bomb in ["bomb.gz", "bomb.zst"] {
      let run = try ToolRun([bomb], directory: scratch.url)
      #expect(run.status == 65 && run.stderr.contains("the limit is 16,777,216"), "\(run.stderr)")
    }
    #expect(try ToolRun(["--max-size", "2K", "receipt.gz"], directory: scratch.url).status == 65)
    for (file, words) in [
      ("cut.gz", "cut.gz: the gzip data ends too early"), ("more.gz", "more.gz: the gzip data is damaged"),
    ] {
      let run = try ToolRun([file], directory: scratch.url)
      #expect(run.status == 66 && run.stdout == "" && run.stderr.contains(words), "\(run.stderr)")
    }
  }

  @Test("any change of a byte is an error or the same receipt, and never a crash")
  func mutated() throws {
    let good = Array(try Data(contentsOf: scratch.url.appendingPathComponent("receipt.gz")))
    let plain = Array(try Data(contentsOf: scratch.url.appendingPathComponent("receipt")))
    var generator = SplitMix(seed: 15)
    for _ in 0..<2_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: 3..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { bytes.removeLast(Int.random(in: 1..<bytes.count - 4, using: &generator)) }
      guard let read = try? Compression(beginning: bytes)?.decompressed(bytes, upTo: 100_000) else { continue }
      // Differences of long arrays take minutes to describe.
      #expect(read.elementsEqual(plain))
    }
    for size in [0, 1, plain.count - 1, plain.count, plain.count + 1] {
      let read = try #require(try Compression(beginning: good)?.decompressed(good, upTo: size))
      #expect(read.count == min(size + 1, plain.count) && read.elementsEqual(plain.prefix(read.count)))
    }
  }
}
