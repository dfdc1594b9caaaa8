/// Values as databases wrap them: Firestore (`stringValue`), DynamoDB (`S`), MongoDB's extended JSON (`$numberLong`).
enum DatabaseValues {
  private static let texts: Set = ["stringValue", "timestampValue", "S", "$oid"]
  private static let numbers: Set = [
    "integerValue", "doubleValue", "N", "$numberLong", "$numberInt", "$numberDouble", "$numberDecimal",
  ]
  private static let others: Set = ["booleanValue", "BOOL", "$date"]

  /// The same value without wrappings. The depth is that of the document, which its reader limits.
  static func unwrapped(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(unwrapped))
    case .object(let members):
      if members.count == 1, let only = members.first, let inner = inner(only) { return inner }
      if let date = date(value) { return date }
      if case .object(let fields)? = value["fields"], !fields.isEmpty, fields.allSatisfy({ isWrapped($0.value) }) {
        return unwrapped(.object(fields))
      }
      return .object(members.map { JSONValue.Member($0.name, unwrapped($0.value)) })
    case .null, .bool, .number, .string: return value
    }
  }

  /// A date that a library made an object: Firestore's timestamp, PHP's `DateTime` in UTC.
  private static func date(_ value: JSONValue) -> JSONValue? {
    for prefix in ["", "_"] {
      if case .number? = value[prefix + "nanoseconds"], let seconds = value[prefix + "seconds"] { return seconds }
    }
    guard value["timezone_type"] != nil, let date = value["date"]?.stringValue else { return nil }
    let isUTC = ["UTC", "Z", "+00:00"].contains(value["timezone"]?.stringValue)
    return isUTC ? .string(date + "Z") : nil
  }

  private static func isWrapped(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value, members.count == 1, let only = members.first else { return false }
    return inner(only) != nil
  }

  private static func inner(_ member: JSONValue.Member) -> JSONValue? {
    switch (member.name, member.value) {
    case (let name, .string) where texts.contains(name) || others.contains(name): return member.value
    case (let name, .string(let digits)) where numbers.contains(name):
      return Double(digits) == nil ? nil : .number(digits)
    case (let name, .number) where numbers.contains(name) || others.contains(name): return member.value
    case (let name, .bool) where others.contains(name): return member.value
    case ("$date", .object): return unwrapped(member.value)
    case ("nullValue", _), ("NULL", .bool): return .null
    case ("mapValue", .object): return unwrapped(member.value)
    case ("M", .object(let members)):
      return .object(members.map { JSONValue.Member($0.name, unwrapped($0.value)) })
    case ("arrayValue", _): return unwrapped(member.value["values"] ?? .array([]))
    case ("L", .array(let elements)): return .array(elements.map(unwrapped))
    default: return nil
    }
  }
}
