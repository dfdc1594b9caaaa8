@testable import ReceiptMint

@testable import ReceiptAnalysis
@testable import ReceiptBase
@testable import ReceiptDocuments
import ReceiptKit
@testable import ReceiptReading

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Compares the fast path with the slow one on mutated receipts: usage `differential COUNT SEED FILE...`.
///
/// One worker for every way of judging sees all of them, so that it remembers chains as in a stream. Every line has to
/// be that of a single call; and where the layout takes an envelope apart whose certificates are those of a receipt
/// that OpenSSL reads, OpenSSL has to read this one too.
public struct Differential {
  private var mutator: Mutator
  private let receipts: [[UInt8]]
  /// Certificates and signer of those receipts, as their octets.
  private let known: Set<[UInt8]>
  private let twins: [Twins]
  private var fast = 0
  private var readable = 0
  private var walked = 0

  /// Reads the arguments, compares, and prints what was seen.
  public static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 3, let count = Int(arguments[1]), let seed = UInt64(arguments[2]) else {
      print("usage: differential COUNT SEED FILE...")
      exit(64)
    }
    do {
      var differential = try Differential(seed: seed, files: Array(arguments[3...]))
      differential.run(count)
    } catch {
      print("error: \(error)")
      exit(70)
    }
  }

  private init(seed: UInt64, files: [String]) throws {
    mutator = try Mutator(seed: seed)
    let minted = try mutator.samples()
    var receipts = minted
    for file in files {
      guard let text = Differential.read(file) else { continue }
      guard let recognized = try? InputRecognizer().recognize(text), case .signedData(let bytes) = recognized.content
      else { continue }
      receipts.append(bytes)
    }
    self.receipts = receipts
    known = Set(receipts.compactMap { Differential.skipped($0) })
    let anchors = [TrustAnchor(try Certificate(der: mutator.root))]
    var unverified = InputDecoder()
    unverified.verifies = false
    var overridden = InputDecoder(authenticator: Authenticator(anchors: anchors))
    overridden.judgingTime = Instant(milliseconds: 1_766_774_387_500)
    twins = [
      Twins(InputDecoder(authenticator: Authenticator(anchors: anchors))), Twins(unverified), Twins(overridden),
    ]
    for twin in twins { for receipt in receipts { twin.compare(receipt, times: 3) } }
  }

  private mutating func run(_ count: Int) {
    for number in 1...max(1, count) {
      let bytes = mutator.mutate(receipts)
      let input = mutator.flip() ? bytes : Array(Base64.encode(bytes).utf8)
      let result = twins[mutator.number(below: 8) == 0 ? 2 : mutator.number(below: 2)].compare(input)
      if result.isFast { fast += 1 }
      if result.isReadable { readable += 1 }
      if let skipped = Differential.skipped(bytes) {
        walked += 1
        require(!known.contains(skipped) || CMSMessage(bytes) != nil, "OpenSSL reads what the layout reads")
        requirePlain(bytes, is: try? SignedData(bytes))
      }
      if number % 100_000 == 0 { report(number) }
    }
    report(count)
    require(fast * 20 > count && (count - readable) * 20 > count, "both paths were taken often")
  }

  private func report(_ count: Int) {
    say("\(count) mutations, \(readable) readable, \(walked) of Apple's shape, \(fast) by the fast path: no difference")
  }

  /// What a layout does not look at, or `nil` where it refuses the bytes.
  private static func skipped(_ bytes: [UInt8]) -> [UInt8]? {
    EnvelopeLayout(bytes.span.bytes).map { Array(bytes[$0.certificates]) + Array(bytes[$0.signer]) }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }
}
