/// A tree with one line for every element of DER or BER bytes. Inside the payload, every attribute has its name.
///
/// The bytes only need to start like ASN.1: at a fault, the tree ends and ``failures`` states the reason. The tree is a
/// class because nested scans call back into it.
package final class ASN1Tree {
  package struct Line {
    /// Offset of the identifier octet in the bytes of its section.
    package let offset: Int
    /// The depth; 0 for the outermost element. The contents of an OCTET STRING are one level deeper than the string
    /// itself.
    package let depth: Int
    /// Octets of identifier and length.
    package let headerLength: Int
    /// Octets of the contents; `nil` for the indefinite length.
    package let length: Int?
    /// `SEQUENCE`, `[0]`, `end of contents`.
    package let tag: String
    /// The name of the attribute or of the part of the envelope.
    package var name: String?
    /// The start of the contents as text, unescaped.
    package var value: String?
    /// Whether the element is inside a primitive OCTET STRING, where only the field's meaning says that there is ASN.1.
    package let isInsideString: Bool
  }

  /// Lines whose offsets count from the same start.
  package struct Section {
    /// The title of the section, if it is not the input itself.
    package var title: String?
    package var lines: [Line] = []
  }

  package private(set) var sections = [Section()]
  /// The places at which the bytes are not valid ASN.1, or do not have the required structure.
  package private(set) var failures: [ReceiptError] = []
  private let depthLimit: Int
  /// How many lines may still be added.
  private var budget: Int
  /// How many OCTET STRINGs around a payload are opened.
  private static let maximumWrappings = 4

  /// - Parameters:
  ///   - isPayload: whether the bytes are a bare payload without an envelope.
  ///   - limits: the maximum number of lines; the largest receipt seen needs about 20,000.
  package init(_ bytes: [UInt8], isPayload: Bool, limits: ASN1Limits = ASN1Limits(elements: 250_000)) {
    depthLimit = limits.depth
    budget = limits.elements
    if isPayload {
      addPayload(bytes, 0..<bytes.count, depth: 0, table: Receipt.table, isInsideString: false)
    } else {
      addEnvelope(bytes)
    }
  }

  private func addEnvelope(_ bytes: [UInt8]) {
    let chunks = SignedData.contentChunks(bytes, ASN1Limits(depth: depthLimit, elements: budget))
    let payload = chunks.count == 1 ? chunks.first : nil
    var sets = 0
    scan(bytes, 0..<bytes.count) { header, depth in
      let isPayload = header.contents == payload && !header.isConstructed
      // 0 is the ContentInfo, 1 its [0], 2 the SignedData.
      let isField = depth == 3
      if isField, header.tagClass == .universal, header.tag == Int(ASN1Tag.set) { sets += 1 }
      let fieldName = isField ? Self.fieldName(header, set: sets) : nil
      add(
        bytes, header, depth: depth, name: isPayload ? "payload" : fieldName, isInsideString: false,
        preview: !isPayload)
      if isPayload {
        addPayload(bytes, header.contents, depth: depth + 1, table: Receipt.table, isInsideString: true)
      }
    }
    // BER may split the payload; the pieces must be joined before it can be read.
    if chunks.count > 1 {
      let joined = chunks.flatMap { bytes[$0] }
      sections.append(
        Section(title: "The payload, joined from \(chunks.count.grouped) pieces; offsets count from its start")
      )
      addPayload(joined, 0..<joined.count, depth: 0, table: Receipt.table, isInsideString: true)
    }
  }

  /// The name of a field of a SignedData (RFC 5652, 5.1), by its tag.
  ///
  /// - Parameter set: the number of the field among the SETs.
  private static func fieldName(_ header: ASN1Header, set: Int) -> String? {
    switch (header.tagClass, Int32(truncatingIfNeeded: header.tag)) {
    case (.universal, ASN1Tag.set): set == 1 ? "digestAlgorithms" : "signerInfos"
    case (.universal, ASN1Tag.integer): "version"
    case (.universal, ASN1Tag.sequence): "encapContentInfo"
    case (.contextSpecific, 0): "certificates"
    case (.contextSpecific, 1): "crls"
    default: nil
    }
  }

  /// Adds a SET of attributes, or an OCTET STRING around such a SET.
  private func addPayload(
    _ bytes: [UInt8], _ range: Range<Int>, depth: Int, table: AttributeTable, isInsideString: Bool,
    wrappings: Int = 0
  ) {
    guard !range.isEmpty else { return }
    var attribute: AttributeSummary?
    // Level 0 is the SET or its wrapper, 1 an attribute, 2 a part of an attribute.
    scan(bytes, range) { header, level in
      if level <= 1 { attribute = level == 1 ? AttributeSummary(bytes, header, table) : nil }
      if level == 2, let attribute, header.start == attribute.valueStart {
        addValue(bytes, header, of: attribute, depth: depth + level, isInsideString: isInsideString)
        return
      }
      let isWrapper =
        level == 0 && header.isUniversal(ASN1Tag.octetString) && !header.isConstructed
        && wrappings < Self.maximumWrappings
      // The elements inside an attribute do not show its name and value again.
      let shown = level == 1 ? attribute : nil
      add(
        bytes, header, depth: depth + level, name: isWrapper ? "payload" : shown?.name, value: shown?.value,
        isInsideString: isInsideString, preview: !isWrapper)
      if isWrapper {
        addPayload(
          bytes, header.contents, depth: depth + 1, table: table, isInsideString: true, wrappings: wrappings + 1)
      }
    }
  }

  /// Adds the OCTET STRING of an attribute, and its contents if the type says that they are ASN.1.
  private func addValue(
    _ bytes: [UInt8], _ string: ASN1Header, of attribute: AttributeSummary, depth: Int, isInsideString: Bool
  ) {
    func addString(_ name: String?, preview: Bool = true) {
      add(bytes, string, depth: depth, name: name, isInsideString: isInsideString, preview: preview)
    }
    switch attribute.row?.encoding {
    // One in ten values of types 4 to 7 looks like ASN.1 but is not.
    case .bytes: addString("raw")
    case nil: addString("not decoded")
    case .purchase:
      addString(nil, preview: false)
      addPayload(bytes, string.contents, depth: depth + 1, table: InAppPurchase.table, isInsideString: true)
    default:
      let limits = ASN1Limits(depth: depthLimit, elements: max(1, budget))
      guard (try? limits.visit(bytes.span, string.contents)) != nil else {
        addString(string.contents.isEmpty ? nil : "not the ASN.1 of its type")
        return
      }
      addString(nil, preview: false)
      scan(bytes, string.contents) { header, level in
        add(bytes, header, depth: depth + 1 + level, isInsideString: true)
      }
    }
  }

  /// Visits all elements up to the first fault, which it records.
  private func scan(_ bytes: [UInt8], _ range: Range<Int>, _ visit: (ASN1Header, _ depth: Int) -> Void) {
    do throws(ReceiptError) {
      // One element at least, so that ``add`` notes that the budget is used up.
      try ASN1Limits(depth: depthLimit, elements: max(1, budget)).visit(bytes.span, range, visit)
    } catch {
      // One error for each attribute would be too many.
      if failures.count < 10 { failures.append(error) }
    }
  }

  /// Adds the line of one element, if the budget allows.
  private func add(
    _ bytes: [UInt8], _ header: ASN1Header, depth: Int, name: String? = nil, value: String? = nil, isInsideString: Bool,
    preview: Bool = true
  ) {
    guard budget > 0 else {
      if failures.isEmpty {
        failures = [
          ReceiptError(.invalidASN1, "too many ASN.1 elements from byte \(header.start) on", offset: header.start)
        ]
      }
      return
    }
    budget -= 1
    sections[sections.count - 1].lines.append(
      Line(
        offset: header.start, depth: depth, headerLength: header.contents.lowerBound - header.start,
        length: header.isIndefinite ? nil : header.contents.count, tag: header.tagName, name: name,
        value: value ?? (preview && !header.isConstructed ? header.text(in: bytes) : nil),
        isInsideString: isInsideString))
  }
}

