/// What is wrong with an input, what Apple would say to it, and what to do. A value in every case, however broken the input is.
public struct Diagnosis: Sendable {
  /// One thing that was found.
  public struct Finding: Equatable, Sendable {
    /// Its name.
    public var cause: Cause
    /// What was found here, in whole sentences.
    public var message: String

    init(_ cause: Cause, _ message: String) {
      self.cause = cause
      self.message = message
    }
  }

  /// How far the input got on the way from text to an authentic receipt.
  public struct Stage: Equatable, Sendable {
    /// The stages, in the order in which they are passed. Raw values are stable and appear in JSON output.
    public enum Name: String, CaseIterable, Sendable {
      /// The wrappings came off.
      case decoded
      /// The envelope could be taken apart.
      case envelope
      /// The claims could be read.
      case payload
      /// The certificate that signed is there.
      case signer
      /// A chain leads to a trusted root.
      case chain
      /// The certificates were valid at the time.
      case time
      /// The certificates are for receipts.
      case purpose
      /// The signature belongs to the bytes.
      case signature
    }

    /// How a stage ended. Raw values are stable and appear in JSON output.
    public enum Outcome: String, CaseIterable, Sendable {
      /// It was passed.
      case passed
      /// The input failed here.
      case failed
      /// It was not reached, or it does not exist for this kind of input.
      case notReached = "not_reached"
    }

    /// Which stage.
    public var name: Name
    /// How it ended.
    public var outcome: Outcome
    /// What was found, in words without a final full stop; empty where nothing was.
    public var detail: String
  }

  /// What the input is, in one sentence without a final full stop.
  public var summary: String
  /// How it was recognised and what was mended; `nil` if nothing was recognised.
  public var input: RecognizedInput?
  /// What it holds, if it could be read to the end.
  public var decoded: DecodedInput?
  /// Why it could not be read, if it could not.
  public var error: ReceiptError?
  /// All stages, in order.
  public var stages: [Stage]
  /// What was found: problems before notes, the weightiest first. Never empty.
  public var findings: [Finding]
  /// Whether it is the body of a request to verifyReceipt, and not a text that belongs into one.
  public var isRequest: Bool
  /// What Apple would answer to exactly what was given: as the body of a request if it is one, else as the value of `receipt-data`.
  public var asGiven: AppleForecast
  /// What Apple would answer to ``canonical``; `nil` if there is none, or if nothing has to be mended.
  public var mended: AppleForecast?
  /// The receipt as Apple takes it: standard base64 on one line, padded; `nil` if there is no receipt.
  public var canonical: String?
  /// What to do, one step after another, in whole sentences.
  public var nextSteps: [String]

  /// The finding that explains the rest.
  public var cause: Cause { findings.first?.cause ?? .nothingWrong }

  /// Whether a receipt (or signed data of StoreKit 2) could be read.
  public var isReadable: Bool { decoded != nil }

  /// The number of bytes that are missing at the end of a receipt that was cut off, if its header tells.
  public var missingBytes: Int? { error?.missingBytes }
}
