extension PageDocument {
  /// Members whose values many people share. The value of any other member, even an unknown one, may identify a person.
  private static let common = Set(
    """
    schema source status verdict outcome check checks step stage severity cause kind type name what state \
    claimed_state code meaning reason detail hint message title notes environment bundle_id bundleId bid \
    bundle_identifier bvrs app_item_id adam_id application_version original_application_version appVersion platform \
    receipt_type product_id productId products auto_renew_product_id autoRenewProductId notification_type \
    notification_subtype notificationType subtype access access_from access_after statement ask_for ownership \
    inAppOwnershipType in_app_ownership_type offer_kind offer_id promotional_offer_id currency storefront price \
    quantity subscription_group_identifier subscriptionGroupIdentifier expiration_intent cancellation_reason \
    revocation_type item_id layers repairs subject issuer sha256 not_before not_after algorithm digest_algorithm \
    origin actor action next_steps format given_as alg time start end expires stated purchased known_until as_of \
    active_until at unverified_because judged_at judged_at_source marker_oids summary other_statuses offset \
    count line exit_code canonical_length missing_bytes
    """.split(separator: " ").map(String.init))

  private static func isCommon(_ name: String) -> Bool {
    common.contains(name) || name.hasPrefix("is_") || name.contains("date") || name.contains("Date")
  }

  /// The values in documents that may identify a person, and all these texts, the longest first; values of one length
  /// are in alphabetical order. A report that is saved without personal data contains none of them.
  static func identifyingValues(in documents: [[UInt8]], and texts: [String]) -> [String] {
    var found = Set(texts.filter { !$0.isEmpty }.map(\.terminalSafe))
    func visit(_ value: JSONValue, _ name: String) {
      switch value {
      case .array(let elements): for element in elements { visit(element, name) }
      case .object(let members): for member in members { visit(member.value, member.name) }
      // Every token that was made with a personal key has this value.
      case .string("user") where name == "sub": break
      case .string(let text) where !text.isEmpty && !isCommon(name): found.formUnion([text, text.terminalSafe])
      // A number of up to four digits, such as a count or a year, identifies nobody.
      case .number(let digits) where digits.utf8.count > 4 && !isCommon(name): found.insert(digits)
      default: break
      }
    }
    for document in documents { if let value = try? JSONReader.ofDocuments.read(document) { visit(value, "") } }
    return found.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// A mask of the values that may identify a person: in the report, and in these documents in JSON.
  package func mask(with documents: [[UInt8]]) -> ValueMask {
    ValueMask(identifyingValues + Self.identifyingValues(in: documents, and: []))
  }
}

extension JSONReader {
  /// Reads documents of this program, in which an input may be nested. No part of them is left unread.
  fileprivate static let ofDocuments = JSONReader(maximumDepth: 256, maximumValues: .max)
}

extension ValueMask {
  /// A document in JSON without the values, on one line; `nil` if it cannot be read. Numbers become texts.
  package func masked(document: [UInt8]) -> [UInt8]? {
    (try? JSONReader.ofDocuments.read(document)).map { masked($0).compactBytes }
  }

  private func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool: return value
    case .number(let digits):
      let text = masked(digits)
      return text == digits ? value : .string(text)
    case .string(let text): return .string(masked(text))
    case .array(let elements): return .array(elements.map(masked))
    case .object(let members):
      return .object(
        members.map { member in
          // Any other name may come from an input.
          let isName = member.name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
          return JSONValue.Member(isName ? member.name : masked(member.name), masked(member.value))
        })
    }
  }
}
