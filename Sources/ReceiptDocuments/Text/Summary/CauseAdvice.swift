/// What support must know about a cause that `diagnose` names. ``Cause/entry`` speaks to developers.
extension Cause {
  /// The meaning and the remedy in a language; `nil` for causes that support does not meet in what customers send.
  func advice(in language: SummaryLanguage) -> String? {
    support.map { Message(english: $0).text(in: language) }
  }

  private var support: String? {
    switch self {
    case .empty: "There is nothing in it. Ask the customer to send it again."
    case .truncated:
      "The receipt is incomplete: a part of it was lost on the way. Ask the customer to send all of it, best as a "
        + "file. What is missing cannot be restored."
    case .columnLimit:
      "The receipt was cut off at a length at which databases, spreadsheets and terminals cut texts. Ask the customer "
        + "for the whole receipt, best as a file. If it comes from your database, tell your developers: the field is "
        + "too short."
    case .signedDataCut:
      "A part of the signed data (a JWS) is missing. Ask the customer to send all of it, best as a file."
    case .transactionIdentifier:
      "This is only the number of a transaction, and not a receipt. Ask for the receipt, or let your developers ask "
        + "Apple about the transaction."
    case .orderNumber:
      "This is only an order number of Apple's, and not a receipt. Ask for the receipt, or let your developers ask "
        + "Apple about the order."
    case .severalReceipts:
      "There are several receipts in it, and nothing says which one is meant. Paste them one at a time, or with an "
        + "empty line between them."
    case .severalSignedData:
      "There are several different pieces of signed data (JWS) in it, and nothing says which one is meant. Paste them "
        + "one at a time, or each on a line of its own."
    case .responseWithoutReceipt:
      "This is an answer of verifyReceipt without the signed receipt: nothing is left to check. Ask for the receipt "
        + "itself, or for an answer that has latest_receipt."
    case .decodedTransaction:
      "This is the readable content of signed data, without the signature that proves it. Ask for the signed form: "
        + "three parts joined by dots."
    case .otherProgram:
      "This is an object of another program, and nothing in it is signed by Apple. Ask for the receipt itself, or for "
        + "the signed transaction: three parts joined by dots."
    case .privateKey:
      "This is a private key, and a secret: with it, anyone can sign in your name. Do not pass it on. Tell your "
        + "developers at once: it has to be revoked."
    case .googlePlay: "This is a purchase of Google Play. Only Google can verify it."
    case .picture:
      "This is a picture, a recording or a PDF document, and not a receipt: what it shows proves nothing. "
        + Self.askCustomer
    case .otherFormat: "This is something else, and not a receipt. " + Self.askCustomer
    case .notAReceipt: "This is not a known form of a receipt. " + Self.askCustomer
    case .brokenASN1: "It begins like a receipt and then breaks. " + Self.askAgain
    case .brokenEnvelope: "The signed envelope of the receipt is damaged. " + Self.askAgain
    case .brokenPropertyList: "The property list of the receipt of iOS 6 is damaged. " + Self.askAgain
    case .brokenPayload: "The envelope is whole, but its content is not a receipt. " + Self.askCustomer
    case .xcodeReceipt:
      "StoreKit testing in Xcode made it. Apple's servers know nothing of it. Grant nothing for it: it is a "
        + "developer's test."
    case .badSignature:
      "Contents and signature do not belong together: one of the two was changed or damaged. Grant nothing. Ask the "
        + "customer to send the receipt again, straight from the app. If it is wrong again, pass it on to your "
        + "developers."
    case .untrustedChain: "No one whom Apple trusts signed it. Grant nothing, and pass it on to your developers."
    case .wrongPurpose:
      "Its certificates were issued for another purpose. That is how forgeries are made. Grant nothing, and pass it on "
        + "to your developers."
    case .outsideValidity:
      "Its certificates were not valid when it says that it was made. Grant nothing. Ask for a new receipt from the "
        + "device. Age does not matter: a genuine one passes, however old it is."
    case .unsigned: "It is not signed. Grant nothing. Ask for the receipt itself."
    case .testSigned: "A test authority signed it, not Apple. Use it for tests only."
    case .otherApp:
      "It is of another app. Ask for the receipt of the right app. What another app sold must not unlock anything in "
        + "yours."
    case .notAllRead:
      "Only a part of it was read; what is said here is true of that part. Paste the parts one at a time."
    case .inputTooLarge: "This is larger than what is read here. Send only the receipt."
    case .printedData:
      "This is what print(data) shows: most of the bytes are missing. Ask for the receipt's base64 text or for the "
        + "file."
    case .appAttest:
      "This is an App Attest receipt: it is about the device, and not about purchases. " + Self.askCustomer
    case .answerWithoutPurchases:
      "This is an answer of the App Store Server API that lists nothing. Grant nothing because of it. Your developers "
        + "should check what was asked."
    case .bytesAsText:
      "A program took the bytes of the receipt for text, and destroyed them. Ask for the receipt as a file."
    case .jws: "This is signed data of StoreKit 2 (a JWS), and not a receipt. verifyReceipt does not know it."
    case .barePayload:
      "This is the content of a receipt without the signed envelope. It proves nothing. Ask for the whole file."
    case .overAppleLimit:
      "It is larger than Apple takes: 3,145,728 bytes. Your developers should check what is sent."
    case .apiToken:
      "With this token your own server identifies itself to Apple. It is a secret until it expires. Do not pass it on: "
        + "it is as good as a password."
    case .identityToken:
      "This is a token of Sign in with Apple: it says who signed in, and nothing about purchases. " + Self.askSigned
    case .foreignToken:
      "This is a token of another service (a JWT), and not signed data of the App Store. " + Self.askSigned
    case .apiError:
      "This is an error of one of Apple's server APIs, and not a receipt. Your developers can look the error code up "
        + "in Apple's documentation."
    case .errorText:
      "This is the text of an error, and not a receipt: it says nothing about what was bought. Grant nothing because "
        + "of it. " + Self.askCustomer
    case .externalPurchaseToken:
      "This is a token for purchases outside of the App Store, which your developers must report to Apple. It proves "
        + "no purchase."
    case .printedObject:
      "This is an object or bytes as a program prints them; other programs cannot read them. Ask for JSON, and for "
        + "bytes in base64."
    // What only developers can mend is said to them and to support in the same words.
    case .latestReceiptCut, .brokenEncoding, .brokenJSON, .jsonTwice, .damagedJSON, .requestKey, .formRequest,
      .badRequest, .authorizationHeader, .tokenSignature, .tokenAlgorithm, .tokenKeyIdentifier, .tokenAudience,
      .tokenBundle, .tokenIssuer, .tokenClaims, .tokenTimes, .tokenExpiry, .tokenLifetime, .tokenExpired, .tokenEarly,
      .tokenInOrder, .offerExpired, .offerRequest, .secretBeside:
      entry.meaning + " " + entry.action
    default: nil
    }
  }

  private static let askCustomer = "Ask for the receipt from the device, best as a file."
  private static let askAgain = "Ask the customer to send it again, best as a file."
  private static let askSigned = "Ask for the app's signed transaction, or for the receipt."
}
