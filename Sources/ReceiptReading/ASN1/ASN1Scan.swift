/// The limits on the ASN.1 of an input; an input that exceeds them is rejected.
public struct ASN1Limits: Equatable, Sendable {
  /// The maximum nesting depth of elements. Real receipts reach 10.
  public var depth: Int
  /// The maximum number of elements. A receipt with 192 purchases has 17,000.
  public var elements: Int

  /// Makes limits; the defaults are far above every receipt seen, and input that reaches them is still cheap to read.
  public init(depth: Int = 32, elements: Int = 2_000_000) {
    self.depth = depth
    self.elements = elements
  }

  /// Whether every envelope of Apple's shape (``EnvelopeLayout``) with certificates of a usual size stays within the
  /// limits. Its payload counts as one element, so that it has far fewer than 100,000.
  var allowPlainEnvelopes: Bool { depth >= ASN1Limits().depth && elements >= 100_000 }
}

extension ASN1Limits {
  /// Visits every element of DER or BER bytes, depth first, without recursion and within the limits.
  ///
  /// It runs before OpenSSL sees the bytes, and rejects false lengths, excessive nesting and excessive numbers of
  /// elements.
  ///
  /// - Parameters:
  ///   - range: the place of one element, which must fill it.
  ///   - body: called for each element before its contents, and also for end-of-contents octets, with the depth: 0 for
  ///     the outermost element.
  func visit(
    _ bytes: Span<UInt8>, _ range: Range<Int>, _ body: (_ header: ASN1Header, _ depth: Int) -> Void = { _, _ in }
  ) throws(ReceiptError) {
    // The constructed elements around the position, outermost first.
    var open: [(end: Int, isIndefinite: Bool)] = []
    var position = range.lowerBound
    var count = 0
    repeat {
      let end = open.last?.end ?? range.upperBound
      let header = try ASN1Header(bytes, at: position, end: end)
      count += 1
      guard count <= elements else {
        throw ReceiptError(.invalidASN1, "more than \(elements) ASN.1 elements", offset: position)
      }
      body(header, open.count)
      if header.isEndOfContents {
        guard let closed = open.popLast(), closed.isIndefinite else {
          throw ReceiptError(
            .invalidASN1, "end-of-contents octets at byte \(position) close nothing", offset: position)
        }
        position = header.contents.upperBound
      } else if header.isConstructed {
        guard open.count < depth else {
          throw ReceiptError(
            .invalidASN1, "ASN.1 is nested more than \(depth) deep at byte \(position)", offset: position)
        }
        open.append((header.contents.upperBound, header.isIndefinite))
        position = header.contents.lowerBound
      } else {
        position = header.contents.upperBound
      }
      while let last = open.last, !last.isIndefinite, position == last.end { open.removeLast() }
    } while !open.isEmpty
    guard position == range.upperBound else {
      throw ReceiptError(
        .invalidASN1, "\(range.upperBound - position) bytes follow the end of the ASN.1 at byte \(position)",
        offset: position)
    }
  }
}
