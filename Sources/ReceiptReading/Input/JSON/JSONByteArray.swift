/// Bytes as a JSON array of numbers: Node's `Buffer` (`{"type":"Buffer","data":[48,130]}`), a JavaScript array, signed
/// bytes of Java.
enum JSONByteArray {
  static func bytes(_ document: some JSONNode) -> [UInt8]? {
    if document["type"]?.stringValue == "Buffer", let data = document["data"] { return numbers(data) }
    return numbers(document)
  }

  private static func numbers(_ value: some JSONNode) -> [UInt8]? {
    guard let elements = value.elementNodes else { return nil }
    var bytes: [UInt8] = []
    for element in elements {
      guard let digits = element.numberValue, let number = Int(digits), number >= -128, number <= 255 else {
        return nil
      }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    // A receipt has thousands of bytes; short lists of numbers mean something else.
    return bytes.count >= 64 ? bytes : nil
  }
}
