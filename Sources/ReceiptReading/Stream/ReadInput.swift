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
  /// Reads an input. A cached chain of the worker is not verified again.
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
