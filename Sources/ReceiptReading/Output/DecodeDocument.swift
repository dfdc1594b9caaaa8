/// The JSON document of `decode`: Apple's `receipt`, and members that Apple's answer does not have.
public struct DecodeDocument: Sendable {
  /// The name of the document's schema. Within one version, keys may be added but never removed or changed.
  public static let schema = "receipt-tool/decode/1"

  /// The decoded input.
  public var decoded: DecodedInput
  /// Whether every attribute is listed.
  public var showsAttributes: Bool
  /// Whether the document states that identifying values were replaced.
  package var isRedacted = false

  /// Makes a document.
  public init(_ decoded: DecodedInput, showsAttributes: Bool = false) {
    self.decoded = decoded
    self.showsAttributes = showsAttributes
  }

  /// Writes the whole document. The head names the source of the input.
  public func write(to writer: inout JSONWriter, head: DocumentHead) {
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.members(head)
      if isRedacted { writer.member("redacted", true) }
      writer.key("input")
      writer.input(decoded.input, unread: decoded.unread)
      writer.authenticity("authenticity", decoded.authenticity)
      writer.member("environment", decoded.environment)
      switch decoded.document {
      case .receipt(let receipt):
        writer.key("receipt")
        writer.receipt(receipt)
        writer.key("irregularities")
        writer.irregularities(receipt.irregularities)
        if showsAttributes {
          writer.key("attributes")
          writer.attributes(of: receipt)
        }
      case .transactionReceipt(let receipt):
        writer.key("receipt")
        receipt.writeReceipt(to: &writer)
        // Entries outside the signed part: `pod`, `signing-status`, `environment`.
        writer.key("unsigned_entries")
        // If several entries have one name, the first one counts, as in `receipt`.
        var written: Set<String> = ["signature", "purchase-info"]
        writer.object { writer in
          for entry in receipt.entries where written.insert(entry.key).inserted {
            writer.member(entry.key, entry.value)
          }
        }
      case .jws(let signature):
        writer.member("receipt", nil as String?)
        write(signature, to: &writer)
      }
    }
    writer.endLine()
  }

  private func write(_ signature: JSONWebSignature, to writer: inout JSONWriter) {
    writer.key("jws")
    writer.object { writer in
      writer.member("verified", decoded.authenticity?.verdict == .authentic)
      writer.key("header")
      writer.header(of: signature)
      writer.key("payload")
      writer.value(signature.payload)
      writer.objects("signed_parts", decoded.signedParts) { writer, part in
        writer.member("pointer", part.pointer)
        writer.authenticity("authenticity", part.authenticity)
        writer.member("contradiction", part.contradiction)
        writer.key("payload")
        if let signature = part.signature { writer.value(signature.payload) } else { writer.null() }
      }
      let unknown = UnknownFacts(signature.payload, parts: decoded.signedParts).facts
      guard !unknown.isEmpty else { return }
      writer.objects("unknown", unknown) { writer, fact in
        writer.member("kind", fact.kind.rawValue)
        writer.member("pointer", fact.pointer)
        writer.key("value")
        writer.value(fact.value)
      }
    }
  }

  /// Writes only the purchases. An iOS 6 transaction receipt is one purchase, written as an array with one element.
  ///
  /// - Throws: `.otherFormat` for a JWS, which has no such array.
  package func writePurchases(to writer: inout JSONWriter) throws(ReceiptError) {
    switch decoded.document {
    case .receipt(let receipt): writer.purchases(receipt.inApp)
    case .transactionReceipt(let receipt): writer.array { receipt.writeReceipt(to: &$0) }
    case .jws:
      throw ReceiptError(
        .otherFormat, "a StoreKit 2 JWS has no in_app array",
        hint: "decode it without --in-app to see its payload")
    }
    writer.endLine()
  }
}

extension RecognizedInput {
  /// The name of the format inside all wrappings. It is stable and appears in JSON output.
  package var formatName: String {
    switch content {
    case .signedData: "pkcs7"
    case .payload: "payload"
    case .transactionReceipt: "transaction-receipt"
    case .jws: "jws"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func authenticity(_ name: String, _ authenticity: Authenticity?) {
    key(name)
    if let authenticity { self.authenticity(authenticity) } else { null() }
  }

  package mutating func repairs(_ repairs: [InputRepair]) {
    array { writer in
      for repair in repairs {
        writer.object { writer in
          writer.member("what", repair.what)
          writer.member("count", repair.count)
        }
      }
    }
  }

  /// Writes the kind of the input, the repairs, and, if there are any, the unread parts.
  package mutating func input(_ input: RecognizedInput, unread: [UnreadPart]) {
    object { writer in
      writer.member("format", input.formatName)
      writer.member("layers", input.layers.map(\.rawValue))
      writer.key("repairs")
      writer.repairs(input.repairs)
      if let copies = input.copies {
        writer.key("copies")
        writer.object { writer in
          writer.member("path", copies.pointer)
          writer.member("count", copies.count)
        }
      }
      guard !unread.isEmpty else { return }
      writer.key("unread")
      writer.unread(unread)
    }
  }

  package mutating func unread(_ parts: [UnreadPart]) {
    array { writer in
      for part in parts {
        writer.object { writer in
          writer.member("path", part.pointer)
          writer.member("what", part.kind.rawValue)
          writer.member("count", part.count)
        }
      }
    }
  }

  mutating func irregularities(_ irregularities: [ReceiptIrregularity]) {
    array { writer in
      for irregularity in irregularities {
        writer.object { writer in
          writer.member("kind", irregularity.kind.rawValue)
          writer.member("attribute_type", irregularity.attributeType.map { Int($0) })
          writer.member("offset", irregularity.offset)
          writer.member("message", irregularity.message)
        }
      }
    }
  }
}
