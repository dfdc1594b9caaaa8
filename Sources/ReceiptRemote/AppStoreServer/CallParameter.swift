import ReceiptKit

/// A word of Apple's as people give it to a command.
package protocol RequestWord: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The value in the request.
  var value: String { get }
}

extension RequestWord {
  package var value: String { rawValue }
}

/// A parameter of a call: where it stands in the request, what Apple accepts, and how a command takes it.
package struct CallParameter: Sendable {
  package enum Place: Sendable { case path, query, body }

  /// How a command takes the value.
  package enum Input: Sendable {
    /// No command takes it.
    case none
    /// By its position, with this name in the help.
    case argument(String)
    /// An option of this name, and the name of its value in the help.
    case option(String, String)
    /// A flag of this name, the value in the request with it, and the value without it.
    case flag(String, String, otherwise: String?)
  }

  /// The form in which a command takes the value, in place of Apple's.
  package enum Form: Sendable {
    case asItIs
    /// One of these words. `hasDefault`: without a word, the first one is taken.
    case word(any RequestWord.Type, hasDefault: Bool)
    /// A time, for Apple's milliseconds since 1970.
    case time
    /// A percentage, for Apple's thousandths of a percent.
    case percentage
    /// A UUID, or a random one if none is given.
    case newUUID
  }

  package let place: Place
  /// Apple's name of it, the allowed values, and the error numbers.
  package let member: RequestMember
  package var input = Input.none
  package var form = Form.asItIs
  package var help = ""
  /// A valid value as it is given to the command; `nil` if no example has it.
  package var example: String?
  package var isRepeatable = false
  /// Whether UUIDs are sent in lowercase letters.
  package var isLowercase = false

  package var name: String { member.name }

  /// The name as people read it: `--days` or `<id>`.
  package var label: String {
    switch input {
    case .none: name
    case .argument(let name): "<\(name)>"
    case .option(let name, _), .flag(let name, _, otherwise: _): "--\(name)"
    }
  }

  /// What is wrong with a text that stands in a path or a query, or is one element in a body; `nil` if it is valid.
  package func fault(in text: String) -> RequestFault? {
    let element: RequestMember
    if case .each(let kind) = member.kind {
      element = RequestMember(member.name, kind, invalid: member.code)
    } else {
      element = member
    }
    return element.fault(in: element.kind.value(of: text))
  }
}

// MARK: - Short forms for the rows of calls

extension RequestMember.Kind {
  /// An identifier as Apple gives them.
  static let identifier = Self.form(
    "is not an id: Apple's have 1 to 64 letters, digits, - and _", AppStoreServerRequest.isIdentifier)
  /// A segment of a path that names a product: Apple decides whether there is one.
  static let productSegment = Self.form("is not a product") {
    (1...255).contains($0.utf8.count) && ![".", ".."].contains($0)
  }
  /// A product identifier of App Store Connect.
  static let product = Self.form("is not a product", AppStoreServerRequest.isProduct)
  /// A transaction or a subscription group, as the stand-in numbers them.
  static let digits = Self.form("is not a number of at most 24 digits") {
    (1...24).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIDigit)
  }
  static let country = Self.form("is not a country in three letters, as USA") {
    $0.utf8.count == 3 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
  static let moment = Self.number(0...Instant.writable.upperBound.milliseconds)

  static func word(_ words: any RequestWord.Type) -> Self { .word(words.values) }
}

extension RequestWord {
  package static var values: [String] { allCases.map(\.value) }
}

extension CallParameter {
  /// A segment of the path.
  static func path(
    _ name: String, _ label: String, _ help: String, _ example: String, _ kind: RequestMember.Kind = .identifier,
    isLowercase: Bool = false
  ) -> CallParameter {
    CallParameter(
      place: .path, member: RequestMember(name, kind), input: .argument(label), help: help, example: example,
      isLowercase: isLowercase)
  }

  /// The identifier in the path.
  static func id(_ help: String, _ example: String = "2000000123456789") -> CallParameter {
    path("id", "id", help, example)
  }

  /// An option that narrows a request.
  ///
  /// - Parameter code: the number of Apple's error for an invalid value.
  static func query(
    _ name: String, _ option: String, _ valueName: String, _ kind: RequestMember.Kind, _ code: Int64, _ help: String,
    _ form: Form = .asItIs, isRepeatable: Bool = false, example: String? = nil
  ) -> CallParameter {
    CallParameter(
      place: .query, member: RequestMember(name, kind, optional: true, invalid: code),
      input: .option(option, valueName),
      form: form, help: help, example: example, isRepeatable: isRepeatable)
  }

  /// A member of the body.
  static func body(
    _ member: RequestMember, _ input: Input, _ help: String, _ example: String?, as form: Form = .asItIs,
    isLowercase: Bool = false
  ) -> CallParameter {
    var isRepeatable = false
    if case .each = member.kind { isRepeatable = true }
    return CallParameter(
      place: .body, member: member, input: input, form: form, help: help, example: example, isRepeatable: isRepeatable,
      isLowercase: isLowercase)
  }
}
