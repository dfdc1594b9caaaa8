import ReceiptAnalysis

extension Complaints {
  /// Reads members of JSON into their owner, as a table of fields describes. `null` counts as absent.
  func read<Owner>(
    _ fields: [DescriptionField<Owner>], _ members: [String: JSONValue], _ pointer: JSONPointer,
    into owner: inout Owner
  ) throws(DescriptionError) {
    for field in fields {
      if case .date(let property) = field.kind {
        for name in field.names {
          guard let text = try date(name, members, pointer) else { continue }
          owner[keyPath: property] = text
        }
        continue
      }
      // Two names of one field must have the same value.
      var first: JSONValue?
      for name in field.names {
        guard let value = members[name], value != .null else { continue }
        if let first, first != value {
          try complain(pointer / name, "another value than \(field.names[0]), which means the same")
          continue
        }
        first = value
        try set(value, field, pointer / name, &owner)
      }
    }
  }

  private func set<Owner>(
    _ value: JSONValue, _ field: DescriptionField<Owner>, _ pointer: JSONPointer, _ owner: inout Owner
  ) throws(DescriptionError) {
    switch field.kind {
    case .text(let property), .ascii(let property), .spelled(let property):
      if case .string(let text) = value { return owner[keyPath: property] = text }
      try complain(pointer, "\(value.kind), where a string should be")
    case .digits(let property):
      guard case .string(let text) = value else {
        try complain(pointer, "\(value.kind), where a string of digits should be")
        break
      }
      if text.isEmpty || !text.utf8.allSatisfy(\.isASCIIDigit) {
        try complain(pointer, "\(Self.quoted(text)) is not a number")
      }
      return owner[keyPath: property] = text
    case .integer(let property):
      if let number = value.wholeNumber { return owner[keyPath: property] = number }
      try complainOfNumber(value, pointer)
    case .flag(let property):
      switch value {
      case .bool(let flag): return owner[keyPath: property] = flag
      case .string("true"), .string("1"), .number("1"): return owner[keyPath: property] = true
      case .string("false"), .string("0"), .number("0"): return owner[keyPath: property] = false
      default: try complain(pointer, "neither true nor false")
      }
    case .word(let words, let property):
      if case .string(let word) = value, let number = words[word] { return owner[keyPath: property] = number }
      if let number = value.wholeNumber { return owner[keyPath: property] = number }
      try complain(
        pointer, "\(Self.quoted(value.scalarText)) is not known",
        hint: "\(words.keys.sorted().joined(separator: ", ")), or the number that is to stand in the receipt")
    case .octets(let property):
      if let octets = value.octets { return owner[keyPath: property] = octets }
      try complain(pointer, "no hexadecimal digits in pairs")
    case .computed(let assign):
      if let octets = value.octets { return assign(&owner, octets) }
      try complain(pointer, "no hexadecimal digits in pairs")
    case .date: return
    }
    // If a faulty value is minted anyway, it is written as a text, regardless of the type of its attribute.
    owner.extraAttributes.append(.utf8(field.type, value.scalarText))
  }

  private func complainOfNumber(_ value: JSONValue, _ pointer: JSONPointer) throws(DescriptionError) {
    switch value {
    case .string(let text):
      try complain(pointer, "\(Self.quoted(text)) is not a whole number of 64 bits")
    case .number(let digits): try complain(pointer, "\(digits) is not a whole number of 64 bits")
    default: try complain(pointer, "\(value.kind), where a number should be")
    }
  }
}

extension JSONValue {
  /// A number, or a string of its digits: Apple prints some numbers as strings.
  var wholeNumber: Int64? {
    switch self {
    case .number(let digits): Int64(digits)
    case .string(let text) where !text.hasPrefix("+"): Int64(text)
    default: nil
    }
  }

  /// The octets of a string of hexadecimal digits.
  var octets: [UInt8]? { stringValue.flatMap { ReceiptBase.octets(ofHexadecimal: $0) } }

  fileprivate var scalarText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let flag): String(flag)
    case .null, .array, .object: ""
    }
  }
}
