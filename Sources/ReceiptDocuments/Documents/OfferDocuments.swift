extension OfferTerms {
  /// Writes the data that an app needs from a signed offer, as JSON.
  ///
  /// - Parameter signed: the signature in base64, or the JWS.
  package func writeDocument(
    of kind: SignedOfferKind, signed: String, bundle: String, keyIdentifier: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/offer/1")
      writer.member("kind", kind.rawValue)
      writer.member("bundle_id", bundle)
      writer.member("key_id", keyIdentifier)
      if let product { writer.member("product_id", product) }
      if let offer { writer.member("offer_id", offer) }
      if kind == .promotional { writer.member("account_token", token ?? "") }
      if let transaction { writer.member("transaction_id", transaction) }
      writer.member("nonce", nonce)
      writer.key("timestamp")
      // In milliseconds. A JWS has its time in whole seconds, so the rest is cut off.
      writer.integer(kind == .promotional ? timestamp : timestamp / 1_000 * 1_000)
      writer.member(kind == .promotional ? "signature" : "jws", signed)
      if kind == .advancedCommerce { writer.member("advanced_commerce_data", Self.data(signed)) }
      writer.member("note", Self.note(kind))
    }
    writer.endLine()
  }

  /// `{"signatureInfo":{"token":"…"}}` in base64.
  private static func data(_ jws: String) -> String {
    Base64.encode(Array(#"{"signatureInfo":{"token":"\#(jws)"}}"#.utf8))
  }

  private static func note(_ kind: SignedOfferKind) -> String {
    switch kind {
    case .promotional:
      "SKPaymentDiscount takes the text of the signature; .promotionalOffer of StoreKit 2 takes its octets: "
        + "Data(base64Encoded: signature). It serves one purchase, within 24 hours."
    case .promotionalJWS: "Pass it as it is: .promotionalOffer(_:compactJWS:). It serves one purchase."
    case .introductory: "Pass it as it is: .introductoryOfferEligibility(compactJWS:). It serves one purchase."
    case .advancedCommerce:
      """
      The octets of advanced_commerce_data go into the purchase option with the key advancedCommerceData. It serves \
      one purchase.
      """
    }
  }
}

extension OfferCheck {
  /// Writes the findings of `offer check` as JSON.
  package func writeDocument(source: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/offer-check/1")
      writer.member("source", source)
      writer.member("form", form.rawValue)
      writer.member("verified", isVerified)
      writer.member("cause", findings.first?.cause.rawValue)
      writer.objects("findings", findings) { writer, finding in
        writer.member("cause", finding.cause.rawValue)
        writer.member("severity", finding.cause.isNote ? "note" : "problem")
        writer.member("message", finding.message)
        writer.member("action", finding.cause.entry.action)
      }
      writer.key("fields")
      writer.object { writer in
        for field in OfferField.allCases { if let value = fields[field] { writer.member(field.name, value) } }
      }
    }
    writer.endLine()
  }
}
