import ReceiptKit

/// The inputs of a command, and the settings for judging them.
package struct InputSettings {
  /// Paths, or `-` for standard input.
  package var sources: [String]
  /// Files with certificates that are trusted besides Apple's roots.
  var trustAnchors: [String]
  /// The time at which certificates are judged instead of the receipt's own date.
  var judgingTime: JudgingTime?
  /// The verdict below which the exit status is negative.
  var requiredVerdict: Authenticity.Verdict?
  /// The maximum size of an input.
  var maximumBytes: Int
  /// Whether to print only errors of the command line.
  var isQuiet: Bool

  package init(sources: [String], trustAnchors: [String] = [], maximumBytes: Int = 16 << 20, isQuiet: Bool = false) {
    self.sources = sources
    self.trustAnchors = trustAnchors
    self.maximumBytes = maximumBytes
    self.isQuiet = isQuiet
  }

  /// Reads one input: a file, a pipe, or the receipt inside an app bundle.
  package func read(_ source: String, _ console: Console) throws(ReceiptError) -> [UInt8] {
    try console.read(source, isQuiet ? nil : "receipt", maximumBytes: maximumBytes)
  }

  /// Reads one input, as one item or as the files of an archive.
  func readItems(_ source: String, _ console: Console) throws(ReceiptError) -> [PastedItem] {
    try console.readItems(source, isQuiet ? nil : "receipt", maximumBytes: maximumBytes)
  }

  /// The decoder for these settings. It trusts Apple's roots and the certificates in the files of ``trustAnchors``.
  package func decoder(_ console: Console) throws -> InputDecoder {
    var anchors: [TrustAnchor] = []
    for file in trustAnchors {
      do throws(ReceiptError) {
        anchors += try TrustAnchor.read(try console.read(file, maximumBytes: 1 << 20, searchesDirectories: false))
      } catch {
        throw UnusableOption(option: "--trust-anchor", source: file, error: error)
      }
    }
    return InputDecoder(
      recognizer: InputRecognizer(maximumBytes: maximumBytes), authenticator: Authenticator(anchors: anchors),
      judgingTime: judgingTime?.instant(console), currentTime: console.now)
  }

  /// A worker with this decoder.
  func worker(_ console: Console) throws -> ReceiptWorker {
    ReceiptWorker(try decoder(console))
  }

  /// The exit status for the verdict on one input. A negative verdict is explained on standard error.
  ///
  /// - Parameter reason: why nothing was verified, if known.
  func judge(
    _ authenticity: Authenticity?, _ source: String, _ console: Console, because reason: Message? = nil
  ) -> ExitStatus {
    let status = ExitStatus(DocumentVerdict(authenticity?.verdict, atLeast: requiredVerdict))
    if status == .negative { explain(authenticity, source, console, because: reason) }
    return status
  }

  /// Explains on standard error why an input does not have the verdict that `--require` demands.
  ///
  /// - Parameter reason: why nothing was verified, if known.
  func explain(
    _ authenticity: Authenticity?, _ source: String, _ console: Console, because reason: Message? = nil
  ) {
    let verdict: Message =
      authenticity.map { "\(Message(english: $0.verdict.rawValue)) (\($0.reason))" } ?? reason ?? "not verified"
    let objection: Message = "\(verdict), which is less than --require asks for"
    console.report(message: objection.of(source), hint: nil)
  }
}

/// An unusable file of an option.
package struct UnusableOption: Error {
  let option: String
  let source: String
  package let error: ReceiptError
  private let isInput: Bool

  /// - Parameters:
  ///   - option: the name of the option.
  ///   - source: the file; empty if the message names it.
  ///   - error: the fault.
  ///   - isInput: whether the file is an input; wrong contents are then not a fault of the command line.
  package init(option: String, source: String, error: ReceiptError, isInput: Bool = false) {
    self.option = option
    self.source = source
    self.error = error
    self.isInput = isInput
  }

  var exitStatus: ExitStatus { isInput || error.code == .unreadable ? ExitStatus(error) : .usage }
}
