/// The fault of an input, Apple's likely answer, and the remedy. Every input has a diagnosis, even the most damaged
/// one.
public struct Diagnosis: Sendable {
  /// One finding.
  public struct Finding: Equatable, Sendable {
    /// The cause, which names the finding.
    public var cause: Cause
    /// The finding for this input, in whole sentences.
    public var message: Message

    /// - Parameter message: the message; the meaning of the cause if `nil`.
    init(_ cause: Cause, _ message: Message? = nil) {
      self.cause = cause
      self.message = message ?? Message(english: cause.entry.meaning)
    }

    /// - Parameter details: further sentences after the meaning of the cause.
    init(_ cause: Cause, details: Message?) {
      self.init(cause, details.map { "\(Message(english: cause.entry.meaning)) \($0)" })
    }
  }

  /// One step on the way from a text to an authentic receipt, and how it ended for this input.
  public struct Stage: Equatable, Sendable {
    /// The stages, in order. Raw values are stable and appear in JSON output.
    public enum Name: String, CaseIterable, Sendable {
      /// The wrappings were removed.
      case decoded
      /// The envelope was decoded.
      case envelope
      /// The claims were read.
      case payload
      /// The signer's certificate is present.
      case signer
      /// A chain leads to a trusted root.
      case chain
      /// The certificates were valid at the relevant time.
      case time
      /// The certificates were issued for signing receipts.
      case purpose
      /// The signature matches the bytes.
      case signature
    }

    /// How a stage ended. Raw values are stable and appear in JSON output.
    public enum Outcome: String, CaseIterable, Sendable {
      /// The input passed this stage.
      case passed
      /// The input failed at this stage.
      case failed
      /// The stage was not reached, or does not exist for this kind of input.
      case notReached = "not_reached"
    }

    /// Which stage.
    public var name: Name
    /// How the stage ended.
    public var outcome: Outcome
    /// The finding, in words without a final full stop; empty without one.
    public var detail: Message
  }

  /// The kind of the input, in one sentence without a final full stop.
  public var summary: Message
  /// How the input was recognised and repaired; `nil` if nothing was recognised.
  public var input: RecognizedInput?
  /// The decoded content, if it could be read to the end.
  public var decoded: DecodedInput?
  /// Why the input could not be read, if reading failed.
  public var error: ReceiptError?
  /// All stages, in order.
  public var stages: [Stage]
  /// The findings: problems before notes, the most important first. Never empty.
  public var findings: [Finding]
  /// Whether the input is a complete request body for verifyReceipt, not only the text for its `receipt-data`.
  public var isRequest: Bool
  /// The forecast of Apple's answer to exactly the given bytes, sent as the request body if they are one, and otherwise
  /// as the text of `receipt-data`.
  public var asGiven: AppleForecast
  /// The forecast of Apple's answer to ``canonical``; `nil` without a receipt, or if no repair is needed.
  public var mended: AppleForecast?
  /// The receipt in the form that Apple accepts: standard base64 on one line, padded; `nil` without a receipt.
  public var canonical: String?
  /// What to do, one step after another, in whole sentences.
  public var nextSteps: [Message]

  /// An error that the input names.
  package struct NamedError: Equatable, Sendable {
    /// The number, or the error in a few words.
    package let name: Message
    package let meaning: Message
    package let action: Message
    /// Whether it is the answer of a server of Apple's.
    package let isAnswer: Bool
  }

  /// The errors that the input names; empty unless it is the answer of a server, or the text of an error.
  package var namedErrors: [NamedError] = []

  /// The finding that explains the others.
  public var cause: Cause { findings.first?.cause ?? .nothingWrong }

  /// Whether a receipt (or signed data of StoreKit 2) could be read.
  public var isReadable: Bool { decoded != nil }
}
