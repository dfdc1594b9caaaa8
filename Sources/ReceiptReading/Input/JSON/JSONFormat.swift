extension InputText {
  /// JSON with a receipt somewhere in it: requests, answers, notifications, wrappers, or any document with a member of
  /// a usual name.
  func readJSON() throws(ReceiptError) -> InputFinding? {
    guard let first = byte(0) else { return nil }
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    guard isContainer || first == UInt8(ascii: "\"") else { return try readPrinted() }
    let document: JSONText
    do throws(JSONError) {
      document = try JSONReader().outline(bytes, core)
    } catch {
      // Header and payload one after the other, as token debuggers show them.
      if byte(0) == UInt8(ascii: "{"),
        Array(bytes[core].prefix(256)).firstOffset(of: Array("\"x5c\"".utf8)) != nil
      {
        throw MissingReceipt.decodedJWS.withCause(.signedDataCut)
      }
      if let found = try readPrinted() { return found }
      if let found = try damagedJSON() { return found }
      // Text in quotation marks may have another quoted format.
      if !isContainer { return nil }
      if let found = try embeddedReceipt() { return found }
      if let printed = objectAmongWords ?? errorText ?? printedObject { throw printed }
      if let lines = severalDocuments { throw lines }
      if isChat { return nil }
      throw ReceiptError(
        .invalidJSON, "\(error.message); and no receipt can be found in it", offset: error.offset,
        hint: "paste the whole JSON document, or only the receipt's base64 text")
    }
    if let text = document.stringValue { return .inner(Array(text.utf8), .jsonString) }
    do throws(ReceiptError) {
      return try JSONWrapper(document, nesting: nesting).unwrap()
    } catch {
      // A line of a log may hold a request in the middle of its message.
      let mayHoldReceipt =
        error.cause == nil && error.code == .invalidJSON || [.errorText, .otherProgram].contains(error.cause)
      guard mayHoldReceipt, let found = try? embeddedReceipt() else { throw error }
      return found
    }
  }

  /// Whether words stand in the brackets: `[29.11.26, 10:11] Jane: Hello`. JSON has quotation marks.
  private var isChat: Bool {
    let start = bytes[core].prefix(4_096)
    return !start.contains(UInt8(ascii: "\"")) && start.contains { $0.isASCIILetter || $0 > 0x7F }
  }

  /// Several lines, each of which is readable JSON.
  private var severalDocuments: ReceiptError? {
    let lines = bytes[core].split { $0 == 0x0A || $0 == 0x0D }
    let isRead = { (line: ArraySlice<UInt8>) in (try? JSONReader().outline(bytes, line.indices)) != nil }
    guard lines.count > 1, lines.allSatisfy(isRead) else { return nil }
    return ReceiptError(
      .invalidJSON, "\(grouped: lines.count) JSON documents, one on each line, and no receipt in them",
      offset: core.lowerBound, hint: "give them one at a time")
  }
}
