import ReceiptKit
import TestSupport
import Testing

/// What developers' servers sign for offers, in order and with each mistake. `openssl` makes the keys.
@Suite("Offers, checked")
struct OfferCheckTests {
  private static let made = Result { try InAppPurchaseKey(OpenSSLCommand.run(keyArguments, files: [:]).output) }
  static let keyArguments = ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]

  /// The fields of a purchase, in Apple's order.
  private static let fields = [
    "com.example.app", "2X9R4HXF34", "com.example.pro.monthly", "spring", "6f0d2c0e-3c5b-4b6e-9a43-0d5f6a1b7c88",
    "368f3888-dcd8-11ef-b3c8-325096b39f47", "1795651200000",
  ]
  /// An hour after it was signed.
  private static let now = Instant(milliseconds: 1_795_654_800_000)

  private static func purchase(
    _ key: InAppPurchasePublicKey, _ changes: [OfferField: String] = [:], at now: Instant? = now
  ) -> OfferCheck.Purchase {
    let own = Dictionary(uniqueKeysWithValues: zip(OfferField.allCases, fields))
    return OfferCheck.Purchase(key: key, fields: own.merging(changes) { $1 }, now: now)
  }

  private static func causes(_ text: String, _ purchase: OfferCheck.Purchase) throws -> [Cause] {
    try OfferAnswer.all(in: Array(text.utf8)).map { try OfferCheck($0, purchase) }.flatMap(\.findings).map(\.cause)
  }

  /// The signature over fields as a careless server joins them.
  private static func signed(_ fields: [String], _ separator: String = "\u{2063}") throws -> [UInt8] {
    try made.get().signWithDER(Array(fields.joined(separator: separator).utf8))
  }

  private static func replacing(_ index: Int, _ text: String) -> [String] {
    var values = fields
    values[index] = text
    return values
  }

  @Test("the vector that openssl verified is in order, in both forms, and nothing changed is")
  func vector() throws {
    let pem = """
      -----BEGIN PUBLIC KEY-----
      MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEmjcOfqWSOLztiFjZhUJM2y8lWn19
      iHw7n0+8/iDzXUX6EjzGagRHEJ0UZgHnsvNFn5qiIHvoJFOsPuWZ2mbOqQ==
      -----END PUBLIC KEY-----
      """
    let key = try InAppPurchasePublicKey(Array(pem.utf8))
    let signature = "MEQCIFWefFzc4nCPtytH+UmpRAzWrqlxunV1gUEBZ7kMF6ynAiAA6Xl37J7SPrVRP+VnEBoIH3OsDbeBJYd728y/s79QiA=="
    #expect(try Self.causes(signature, Self.purchase(key)) == [.offerInOrder])
    #expect(try Self.causes(signature, Self.purchase(key, [.bundle: "com.example.other"])) == [.offerOtherKey])
    let message = Self.fields.joined(separator: "\u{2063}")
    #expect(message.utf8.count == 157)
    #expect(
      hexadecimal(DigestAlgorithm.sha256.digest(OfferFields { Self.fields[$0.rawValue] }.message))
        == "e4c8bcd1720e3c7a17aa1eee1cefbdacf9f5040f86404e505b3388230b08182b")
    #expect(
      hexadecimal(DigestAlgorithm.sha256.digest(OfferFields { $0 == .token ? nil : Self.fields[$0.rawValue] }.message))
        == "5d3930ccf203162c9347a2f8fef6459ca54bab166bc94f6767e0998bbaae40e2")
    let jws =
      "eyJhbGciOiJFUzI1NiIsImtpZCI6IjJYOVI0SFhGMzQiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiI1NzI0NjU0Mi05NmZlLTFhNjMtZTA1My0wODI0ZDAxMTA3MmEiLCJpYXQiOjE3OTU2NTEyMDAsImF1ZCI6InByb21vdGlvbmFsLW9mZmVyIiwiYmlkIjoiY29tLmV4YW1wbGUuYXBwIiwibm9uY2UiOiIzNjhmMzg4OC1kY2Q4LTExZWYtYjNjOC0zMjUwOTZiMzlmNDciLCJwcm9kdWN0SWQiOiJjb20uZXhhbXBsZS5wcm8ubW9udGhseSIsIm9mZmVySWRlbnRpZmllciI6InNwcmluZyIsInRyYW5zYWN0aW9uSWQiOiIyMDAwMDAwMTIzNDU2Nzg5In0.WdEYtB61vrLzhORCRp-vNh3ReTKTGjTPr7ZyGHsQmBSpZLdq1BY0bEjatycZr3v9BgteGG_Ni2sNjE08LwSRIA"
    #expect(try Self.causes(jws, Self.purchase(key)) == [.offerInOrder])
    for (text, words, other) in [(signature, "Data(base64Encoded:)", "compactJWS"), (jws, "compactJWS", "Data(")] {
      let answer = try #require(try OfferAnswer.all(in: Array(text.utf8)).first)
      let finding = try #require(try OfferCheck(answer, Self.purchase(key)).findings.first)
      let said = finding.message.description + finding.cause.entry.action
      #expect(said.contains(words) && !said.contains(other), "\(said)")
    }
    #expect(try Self.causes(jws.replacing(".WdEY", with: ".WdEZ"), Self.purchase(key)) == [.offerOtherKey])
  }

  /// Mistakes of the text that is signed, what the purchase has, and the cause.
  private static let mistakes: [(signed: [String], purchase: [OfferField: String], causes: [Cause])] = [
    (replacing(5, fields[5].uppercased()), [:], [.offerNonceCase]),
    (replacing(5, fields[5].replacing("-", with: "")), [:], [.offerNonceCase]),
    (replacing(4, fields[4].uppercased()), [:], [.offerTokenCase]),
    (replacing(4, "jane.appleseed"), [.token: "Jane.Appleseed"], [.offerTokenCase]),
    (replacing(4, ""), [:], [.offerTokenNotSigned]),
    (replacing(4, "null"), [:], [.offerTokenLiteral]),
    (replacing(4, "undefined"), [.token: ""], [.offerTokenLiteral]),
    (fields.enumerated().filter { $0.offset != 4 }.map(\.element), [.token: ""], [.offerTokenLeftOut]),
    (replacing(6, "1795651200"), [:], [.offerTimestampUnit]),
    (replacing(6, "1795651200"), [.timestamp: "1795651200"], [.offerTimestampUnit]),
    (replacing(6, "1795651200000.0"), [:], [.offerTimestampUnit]),
    (replacing(6, "1795651201234"), [:], [.offerDiffers]),
    (replacing(3, fields[2]), [:], [.offerProductForOffer]),
    (replacing(0, "com.example.app.debug"), [:], [.offerBundle]),
    (replacing(0, "com.example.app"), [.bundle: "com.example.app.staging"], [.offerBundle]),
    (["com.example.app"] + [2, 3, 1, 4, 5, 6].map { fields[$0] }, [:], [.offerFieldOrder]),
    (fields.reversed(), [:], [.offerFieldOrder]),
    (
      replacing(5, fields[5].uppercased()).enumerated().map { $0.offset == 4 ? "" : $0.element }, [:],
      [.offerTokenNotSigned, .offerNonceCase]
    ),
    (replacing(2, "com.example.secret"), [:], [.offerOtherKey]),
  ]

  @Test("each mistake is answered with its name, and with no other")
  func named() throws {
    let key = try Self.made.get().publicKey
    for (signed, changes, causes) in Self.mistakes {
      let signature = Base64.encode(try Self.signed(signed))
      #expect(try Self.causes(signature, Self.purchase(key, changes)) == causes, "\(signed)")
    }
    for separator in ["", " ", "\n", #"\u2063"#, "\u{2062}"] {
      #expect(
        try Self.causes(Base64.encode(Self.signed(Self.fields, separator)), Self.purchase(key)) == [.offerSeparator])
    }
    let digest = DigestAlgorithm.sha256.digest(Array(Self.fields.joined(separator: "\u{2063}").utf8))
    #expect(
      try Self.causes(Base64.encode(Self.made.get().signWithDER(digest)), Self.purchase(key)) == [.offerHashedTwice])
  }

  @Test("a signature that nothing explains is that of another key, or over another timestamp: the answer says both")
  func unexplained() throws {
    let key = try Self.made.get().publicKey
    let stranger = try InAppPurchaseKey(OpenSSLCommand.run(Self.keyArguments, files: [:]).output)
    let message = Array(Self.fields.joined(separator: "\u{2063}").utf8)
    for signature in [try Self.signed(Self.replacing(6, "1795651206000")), try stranger.signWithDER(message)] {
      let check = try OfferCheck(
        try #require(try OfferAnswer.all(in: Array(Base64.encode(signature).utf8)).first), Self.purchase(key))
      #expect(check.findings.map(\.cause) == [.offerOtherKey])
      let said = check.findings[0].message
      #expect(said.contains("another key") && said.contains("timestamp within 5 seconds"), "\(said)")
    }
  }

  @Test(
    "what is tried for a file of signatures that nothing explains is bounded, and the answer says what was tried",
    .thorough)
  func bounded() throws {
    let key = try Self.made.get().publicKey
    let stranger = try InAppPurchaseKey(OpenSSLCommand.run(Self.keyArguments, files: [:]).output)
    let text = Base64.encode(try stranger.signWithDER(Array(Self.fields.joined(separator: "\u{2063}").utf8)))
    let purchase = Self.purchase(key)
    let said = try (0..<6).map { _ in
      try OfferCheck(try OfferAnswer.all(in: Array(text.utf8))[0], purchase).findings[0].message
    }
    let tried = try said.map { message in
      let match = try #require(message.description.firstMatch(of: /fits none of ([0-9,]+) texts/), "\(message)")
      return try #require(Int(match.1.replacing(",", with: "")))
    }
    // Every order of seven values, and every millisecond of five seconds before and after.
    #expect(tried[0] > 5_040 + 10_000 && tried.reduce(0, +) == 50_000, "\(tried)")
    #expect(said[0].contains("within 5 seconds") && said[5].contains("check this one alone"), "\(said)")
    #expect(tried[5] == 0, "\(tried)")
    // Another purchase begins anew, and what fits is in order whatever was tried before.
    let right = Base64.encode(try Self.signed(Self.fields))
    #expect(try Self.causes(right, purchase) == [.offerInOrder])
    let mistaken = Base64.encode(try Self.signed(Self.fields, " "))
    #expect(try Self.causes(mistaken, Self.purchase(key)) == [.offerSeparator])
  }

  @Test("the form of the signature is told from what was signed")
  func forms() throws {
    let key = try Self.made.get()
    let message = Array(Self.fields.joined(separator: "\u{2063}").utf8)
    let purchase = Self.purchase(key.publicKey)
    let der = try key.signWithDER(message)
    let text = Base64.encode(der)
    for (written, causes) in [
      (text, [Cause.offerInOrder]), ("  \"\(text)\"\n", [.offerInOrder]),
      (Base64.encode(Array(text.utf8)), [.offerEncodedTwice]),
      (Base64.encode(try key.sign(message)), [.offerRawSignature]), (hexadecimal(der), [.offerTextForm]),
      (#"{"signature":"\#(text.prefix(64))\n\#(text.dropFirst(64))"}"#, [.offerTextForm]),
      ("aGVsbG8=", [.offerNoSignature]), (String(text.prefix(40)), [.offerNoSignature]),
      (Base64.encode(Array(Base64.encode(Array(text.utf8)).utf8)), [.offerEncodedTwice]),
    ] { #expect(try Self.causes(written, purchase) == causes, "\(written)") }
    // A form makes a space of a plus sign; one in two signatures has none.
    var signature = text
    while !signature.contains("+") { signature = Base64.encode(try key.signWithDER(message)) }
    let spaced = signature.replacing("+", with: " ")
    for written in [spaced, #"{"signature":"\#(spaced)"}"#, InputDamage.percent(signature)] {
      #expect(try Self.causes(written, purchase) == [.offerTextForm], "\(written)")
    }
    let both = Base64.encode(Array(Base64.encode(try Self.signed(Self.replacing(5, Self.fields[5].uppercased()))).utf8))
    #expect(try Self.causes(both, purchase) == [.offerEncodedTwice, .offerNonceCase])
  }

  @Test("JSON of a server says what it signed; what the purchase has instead is the mistake")
  func answers() throws {
    let key = try Self.made.get().publicKey
    let text = Base64.encode(try Self.signed(Self.fields))
    let answer =
      #"{"data":{"keyIdentifier":"2X9R4HXF34","nonce":"\#(Self.fields[5])","timestamp":1795651200000,"signature":"\#(text)","#
      + #""appAccountToken":"\#(Self.fields[4])","offerId":"spring","productId":"com.example.pro.monthly"}}"#
    let bare = OfferCheck.Purchase(key: key, fields: [.bundle: "com.example.app"], now: Self.now)
    #expect(try Self.causes(answer, bare) == [.offerInOrder])
    for (field, value, cause) in [
      (OfferField.timestamp, "1795651999999", Cause.offerDiffers),
      (.nonce, "00000000-dcd8-11ef-b3c8-325096b39f47", .offerDiffers),
      (.token, "", .offerTokenNotPassed), (.offer, "summer", .offerDiffers), (.key, "ABCDEFGHIJ", .offerDiffers),
    ] {
      var other = bare
      other.fields[field] = value
      #expect(try Self.causes(answer, other) == [cause], "\(field)")
    }
    for (offer, isCase) in [("Spring", true), ("summer", false)] {
      var other = bare
      other.fields[.offer] = offer
      let check = try OfferCheck(try OfferAnswer.all(in: Array(answer.utf8))[0], other)
      #expect(check.findings[0].message.contains("differ only in upper and lower case") == isCase)
      #expect(!check.findings[0].cause.entry.action.contains("nonce"))
    }
    // The answer and the signature have the same mistake.
    for (index, cause) in [(4, Cause.offerTokenCase), (5, .offerNonceCase)] {
      let value = Self.fields[index]
      let signed = Base64.encode(try Self.signed(Self.replacing(index, value.uppercased())))
      let written = answer.replacing(value, with: value.uppercased()).replacing(text, with: signed)
      #expect(try Self.causes(written, bare) == [cause])
    }
    for number in ["1795651200000.0", "1.7956512E12"] {
      #expect(try Self.causes(answer.replacing("1795651200000", with: number), bare) == [.offerTimestampUnit])
    }
    // The same nonce a second time.
    #expect(try Self.check(answer + "\n" + answer, bare) == [[.offerInOrder], [.offerNonceReused]])
    #expect(try Self.check("[\(answer),\(answer)]", bare) == [[.offerInOrder], [.offerNonceReused]])
  }

  private static func check(_ text: String, _ purchase: OfferCheck.Purchase) throws -> [[Cause]] {
    var checks = try OfferAnswer.all(in: Array(text.utf8)).map { try OfferCheck($0, purchase) }
    OfferCheck.noteRepetitions(&checks)
    return checks.map { $0.findings.map(\.cause) }
  }

  @Test("age, a clock that is ahead, and a nonce that is no UUID are faults although the signature holds")
  func rules() throws {
    let key = try Self.made.get().publicKey
    let text = Base64.encode(try Self.signed(Self.fields))
    for (time, cause) in [
      (1_795_651_200_000 + 86_400_000, Cause.offerInOrder), (1_795_651_200_000 + 86_400_001, .offerExpired),
      (1_795_651_200_000 - 120_000, .offerEarly), (Int64.max, .offerExpired), (.min, .offerInOrder),
    ] as [(Int64, Cause)] {
      #expect(try Self.causes(text, Self.purchase(key, at: Instant(milliseconds: time))) == [cause], "\(time)")
    }
    let signature = Base64.encode(try Self.signed(Self.replacing(5, "1234")))
    #expect(try Self.causes(signature, Self.purchase(key, [.nonce: "1234"])) == [.offerNonce])
  }

  // MARK: JWS

  private static let claims =
    #""iss":"57246542-96fe-1a63-e053-0824d011072a","iat":1795651200,"bid":"com.example.app","nonce":"\#(fields[5])""#
  private static let promotional =
    #"\#(claims),"aud":"promotional-offer","productId":"\#(fields[2])","offerIdentifier":"spring""#

  private static func jws(
    _ payload: String, header: String = #"{"alg":"ES256","kid":"2X9R4HXF34","typ":"JWT"}"#, der: Bool = false
  ) throws -> String {
    let signed = Base64.encodeURL(Array(header.utf8)) + "." + Base64.encodeURL(Array(payload.utf8))
    let key = try made.get()
    let signature = der ? try key.signWithDER(Array(signed.utf8)) : try key.sign(Array(signed.utf8))
    return signed + "." + Base64.encodeURL(signature)
  }

  @Test("each mistake of a JWS is answered with its name")
  func requests() throws {
    let key = try Self.made.get().publicKey
    let charge = """
      {"operation":"CREATE_ONE_TIME_CHARGE","version":"1","requestInfo":{"requestReferenceId":"\(Self.fields[4])"},
      "currency":"USD","taxCode":"C003-00-2","item":{"SKU":"s","description":"d","displayName":"n","price":4990}}
      """
    let eligible =
      #"\#(Self.claims),"productId":"\#(Self.fields[2])","allowIntroductoryOffer":true,"transactionId":"1""#
    func commerce(_ request: String) -> String {
      #"{\#(Self.claims),"aud":"advanced-commerce-api","request":"\#(Base64.encode(Array(request.utf8)))"}"#
    }
    let values = ["PROMOTIONAL": Self.promotional, "ELIGIBLE": eligible, "CHARGE": charge]
    for row in try TableCase.read("offers") {
      let filled = Template.filled(row.text, values)
      let payload = filled.hasPrefix("request ") ? commerce(String(filled.dropFirst(8))) : filled
      #expect(try Self.causes(Self.jws(payload), Self.purchase(key)).map(\.rawValue) == row.words(), "\(row.text)")
    }
    #expect(try Self.causes(Self.jws("{\(Self.promotional)}", der: true), Self.purchase(key)) == [.offerDERSignature])
    let sound = try Self.jws("{\(Self.promotional)}")
    #expect(
      try Self.causes(
        Self.jws("{\(Self.promotional)}", header: #"{"alg":"ES256","kid":"ABCDEFGHIJ"}"#), Self.purchase(key))
        == [.offerDiffers])
    #expect(
      try Self.causes(
        Self.jws("{\(Self.promotional)}", header: #"{"alg":"ES256","kid":"2X9R4HXF34","crit":["exp"],"exp":1}"#),
        Self.purchase(key)) == [.tokenAlgorithm])
    for text in [#"{"jws":"\#(sound)"}"#, #"{"signatureInfo":{"token":"\#(sound)"}}"#, "Bearer \(sound)"] {
      #expect(try Self.causes(text, Self.purchase(key)) == [.offerInOrder])
    }
    let other = try InAppPurchaseKey(OpenSSLCommand.run(Self.keyArguments, files: [:]).output).publicKey
    #expect(try Self.causes(sound, Self.purchase(other)) == [.offerOtherKey])
  }

  @Test("what is signed here is in order, of every kind")
  func signing() throws {
    let key = try Self.made.get()
    let credentials = try AppStoreServerCredentials(
      key: key, keyIdentifier: "2X9R4HXF34", issuerIdentifier: "57246542-96fe-1a63-e053-0824d011072a",
      bundleIdentifier: "com.example.app")
    var terms = OfferTerms(nonce: Self.fields[5], timestamp: 1_795_651_200_000)
    (terms.product, terms.offer, terms.token) = (Self.fields[2], "spring", Self.fields[4].uppercased())
    let original = try key.signature(terms, bundle: "com.example.app", keyIdentifier: "2X9R4HXF34")
    #expect(try Self.causes(original, Self.purchase(key.publicKey)) == [.offerInOrder])
    let promotional = try credentials.sign(terms, audience: "promotional-offer")
    #expect(try Self.causes(promotional, Self.purchase(key.publicKey)) == [.offerInOrder])
    (terms.offer, terms.isAllowed, terms.transaction) = (nil, false, "2000000123456789")
    let introductory = try credentials.sign(terms, audience: "introductory-offer-eligibility")
    #expect(try Self.causes(introductory, Self.purchase(key.publicKey)) == [.offerInOrder])
  }

  @Test("what is no signature is refused, and a private key is not quoted")
  func refused() throws {
    let key = try Self.made.get().publicKey
    let pem = String(decoding: try OpenSSLCommand.run(Self.keyArguments, files: [:]).output, as: UTF8.self)
    for text in [
      "", " \n", "{", "[]", "{}", "hello world!", "hello world", "Unable to Purchase", "\u{FF}", pem,
      pem.replacing("PRIVATE", with: "PUBLIC"), "eyJ.x.y", "[[[[[[[[[[[[[[[[[[[[",
      String(repeating: "A", count: OfferAnswer.maximumBytes + 1),
    ] {
      let error = #expect(throws: ReceiptError.self, "\(text.prefix(20))") {
        _ = try Self.causes(text, Self.purchase(key))
      }
      let said = "\(error?.message ?? "")\(error?.hint ?? "")"
      for line in pem.split(separator: "\n") where !line.hasPrefix("-") { #expect(!said.contains(line)) }
    }
    let missing = #expect(throws: ReceiptError.self) {
      _ = try Self.causes("MEQC", OfferCheck.Purchase(key: key, fields: [.bundle: "a"]))
    }
    #expect(missing?.hint?.description.contains("--key-id, --product-id, --offer-id, --nonce, --timestamp") ?? false)
  }
}
