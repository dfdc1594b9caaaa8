extension JSONNode {
  /// Bytes as a JSON array of numbers: Node's `Buffer` (`{"type":"Buffer","data":[48,130]}`), a JavaScript array,
  /// signed bytes of Java; `nil` for any other value.
  var byteArray: [UInt8]? {
    guard form.hasContents else { return nil }
    if form == .object, self["type"]?.stringValue == "Buffer", let data = self["data"] { return data.bytesOfNumbers }
    return bytesOfNumbers
  }

  private var bytesOfNumbers: [UInt8]? {
    guard form == .array, let elements = elementNodes else { return nil }
    var bytes: [UInt8] = []
    for element in elements {
      // Java prints bytes from 0x80 on as negative numbers.
      guard element.form == .other, let digits = element.numberValue, let number = Int(digits), number >= -128,
        number <= 255
      else {
        return nil
      }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    // A receipt has thousands of bytes; short lists of numbers mean something else.
    return bytes.count >= 64 ? bytes : nil
  }
}
