import ReceiptKit

/// Numbers that only the key's holder can compute: uniformly distributed, and independent for every message.
///
///     K        HMAC-SHA-256 of "receipt-tool redact 2" under the user's key
///     message  the lengths of domain and shape in eight octets each ‖ domain ‖ shape ‖ zeros up to a whole block
///              ‖ step ‖ text ‖ zeros up to a whole block
///     octets   AES-256-CBC under K, from a vector of zeros, of the message and as many blocks of zeros after it as are
///              needed: those from the message's last block on
///     number   below r: the upper half of an octet times r; octets whose lower half is less than 256 mod r are skipped
///
/// That is CBC-MAC as the random function, as in FF1 of NIST SP 800-38G. It is safe because no message is a prefix of
/// another: the lengths stand first, and domain, shape and step determine the length of the text.
struct KeyedNumbers {
  /// Octets that are encrypted at once; whole blocks.
  private static let capacity = 1_024
  private static let blockLength = BlockChain.blockLength

  private let chain: BlockChain
  /// 256 mod r for every r. A lookup takes a fraction of a division's time.
  private let rests = [0] + (1...256).map { 256 % $0 }
  /// A message, then its encryption.
  private var buffer = [UInt8](repeating: 0, count: capacity)
  /// The number of message octets in the buffer.
  private var count = 0
  /// The position of the octets for the next numbers.
  private var position = 0
  /// The end of these octets.
  private var end = 0
  /// The last encrypted block, with which the chain goes on.
  private var last = BlockChain.Block.zero
  /// The last encrypted block of domain and shape.
  private var topic = BlockChain.Block.zero

  init(_ key: RedactionKey) throws(ReceiptError) {
    chain = try BlockChain(
      key: DigestAlgorithm.hmacSHA256(Array("receipt-tool redact 2".utf8), key: key.octets))
  }

  /// Sets the purpose of the numbers; call ``begin(step:_:drawing:)`` next.
  mutating func setTopic(domain: [UInt8], shape: [UInt8]) throws(ReceiptError) {
    last = .zero
    count = 0
    append(domain.count)
    append(shape.count)
    try append(domain.span)
    try append(shape.span)
    pad()
    try encrypt()
    topic = last
  }

  /// Starts the numbers for a message about the topic.
  ///
  /// - Parameter drawing: about how many numbers will be taken.
  mutating func begin(step: UInt8, _ text: Span<UInt8>, drawing number: Int) throws(ReceiptError) {
    last = topic
    // The buffer has space, because it contains nothing else.
    buffer[0] = step
    count = 1
    try append(text)
    pad()
    position = count - Self.blockLength
    // An eighth more octets than numbers are computed, because some are skipped. The octets of the last block of the
    // message are enough for 14 numbers. More than four blocks are computed when they are needed.
    let blocks = min((number + number / 8) / Self.blockLength, 4)
    extend(to: min(count + blocks * Self.blockLength, Self.capacity))
    end = count
    try encrypt()
  }

  /// The next number.
  @inline(__always)
  mutating func next(below radix: Int) throws(ReceiptError) -> Int {
    while true {
      if position == end { try computeMore() }
      // Wrapping operators cost less here, and no result can wrap: an octet times at most 256, and a position in a
      // buffer of 1,024.
      let product = Int(buffer[position]) &* radix
      position &+= 1
      // Using the remaining octets would make some numbers more likely than others.
      if product & 0xFF >= rests[radix] { return product >> 8 }
    }
  }

  /// Encrypts two blocks of zeros, whose octets give the next numbers.
  private mutating func computeMore() throws(ReceiptError) {
    extend(to: 2 * Self.blockLength)
    position = 0
    end = count
    try encrypt()
  }

  private mutating func append(_ octets: Span<UInt8>) throws(ReceiptError) {
    var taken = 0
    while taken < octets.count {
      if count == Self.capacity { try encrypt() }
      let start = count
      let part = min(octets.count - taken, Self.capacity - start)
      var target = buffer.mutableSpan
      // Both sums are less than the counts of their spans, and the spans check them.
      for index in 0..<part { target[start &+ index] = octets[taken &+ index] }
      count += part
      taken += part
    }
  }

  /// Appends a number in eight octets.
  private mutating func append(_ number: Int) {
    for shift in stride(from: 56, through: 0, by: -8) {
      buffer[count] = UInt8(truncatingIfNeeded: number >> shift)
      count += 1
    }
  }

  /// Appends zeros up to a whole block.
  private mutating func pad() { extend(to: (count + Self.blockLength - 1) / Self.blockLength * Self.blockLength) }

  /// Appends zeros up to a length.
  private mutating func extend(to length: Int) {
    let start = count
    count = max(start, length)
    let end = count
    var target = buffer.mutableSpan
    for index in start..<end { target[index] = 0 }
  }

  private mutating func encrypt() throws(ReceiptError) {
    last = try chain.encrypt(&buffer, count: count, from: last)
    count = 0
  }
}
