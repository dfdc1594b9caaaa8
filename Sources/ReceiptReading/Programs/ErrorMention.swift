/// An error that a text names.
package enum ErrorMention: Equatable, Sendable {
  case known(KnownError)
  /// An error of the App Store Server API, by its number, or by its name in Apple's libraries.
  case server(String)
  /// A status of verifyReceipt.
  case status(String)
  /// HTTP 401 of an API of the App Store.
  case unauthorized

  /// The error in a few words: `SKError 2 (paymentCancelled)`.
  package var title: String {
    switch self {
    case .known(let error): error.title
    case .server(let code), .status(let code): code
    case .unauthorized: "HTTP 401"
    }
  }

  /// Whether it says only that something failed.
  package var isVague: Bool { if case .known(let error) = self { error.isVague } else { false } }

  /// Whether it says only that another error below it has the reason.
  var refersToAnother: Bool { if case .known(let error) = self { error.action == KnownError.lookBelow } else { false } }

  /// The question that `explain` answers with this error.
  package var question: String {
    switch self {
    case .known(let error): error.question
    case .server(let code), .status(let code): code
    case .unauthorized: "401"
    }
  }
}
