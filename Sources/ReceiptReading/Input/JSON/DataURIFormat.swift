extension InputText {
  /// A `data:` URI (RFC 2397): `data:application/octet-stream;base64,MII...`
  func readDataURI() throws(ReceiptError) -> InputFinding? {
    guard starts(with: "data:", ignoringCase: true) else { return nil }
    let rest = bytes[core].dropFirst("data:".utf8.count)
    // The media type is short. `data: MII...` is a label and has no comma.
    guard let comma = rest.prefix(256).firstIndex(of: UInt8(ascii: ",")) else { return nil }
    return .inner(Array(rest[(comma + 1)...]), .dataURI)
  }
}
