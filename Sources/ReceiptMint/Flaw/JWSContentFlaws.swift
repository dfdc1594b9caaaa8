import ReceiptAnalysis

extension JWSFlaw {
  /// The text is not a compact serialisation (RFC 7515 §7.1), or its payload is not JSON in which each member occurs
  /// once.
  static let textFlaws: [JWSFlaw] = [
    JWSFlaw("padded", "the base64url of the payload is padded", badSignature).inParts { parts in
      // A payload without a remainder needs no padding, and gets an equals sign all the same.
      let remainder = parts[1].utf8.count % 4
      parts[1] += String(repeating: "=", count: remainder == 0 ? 1 : 4 - remainder)
    },
    JWSFlaw("standard-base64", "the signature is in base64 with + and /, not in base64url", badSignature)
      .inSignature { (signature, _, _) in
        // After this change at least one character differs between the two alphabets.
        signature[0] = 0xFB
      }
      .inParts { parts in parts[2] = String(parts[2].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) },
    JWSFlaw("unused-bits", "the last character of the signature has bits that belong to no octet", badSignature)
      .inParts { parts in
        // 64 octets leave two characters after the groups of four. The second has four unused bits.
        guard let last = parts[2].popLast(), let digit = Self.alphabet.firstIndex(of: last) else { return }
        parts[2].append(Self.alphabet[digit | 1])
      },
    unreadable("fourth-part", "a fourth part follows the signature", "invalid_encoding").inParts { parts in
      parts.append(parts[2])
    },
    unreadable("two-parts", "the signature is missing, and the point before it", "truncated").inParts { parts in
      parts.removeLast()
    },
    JWSFlaw("duplicate-member", "a member of the payload is there twice", badSignature).inOctets { octets in
      guard octets.first == 0x7B else { return }
      octets =
        Array("{\"bundleId\":\"com.example.other\",\"bundleId\":\"com.example.another\",".utf8) + octets.dropFirst()
    },
    JWSFlaw("two-dates", "it was signed at two times", badSignature).inPayload { payload, _ in
      guard case .object(let members) = payload,
        let date = members.first(where: { ["signedDate", "receiptCreationDate"].contains($0.name) })
      else { return }
      // The added date stands first, and is one second earlier.
      guard case .number(let digits) = date.value, let moment = Int64(digits), moment > 0 else { return }
      payload = .object([.init(date.name, .whole(moment - 1_000))] + members)
    },
    unreadable("payload-no-json", "the payload is a text and no JSON", "invalid_json").inOctets {
      $0 = Array("Hello, world!".utf8)
    },
    unreadable("payload-no-utf-eight", "the payload is not UTF-8", "invalid_json").inOctets { octets in
      guard let last = octets.lastIndex(of: 0x22) else { return }
      octets.insert(0xFF, at: last)
    },
  ]

  /// The signature is valid, but the data within does not fit, or is not signed as required.
  static let contentFlaws: [JWSFlaw] = [
    within(
      "nested-of-another-app", "the transaction within is that of another app",
      .failed("wrong-purpose", step: "signature", checks: "signature")
    ) {
      transaction, material throws(MintError) in
      .string(try material.sign(transaction.replacing("bundleId", .string("com.example.other"))))
    },
    within(
      "nested-of-another-environment", "the transaction within is from another environment",
      .failed("wrong-purpose", step: "signature", checks: "signature")
    ) { transaction, material throws(MintError) in
      let other = transaction["environment"] == .string("Production") ? "Sandbox" : "Production"
      return .string(try material.sign(transaction.replacing("environment", .string(other))))
    },
    within(
      "nested-of-another-purchase", "transaction and renewal within are of different subscriptions",
      .failed("wrong-purpose", step: "signature", checks: "signature")
    ) { transaction, material throws(MintError) in
      .string(try material.sign(transaction.replacing("originalTransactionId", .string("2999999999999999"))))
    },
    within(
      "nested-bad-signature", "the signature of the transaction within is wrong",
      .failed("bad-signature", step: "signature", checks: "signature")
    ) {
      transaction, material throws(MintError) in
      var text = try material.sign(transaction)
      // The first character encodes six whole bits of r.
      guard let place = text.lastIndex(of: ".") else { return transaction }
      let first = text.index(after: place)
      text.replaceSubrange(first...first, with: text[first] == "A" ? "B" : "A")
      return .string(text)
    },
    within(
      "nested-wrong-root", "the transaction within is signed under another root of the same name",
      .failed("untrusted-chain", step: "signature", checks: "signature")
    ) { transaction, material throws(MintError) in
      let chain = try material.authority.stranger().signedDataChain(material.options)
      return .string(try JWSSigner(chain).sign(transaction))
    },
  ]

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  private static let badSignature = FlawPromise.failed("bad-signature", step: "signature", checks: "signature")

  private static func unreadable(_ name: String, _ summary: String, _ code: String) -> JWSFlaw {
    JWSFlaw(name, summary, .unreadable(code))
  }

  /// A notification whose transaction is replaced before the notification is signed.
  private static func within(
    _ name: String, _ summary: String, _ promise: FlawPromise,
    _ replace: @escaping @Sendable (JSONValue, FlawMaterial) throws(MintError) -> JSONValue
  ) -> JWSFlaw {
    var flaw = JWSFlaw(name, summary, promise)
    flaw.needsContents = true
    flaw.payload = { payload, material throws(MintError) in
      guard let data = payload["data"], let transaction = data["signedTransactionInfo"], case .object = transaction
      else { throw MintError.impossible("\(name) is about a notification with a transaction in it") }
      let replaced = data.replacing("signedTransactionInfo", try replace(transaction, material))
      payload = payload.replacing("data", replaced)
    }
    return flaw
  }
}

extension JSONValue {
  /// The same object with another value for an existing member.
  func replacing(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
