import CFloors
import ReceiptKit
import ReceiptMint

/// Receipts that all bring certificates of their own: more chains than a worker remembers, again and again in the same
/// order.
final class FirstSight {
  private let receipts: [[UInt8]]
  private let root: [UInt8]
  private let worker: ReceiptWorker
  private let head = DocumentHead(source: "-")
  private var output = OutputBuffer(reservingCapacity: 1 << 20)
  private var next = 0

  init(_ authority: TestAuthority, chains: Int) throws {
    var receipts: [[UInt8]] = []
    for number in 0..<chains {
      var options = ChainOptions(.sha256)
      // Another certificate for every chain; ChainOptions knows the era's dates.
      options.signerValidity = Validity(
        "2024-07-24T14:\(10 + number / 60):\(10 + number % 50)Z", "2026-08-23T14:50:02Z")
      var receipt = ReceiptDescription.sandboxSample(.sha256)
      receipt.inApp = [.subscriptionSample(), .subscriptionSample(transactionID: "2000000000000002")]
      receipts.append(try EnvelopeMinter(try authority.chain(options)).mint(receipt).bytes)
    }
    self.receipts = receipts
    let chain = try authority.chain()
    root = chain.root.der
    worker = ReceiptWorker(InputDecoder(authenticator: Authenticator(anchors: try TrustAnchor.read(root))))
  }

  private func receipt() -> [UInt8] {
    next = (next + 1) % receipts.count
    return receipts[next]
  }

  var swift: Candidate {
    Candidate(name: "Swift") { [self] in
      output.removeAll()
      let outcome = worker.appendDocument(of: receipt().span, head: head, to: &output)
      return outcome.verdict == .testSigned ? output.count : 0
    }
  }

  var c: Candidate {
    Candidate(name: "CMS_verify") { [self] in
      let receipt = receipt()
      return Int(floor_cms_verify(receipt, receipt.count, root, root.count, 1_766_774_387))
    }
  }
}
