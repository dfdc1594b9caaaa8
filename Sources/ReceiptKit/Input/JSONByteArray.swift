/// Bytes as a JSON array of numbers: Node's `Buffer` (`{"type":"Buffer","data":[48,130]}`), a JavaScript array, signed
/// bytes of Java.
enum JSONByteArray {
  static func bytes(_ document: JSONValue) -> [UInt8]? {
    if document["type"]?.stringValue == "Buffer", let data = document["data"] { return numbers(data) }
    return numbers(document)
  }

  private static func numbers(_ value: JSONValue) -> [UInt8]? {
    // A receipt has thousands of bytes; short lists of numbers are something else.
    guard case .array(let elements) = value, elements.count >= 64 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(elements.count)
    for element in elements {
      guard case .number(let digits) = element, let number = Int(digits), number >= -128, number <= 255 else {
        return nil
      }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    return bytes
  }
}
