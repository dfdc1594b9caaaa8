/// Decodes many inputs, one after another, into lines of JSON.
///
/// For every input, its output equals that of ``InputDecoder`` and ``DecodeDocument`` byte by byte. In addition, it
/// caches verified chains and reuses buffers. Workers share nothing, so workers on several threads do not wait for each
/// other. Only one thread may use a worker at a time; for that reason it is not `Sendable`.
public final class ReceiptWorker {
  /// How inputs are read and judged. It never changes, because cached chains are valid for this decoder only.
  public let decoder: InputDecoder
  /// Made when a second input comes: it takes 0.2 ms, and a single input has no use for it.
  private var fastPath: FastPath?
  private let cachesChains: Bool
  /// The first input, from which the fast path learns when it is made.
  private var firstInput: (bytes: [UInt8], decoded: DecodedInput)?
  /// Cached chains of signed data that the decoder judged.
  package let signedChains = JWSChains()
  /// The number of lines that took the fast path. Tests use it to make sure that they exercised that path.
  private(set) var fastLines = 0

  /// The result for one input.
  public struct Outcome: Sendable {
    /// The verdict; `nil` if nothing was verified.
    public var verdict: Authenticity.Verdict?
    /// Why the input could not be read. The line is then an error document.
    public var error: ReceiptError?
  }

  /// Makes a worker.
  ///
  /// - Parameters:
  ///   - decoder: reads and judges.
  ///   - cachesChains: whether to cache verified chains.
  public init(_ decoder: InputDecoder, cachesChains: Bool = true) {
    self.decoder = decoder
    self.cachesChains = cachesChains
  }

  /// Appends the line for one input: its `decode` document, or an error document.
  ///
  /// - Parameters:
  ///   - input: the bytes of one input, as ``InputDecoder/decode(_:)`` takes them.
  ///   - head: the source of the input.
  ///   - showsAttributes: whether every attribute is listed.
  ///   - output: the buffer to which the line is appended, with a line feed at its end.
  /// - Returns: the result.
  public func appendDocument(
    of input: Span<UInt8>, head: DocumentHead, showsAttributes: Bool = false, to output: inout OutputBuffer
  ) -> Outcome {
    makeFastPathForSecondInput()
    if !showsAttributes, fastPath?.appendDocument(of: input.bytes, head: head, to: &output) == true {
      fastLines &+= 1
      return Outcome(verdict: fastPath?.verdict)
    }
    var writer = JSONWriter(layout: .compact, taking: &output)
    defer { writer.returnBuffer(to: &output) }
    do throws(ReceiptError) {
      let decoded = try decode(input.withUnsafeBufferPointer { Array($0) })
      DecodeDocument(decoded, showsAttributes: showsAttributes).write(to: &writer, head: head)
      return Outcome(verdict: decoded.authenticity?.verdict)
    } catch {
      writer.errorDocument(error, schema: DecodeDocument.schema, head: head)
      return Outcome(error: error)
    }
  }

  /// Decodes one input to values, as ``InputDecoder/decode(_:)`` does. A cached chain is not verified again.
  ///
  /// - Throws: the errors of ``InputDecoder/decode(_:)``.
  public func decode(_ input: [UInt8]) throws(ReceiptError) -> DecodedInput {
    if let decoded = decodedByCachedChain(input) { return decoded }
    let decoded = try decoder.decode(input, chains: signedChains)
    learn(input, decoded)
    return decoded
  }

  /// Decodes an input that has a cached chain and is nothing but a receipt: canonical base64 or DER, without wrapping
  /// or repair.
  ///
  /// - Returns: `nil` for every other input; this says nothing about the input.
  package func decodedByCachedChain(_ input: [UInt8]) -> DecodedInput? {
    makeFastPathForSecondInput()
    guard let decoded = fastPath?.decode(input.span.bytes) else { return nil }
    decoder.observer?(decoded.input.content)
    return decoded
  }

  /// Decodes an input that has already been recognised.
  ///
  /// - Throws: as ``InputDecoder/decode(_:)`` for the content inside of the wrappings.
  package func decode(_ recognized: RecognizedInput, of input: [UInt8]) throws(ReceiptError) -> DecodedInput {
    let decoded = try decoder.decode(recognized, chains: signedChains)
    learn(input, decoded)
    return decoded
  }

  /// Remembers the chain of an input that was decoded without this worker, by the same decoder.
  package func learn(_ input: [UInt8], _ decoded: DecodedInput) {
    if fastPath == nil, cachesChains { firstInput = (input, decoded) }
    fastPath?.learn(input.span.bytes, decoded)
  }

  private func makeFastPathForSecondInput() {
    guard let firstInput else { return }
    fastPath = FastPath(decoder)
    fastPath?.learn(firstInput.bytes.span.bytes, firstInput.decoded)
    self.firstInput = nil
  }
}

/// One input that was read once, for everything that is said about it.
package struct ReadInput: Sendable {
  /// The bytes as they were given; untrusted.
  package let bytes: [UInt8]
  /// The content without its wrappings; `nil` if no content was found.
  package let recognized: RecognizedInput?
  /// The decoded content, or the reason why it cannot be read.
  package let decoded: Result<DecodedInput, ReceiptError>
  /// Whether a cached chain was used. The bytes are then nothing but canonical base64 or DER.
  package let usedCachedChain: Bool
}

extension ReadInput {
  /// Recognises an input and decodes it, as ``InputDecoder`` does. A cached chain of the worker is not verified again.
  package init(_ bytes: [UInt8], with worker: ReceiptWorker) {
    self.bytes = bytes
    if let decoded = worker.decodedByCachedChain(bytes) {
      recognized = decoded.input
      self.decoded = .success(decoded)
      usedCachedChain = true
      return
    }
    usedCachedChain = false
    do throws(ReceiptError) {
      let recognized = try worker.decoder.recognizer.recognize(bytes)
      self.recognized = recognized
      decoded = Result { () throws(ReceiptError) in try worker.decode(recognized, of: bytes) }
    } catch {
      recognized = nil
      decoded = .failure(error)
    }
  }
}
