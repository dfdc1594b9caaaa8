/// Makes the document of an input, and the verdict for the exit status of its command.
///
/// A command, its stream and its HTTP route share one renderer, so that they give the same answer about an input.
package protocol DocumentRenderer {
  /// The result of reading an input.
  associatedtype Content

  /// Names the shape of the documents.
  var schema: String { get }

  /// Reads one input, and judges it if requested.
  ///
  /// - Parameter input: the bytes as they were given; untrusted.
  func read(_ input: [UInt8]) throws(ReceiptError) -> Content

  /// The verdict on the content.
  func verdict(on content: Content) -> DocumentVerdict

  /// Writes the document. The head names the source of the input.
  func write(_ content: Content, head: DocumentHead, to writer: inout JSONWriter)

  /// What a document discloses of an error: all of it, unless documents are passed on to others.
  func disclosed(_ error: ReceiptError) -> ReceiptError

  /// Appends the document of one input, or an error document, as one line.
  func appendLine(of input: Span<UInt8>, head: DocumentHead, to output: inout OutputBuffer) -> DocumentVerdict
}

extension DocumentRenderer {
  package func disclosed(_ error: ReceiptError) -> ReceiptError { error }

  package func appendLine(
    of input: Span<UInt8>, head: DocumentHead, to output: inout OutputBuffer
  ) -> DocumentVerdict {
    do throws(ReceiptError) {
      let content = try read(input.withUnsafeBufferPointer { Array($0) })
      var writer = JSONWriter(layout: .compact, taking: &output)
      write(content, head: head, to: &writer)
      writer.returnBuffer(to: &output)
      return verdict(on: content)
    } catch {
      return appendLine(for: error, head: head, to: &output)
    }
  }

  /// Appends the error document of an input, as one line.
  package func appendLine(
    for error: ReceiptError, head: DocumentHead, to output: inout OutputBuffer
  ) -> DocumentVerdict {
    var writer = JSONWriter(layout: .compact, taking: &output)
    writer.errorDocument(disclosed(error), schema: schema, head: head)
    writer.returnBuffer(to: &output)
    return DocumentVerdict(error)
  }

  /// Writes the document of one input.
  package func write(
    _ input: [UInt8], head: DocumentHead, to writer: inout JSONWriter
  ) throws(ReceiptError) -> DocumentVerdict {
    let content = try read(input)
    write(content, head: head, to: &writer)
    return verdict(on: content)
  }
}

/// The result for one input.
package struct DocumentVerdict: Sendable {
  /// The exit status of the tool for this input alone.
  package var exitCode: Int32
  /// The verdict, as one word from its own document, or the code of the error.
  package var word: String
  /// Whether the input could not be read.
  package var isError: Bool

  /// Makes the verdict on an input that could be read.
  package init(_ word: String, exitCode: Int32) {
    self.word = word
    self.exitCode = exitCode
    isError = false
  }

  /// Makes the verdict on an input that could not be read.
  package init(_ error: ReceiptError) {
    word = error.code.rawValue
    exitCode = error.exitCode
    isError = true
  }

  /// Makes the verdict on a signature, and states whether it meets the requirement. The word for an unverified StoreKit
  /// 2 JWS is `not-verified`.
  package init(_ verdict: Authenticity.Verdict?, atLeast required: Authenticity.Verdict?) {
    let isEnough = required.map { verdict?.isAtLeast($0) ?? false } ?? true
    self.init(verdict?.rawValue ?? "not-verified", exitCode: isEnough ? 0 : 1)
  }
}
