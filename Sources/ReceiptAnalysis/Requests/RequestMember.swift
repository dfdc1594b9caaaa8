/// A member of the JSON of a request to Apple: its allowed values, and the code with which Apple refuses others. The
/// check before sending and the stand-in for Apple read the same rows.
package struct RequestMember: Sendable {
  /// The allowed values of a member.
  package indirect enum Kind: Sendable {
    /// At least one character and at most this many, counted as in Apple's Python library: Unicode scalars.
    case text(maximum: Int)
    case uuid
    /// A UUID, or an empty text instead.
    case uuidOrEmpty
    /// A text of a form that Apple demands, and the clause about another one, as "is not a product".
    case form(Message, @Sendable (String) -> Bool)
    case flag
    /// Nothing but `true`.
    case consent
    case number(ClosedRange<Int64>)
    case word([String])
    case object([RequestMember])
    case list([RequestMember], maximum: Int = .max)
    /// A list of such values.
    case each(Kind)

    /// A value as it stands in a query, or is given on a command line.
    package func value(of text: String) -> JSONValue {
      switch self {
      // Apple's Python library writes `True` and `False`.
      case .flag where ["true", "false", "True", "False"].contains(text): .bool(text.lowercased() == "true")
      case .consent: .bool(text == "true")
      // Written as Apple writes it: no plus sign, and no zero in front.
      case .number: Int64(text).flatMap { String($0) == text ? .number(text) : nil } ?? .string(text)
      default: .string(text)
      }
    }
  }

  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  /// The code for an invalid value.
  package let code: Int64
  /// The code for a missing member.
  let codeIfMissing: Int64
  /// The code for a text or a list that is too long.
  let codeIfLonger: Int64
  /// The code for an empty list.
  let codeIfEmpty: Int64

  package init(
    _ name: String, _ kind: Kind, optional: Bool = false, invalid code: Int64 = 4_000_000, missing: Int64? = nil,
    longer: Int64? = nil, empty: Int64? = nil
  ) {
    self.name = name
    self.kind = kind
    self.code = code
    isRequired = !optional
    codeIfMissing = missing ?? code
    codeIfLonger = longer ?? code
    codeIfEmpty = empty ?? code
  }

  /// The first fault of a value; `nil` if it is valid.
  package func fault(in value: JSONValue) -> RequestFault? { faults(in: value, name).first }
}

/// What is wrong with a request.
package struct RequestFault: Error, Equatable, Sendable {
  /// Apple's code for the fault.
  package let code: Int64
  /// The place of the fault: `items[0].price`; empty for the whole request.
  package let place: String
  private let what: String

  package init(_ code: Int64, _ place: String, _ what: String) {
    self.code = code
    self.place = place
    self.what = what
  }

  /// A clause that begins with the place.
  package var reason: String { place.isEmpty ? what : "`\(place)` \(what)" }
}

extension [RequestMember] {
  /// The faults of an object; empty if it is correct. Members without a row are not faults, because Apple adds some.
  package func faults(in object: JSONValue) -> [RequestFault] {
    guard case .object = object else {
      return [RequestFault(4_000_000, "", "the request is \(object.kind), where it has to be an object")]
    }
    if let name = object.repeatedName {
      return [RequestFault(4_000_000, name.displayed(limit: 60), "occurs twice")]
    }
    return faults(in: object, "")
  }

  fileprivate func faults(in object: JSONValue, _ place: String) -> [RequestFault] {
    flatMap { member -> [RequestFault] in
      let name = place + member.name
      switch object[member.name] {
      // The libraries of some languages write `null` for an absent value.
      case nil, .null?: return member.isRequired ? [.init(member.codeIfMissing, name, "is missing")] : []
      case let value?: return member.faults(in: value, name)
      }
    }
  }
}

extension RequestMember {
  fileprivate func faults(in value: JSONValue, _ name: String) -> [RequestFault] {
    func wrong(_ isWrong: Bool, _ what: String, _ code: Int64? = nil) -> [RequestFault] {
      isWrong ? [RequestFault(code ?? self.code, name, what)] : []
    }
    func each(_ elements: [JSONValue], _ kind: Kind) -> [RequestFault] {
      wrong(elements.isEmpty, "is empty", codeIfEmpty)
        + elements.enumerated().flatMap { index, element in
          RequestMember("", kind, invalid: code, longer: codeIfLonger).faults(in: element, "\(name)[\(index)]")
        }
    }
    switch (kind, value) {
    case (.text(let maximum), .string(let text)):
      let count = text.unicodeScalars.count
      return wrong(text.isEmpty, "is empty")
        + wrong(count > maximum, "is longer than \(maximum) characters, by \(count - maximum)", codeIfLonger)
    case (.uuid, .string(let text)): return wrong(!text.utf8.isUUID, "is no UUID")
    case (.uuidOrEmpty, .string(let text)): return wrong(!text.isEmpty && !text.utf8.isUUID, "is no UUID")
    case (.form(let objection, let isValid), .string(let text)):
      return wrong(!isValid(text), objection.description)
    case (.flag, .bool): return []
    case (.consent, .bool(let isGiven)): return wrong(!isGiven, "has to be true")
    case (.number(let range), .number(let digits)):
      let upperBound = range.upperBound == .max ? "" : " to \(range.upperBound)"
      return wrong(
        !(Int64(digits).map(range.contains) ?? false), "has to be a whole number from \(range.lowerBound)\(upperBound)")
    case (.word(let words), .string(let text)):
      return wrong(!words.contains(text), "has to be \(words.joined(separator: ", "))")
    case (.object(let members), .object): return members.faults(in: value, name + ".")
    case (.list(let members, let maximum), .array(let elements)):
      return wrong(elements.count > maximum, "has more than \(maximum) elements: \(elements.count)", codeIfLonger)
        + each(elements, .object(members))
    case (.each(let kind), .array(let elements)): return each(elements, kind)
    default: return wrong(true, "is \(value.kind), which is the wrong type")
    }
  }
}

/// All known rules for a request to Apple.
package struct RequestRules: Sendable {
  package let members: [RequestMember]
  /// The faults of combinations of members, in a request whose single members are correct.
  private let faultsOfCombinations: @Sendable (JSONValue) -> [RequestFault]

  package init(
    _ members: [RequestMember],
    faultsOfCombinations: @escaping @Sendable (JSONValue) -> [RequestFault] = { _ in [] }
  ) {
    self.members = members
    self.faultsOfCombinations = faultsOfCombinations
  }

  /// The faults of a request; empty if it is correct.
  package func faults(in request: JSONValue) -> [RequestFault] {
    let faults = members.faults(in: request)
    return faults.isEmpty ? faultsOfCombinations(request) : faults
  }
}