/// What the line of an attribute shows.
private struct AttributeSummary {
  let row: AttributeRow?
  /// `1702 product_id`
  let name: String
  let value: String?
  /// Offset of the OCTET STRING.
  let valueStart: Int

  init?(_ bytes: [UInt8], _ sequence: ASN1Header, _ table: AttributeTable) {
    guard sequence.isUniversal(ASN1Tag.sequence) else { return nil }
    let span = bytes.span
    var cursor = ASN1Cursor(sequence.contents)
    guard let type = try? cursor.next(span, ASN1Tag.integer, ""), let number = span.integer(type.contents),
      (try? cursor.next(span, ASN1Tag.integer, "")) != nil,
      let string = try? cursor.next(span, ASN1Tag.octetString, ""), !string.isConstructed
    else { return nil }
    row = table.row(number)?.row
    name = "\(number) \(row?.name ?? "unknown")"
    valueStart = string.start
    switch row.map({ AttributeValue.read(string.contents, $0.encoding, span).value }) {
    case .string(let text): value = "\"" + text.displayed(limit: ASN1Header.maximumOctets) + "\""
    case .integer(let integer): value = String(integer)
    case .date(let date): value = date.text.displayed(limit: ASN1Header.maximumOctets)
    case .noDate: value = "\"\""
    case .bytes, .unreadable, nil: value = nil
    }
  }
}
