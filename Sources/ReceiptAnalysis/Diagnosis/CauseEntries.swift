extension ReferenceEntry {
  /// The entries for `diagnose`.
  package static let causes = Cause.allCases.map(\.entry)
}

extension Cause {
  private static let takeAgain = "Take the receipt again from where it was first stored."
  private static let askDevice =
    "Ask for the receipt from the device: the file at Bundle.main.appStoreReceiptURL, in base64."

  private func entry(_ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = "") -> ReferenceEntry {
    ReferenceEntry(.cause, rawValue, meaning, actor, action)
  }

  /// The meaning, who must act, and what to do. This is a switch, so that the compiler demands a text for every new
  /// cause.
  package var entry: ReferenceEntry {
    switch self {
    case .empty: entry("There is nothing to read.", .sender, "Give a file, or pipe a receipt into standard input.")
    case .inputTooLarge:
      entry(
        "The input is larger than the limit of this tool.", .sender,
        "Raise the limit with --max-size if it is a receipt.")
    case .columnLimit:
      entry(
        "The receipt was cut off at a length at which databases, spreadsheets and terminals cut texts.", .developer,
        """
        Make the column longer (TEXT or BLOB), then take the receipt again from the device. What was lost cannot be \
        restored.
        """
      )
    case .latestReceiptCut:
      entry(
        "Somebody shortened the latest_receipt of this answer, for a log or a publication.", .sender,
        "Use the original answer, or the receipt-data that was sent to Apple.")
    case .printedData:
      entry(
        "This is what print(data) shows: a description of bytes that leaves most of them out.", .developer,
        "Print data.base64EncodedString() instead.")
    case .truncated:
      entry(
        "The receipt is incomplete: a part of it was lost on the way.", .sender,
        "Take all of it, from the device or from where it was first received. What was lost cannot be restored.")
    case .signedDataCut:
      entry(
        "A part of the signed data (a JWS) is missing. It has three: header, payload and signature, joined by dots.",
        .sender,
        """
        Take all of it from where it was first stored. What was lost cannot be restored, but Apple signs the data \
        again when the App Store Server API is asked for it.
        """)
    case .severalSignedData:
      entry(
        "There are several different pieces of signed data (JWS) here, and nothing says which one is meant.", .sender,
        """
        Give them one at a time, one per line with --stream, or each in a file of its own to `receipt-tool status \
        --together`.
        """
      )
    case .transactionIdentifier:
      entry(
        "This is the number of a transaction. It names a purchase and contains nothing of it.", .support,
        "Look it up with the App Store Server API (Get Transaction Info), or ask for the receipt.")
    case .orderNumber:
      entry(
        "This is an order number of Apple's, as on an invoice. It names purchases and contains nothing of them.",
        .support, "Look it up with the App Store Server API (Look Up Order ID), or ask for the receipt.")
    case .appAttest:
      entry(
        "This is an App Attest receipt: about the device's integrity, not about purchases.", .developer,
        "Send it to the App Attest service. " + Self.askDevice)
    case .responseWithoutReceipt:
      entry(
        """
        This is an answer of verifyReceipt, or a notification of version 1, without the signed receipt: nothing \
        proves what it says.
        """,
        .sender,
        "For a proof use what was sent to Apple (the value of receipt-data), or an answer that has latest_receipt.")
    case .answerWithoutPurchases:
      entry(
        "This is an answer of the App Store Server API that lists nothing: there is nothing in it to judge.",
        .developer,
        "Grant nothing because of it. Look at what was asked: the customer's transaction, the environment, the filters."
      )
    case .apiError:
      entry(
        "This is an error of one of Apple's server APIs, and no receipt.", .developer,
        "Read its title and detail. A code of seven digits is explained by: receipt-tool explain CODE. The answer 401 "
          + "has none: diagnose the token that was sent.")
    case .errorText:
      entry(
        "This is the text of an error, and no receipt: it says nothing about what was bought.", .developer,
        "Look up what the error means where it comes from. For a receipt, take it from the device.")
    case .externalPurchaseToken:
      entry(
        "This is a token for purchases outside of the App Store, which the developer reports to Apple.", .developer,
        "Report it to the External Purchase Server API, also if nothing was bought with it. It proves no purchase.")
    case .printedObject:
      entry(
        "This is an object or bytes as a program prints them, which other programs cannot read.", .developer,
        "Print JSON, and bytes in base64.")
    case .decodedTransaction:
      entry(
        "This is what signed data says, decoded, without the signature that proves it.", .developer,
        """
        To read it, use receipt-tool status. For a proof use the signed form (signedTransactionInfo, \
        signedRenewalInfo, signedPayload, jwsRepresentation): three parts joined by dots.
        """)
    case .otherProgram:
      entry(
        "This is an object of another program, such as a plug-in or a service, and nothing in it is signed by Apple.",
        .developer,
        """
        To read what it says, use receipt-tool inspect. For a proof use the receipt, or the signed transaction \
        (jwsRepresentation in StoreKit): three parts joined by dots.
        """)
    case .privateKey:
      entry(
        "This is a private key, and a secret: with it, anyone can sign in your name.", .developer,
        """
        Keep it to yourself. If it was sent or posted anywhere, revoke it where it was made (App Store Connect, Users \
        and Access, Integrations) and make a new one.
        """)
    case .googlePlay:
      entry("This is a purchase of Google Play.", .developer, "Verify it with the Google Play Developer API.")
    case .bytesAsText:
      entry(
        "The bytes of a receipt went through a program that took them for text, which destroys them.", .developer,
        "Read the file as bytes and encode it in base64 before it is stored or sent.")
    case .picture:
      entry(
        "It is a picture, a recording or a PDF document, and not a receipt.", .sender,
        "Send the receipt itself, as a file of the app or as text: what a picture shows proves nothing.")
    case .otherFormat: entry("This is something else.", .sender, Self.askDevice)
    case .notAReceipt: entry("This is not a recognised receipt format.", .sender, Self.askDevice)
    case .brokenEncoding:
      entry(
        "The text has characters that belong to no encoding of a receipt.", .sender,
        "Copy the whole text again, and nothing else.")
    case .brokenJSON:
      entry(
        "The JSON is damaged, or has no receipt in it.", .sender,
        "Copy the whole document again, or only the receipt in it.")
    case .brokenASN1: entry("The bytes begin like a receipt and then break.", .sender, Self.takeAgain)
    case .brokenEnvelope: entry("The envelope around the receipt cannot be read.", .sender, Self.takeAgain)
    case .brokenPayload: entry("The envelope is whole, but its content is not a receipt.", .sender, Self.askDevice)
    case .brokenPropertyList:
      entry("The property list of the iOS 6 transaction receipt is damaged.", .sender, Self.takeAgain)
    case .unreadable:
      entry("The operating system did not give us the file.", .sender, "Check the path and its permissions.")
    case .defect: entry("A defect in this tool.", .developer, "Report it, without the receipt.")
    case .authorizationHeader:
      entry(
        "The header is wrong: it has not the form Authorization: Bearer TOKEN.", .developer,
        """
        Write Authorization: Bearer TOKEN: the word Bearer once, a space, the token as it is, and nothing else, no \
        quotation marks, no b'…' of Python and no line break.
        """)
    case .tokenSignature:
      entry(
        "The signature of the token is not that of this key, or not in the form that Apple takes.", .developer,
        """
        Sign with the key that kid names; a token that is put together by hand is signed over header and payload as \
        they stand in it.
        """
      )
    case .tokenAlgorithm:
      entry(
        "The header of the token is not one that Apple takes: alg ES256, typ JWT, and no extensions.", .developer,
        "Sign it with ES256 and a P-256 key of App Store Connect; set typ to JWT or leave it out, and leave out crit.")
    case .tokenKeyIdentifier:
      entry(
        "The header of the token names no key, or not the right one.", .developer,
        "Set kid in the header to the key id that App Store Connect lists.")
    case .tokenAudience:
      entry(
        "The audience of the token is not the one that Apple expects.", .developer,
        "Set aud as one text: appstoreconnect-v1 for the APIs of the App Store.")
    case .tokenBundle:
      entry(
        "The token does not name the app, or names another one. The App Store Server API answers that with 401.",
        .developer,
        "Set bid to the bundle identifier of the app. Only the App Store Connect API takes tokens without it.")
    case .tokenIssuer:
      entry(
        "The issuer of the token is missing or no issuer id.", .developer,
        "Set iss to the issuer id of the page where App Store Connect lists the key: a UUID.")
    case .tokenClaims:
      entry(
        "A claim is missing, has another type, or occurs twice.", .developer,
        "Set the claims that Apple lists for this audience, each once and with its type.")
    case .tokenTimes:
      entry(
        "A time of the token is missing, or not a whole number of seconds since 1970.", .developer,
        "Set iat and exp as whole numbers of seconds, which have ten digits.")
    case .tokenExpiry:
      entry(
        "The request has exp, which makes StoreKit refuse it.", .developer,
        "Leave exp out: Apple counts from iat.")
    case .tokenLifetime:
      entry(
        "The token lives longer than Apple allows, or not at all, so it is never valid.", .developer,
        "Make exp later than iat, at most by 60 minutes; for the App Store Connect API by 20 minutes, for Sign in with "
          + "Apple by 15,777,000 seconds (six months).")
    case .tokenExpired:
      entry(
        "The token has expired.", .developer,
        "Make a new token: for each request to the App Store, for the push service every 20 to 60 minutes.")
    case .tokenEarly:
      entry(
        "The token was issued in the future, by this clock.", .developer,
        "Compare the clock of the server that made it with a time server.")
    case .tokenInOrder:
      entry(
        "Every rule that can be checked without the key holds.", .developer,
        "If Apple refuses it even so: look whether kid is the id of the key that signed it, and the key one of this "
          + "issuer: for the App Store Connect API a key of its own, for everything else an In-App Purchase key. Where "
          + "the App Store Server API answers 401, look also whether the app was ever released (until then production "
          + "answers 401: use the sandbox), and whether the host is api.storekit.apple.com or "
          + "api.storekit-sandbox.apple.com.")
    case .offerNoSignature:
      entry(
        "There is no signature here: it is base64 of something else, or cut off.", .developer,
        """
        The signature is DER that begins with 30, in base64 that begins with M. Look at what the server answers, and \
        whether the app reads that member.
        """)
    case .offerTextForm:
      entry(
        "The signature is not written in the form that Apple takes.", .developer,
        """
        Write the original signature in standard base64 on one line, with its equals signs, and the parts of a JWS in \
        base64url without them. Common mistake: an address or a form, which turns + into a space, or + into %2B.
        """)
    case .offerEncodedTwice:
      entry(
        "The signature is encoded in base64 more than once.", .developer,
        """
        Encode once. Common mistake: base64 of a text that sign() already gave as base64, or base64EncodedString() in \
        the app on what came as base64.
        """)
    case .offerRawSignature:
      entry(
        "The signature is r and s, 64 octets, where the original form wants DER.", .developer,
        """
        Sign with DER. Common mistake: dsaEncoding: 'ieee-p1363' in Node.js, a JWT library, or rawRepresentation of \
        CryptoKit in the place of derRepresentation.
        """)
    case .offerDERSignature:
      entry(
        "The signature of the JWS is DER, where a JWS has r and s, 64 octets (RFC 7518, 3.4).", .developer,
        "Sign with ES256 of a JWT library. Common mistake: the octets of sign() put into the third part as they are.")
    case .offerFieldOrder:
      entry(
        "The fields were signed in another order.", .developer,
        """
        Join bundle id, key id, product id, offer id, account token, nonce and timestamp, in this order. Common \
        mistake: arguments passed by position, product and offer in the wrong one.
        """)
    case .offerSeparator:
      entry(
        "The fields were joined by something else than U+2063.", .developer,
        """
        Join them by the invisible separator U+2063, in UTF-8 E2 81 A3. Common mistake: a character that an editor or \
        a template lost, or an escape that the language does not know.
        """)
    case .offerHashedTwice:
      entry(
        "The digest was signed, and not the text: it was hashed twice.", .developer,
        "Give the text itself to the function that signs, which hashes it. Common mistake: sign(sha256(text)).")
    case .offerBundle:
      entry(
        "It was signed for another app.", .developer,
        """
        Sign the bundle identifier of the app that buys. Common mistake: one constant for all build flavours of the \
        app.
        """)
    case .offerProductForOffer:
      entry(
        "The product id stands where the offer id belongs.", .developer,
        """
        Sign the identifier of the offer, as App Store Connect lists it below the subscription. Common mistake: \
        productId passed twice.
        """
      )
    case .offerTokenNotSigned:
      entry(
        "The purchase has an account token, and an empty one was signed.", .developer,
        """
        Sign the token that the app passes, or pass none. Common mistake: the server reads the body, and the app sends \
        a query.
        """
      )
    case .offerTokenNotPassed:
      entry(
        "An account token was signed that the purchase does not have.", .developer,
        """
        Pass the same token with the purchase: .appAccountToken(_:) in StoreKit 2, applicationUsername of \
        SKMutablePayment.
        """
      )
    case .offerTokenLeftOut:
      entry(
        "The field for the account token was left out together with its separator.", .developer,
        """
        Without a token sign an empty text: two separators stand side by side. Common mistake: a list from which empty \
        ones are filtered.
        """
      )
    case .offerTokenLiteral:
      entry(
        "A word for nothing was signed in the place of the account token.", .developer,
        "Without a token sign an empty text. Common mistake: a template with a variable that is not set.")
    case .offerTokenCase:
      entry(
        "The account token was signed in other letters than it has to be.", .developer,
        """
        Sign a UUID in small letters, and any other applicationUsername exactly as the app passes it. Common mistake: \
        uuidString of Swift, which has capitals; or Apple's own libraries, which make small letters of every name.
        """)
    case .offerNonceCase:
      entry(
        "The nonce was signed in another form than a UUID in small letters.", .developer,
        "Sign the nonce in small letters, with its hyphens. Common mistake: uuidString of Swift, which has capitals.")
    case .offerNonce:
      entry(
        "The nonce is no UUID.", .developer,
        "Make a new UUID for every signature. Common mistake: random bytes or a counter.")
    case .offerNonceReused:
      entry(
        "The nonce was used before: each serves one purchase, also one that fails.", .developer,
        """
        Sign anew whenever the customer buys. Common mistake: a signature that is kept in a cache, or asked for when \
        the shop opens.
        """
      )
    case .offerTimestampUnit:
      entry(
        "The timestamp is not a whole number of milliseconds.", .developer,
        """
        Sign and pass milliseconds since 1970, 13 digits. Common mistake: time() in PHP, time.time() in Python, \
        timeIntervalSince1970.
        """
      )
    case .offerDiffers:
      entry(
        "Another value was signed than the purchase has.", .developer,
        """
        Pass to StoreKit exactly what was signed: read the values from the server's answer, and make none anew.
        """
      )
    case .offerExpired:
      entry(
        "It is too old: a signature serves for 24 hours.", .developer,
        "Ask the server for a new one when the customer buys. Common mistake: a signature that is kept in a cache.")
    case .offerEarly:
      entry(
        "It was signed in the future, by this clock.", .developer,
        "Compare the clock of the server that made it with a time server.")
    case .offerRequest:
      entry(
        "The request of Advanced Commerce breaks a rule.", .developer,
        "Mend the members that are named, in the JSON that the server signs.")
    case .offerOtherKey:
      entry(
        "The signature is not that of this key, over nothing that is tried here.", .developer,
        """
        Look whether the server signs with the key whose id it names: an In-App Purchase key and no key of the App \
        Store Connect API. Then compare each field with what the purchase has.
        """)
    case .offerInOrder:
      entry(
        "It verifies under the key, and nothing speaks against it.", .developer,
        """
        If the App Store refuses it even so: each nonce serves one purchase; only customers who have or had a \
        subscription of the app get promotional offers; and the key has to be one that App Store Connect still lists.
        """)
    case .apiToken:
      entry(
        "This is a token with which your own server identifies itself to Apple, and a secret until it expires.",
        .developer,
        "Do not pass it on: it is as good as a password.")
    case .secretBeside:
      entry(
        "Beside it stands a token with which a developer's server identifies itself to Apple, a secret.", .developer,
        "Do not pass this on as it is: the token in it is as good as a password until it expires.")
    case .identityToken:
      entry(
        "This is an identity token of Sign in with Apple: it says who signed in, and nothing of purchases.", .developer,
        """
        Send the app's signed transaction (jwsRepresentation in StoreKit 2) or its receipt instead. Verify the token \
        with Apple's keys: https://appleid.apple.com/auth/keys
        """)
    case .foreignToken:
      entry(
        """
        This is a token of another service (a JWT). It is not signed data of the App Store: that has Apple's \
        certificates in its header.
        """,
        .developer,
        "Send the app's signed transaction (jwsRepresentation in StoreKit 2) or its receipt instead.")
    case .jws:
      entry(
        "This is signed data of StoreKit 2 (a JWS), not a receipt. verifyReceipt does not know it.", .developer,
        """
        Judge it with `receipt-tool validate`, or ask the App Store Server API. Send only app receipts to verifyReceipt.
        """
      )
    case .barePayload:
      entry(
        "These are the attributes of a receipt without their signed envelope. They prove nothing.", .developer,
        "Keep and send the whole file, not what was taken out of it.")
    case .xcodeReceipt:
      entry(
        "StoreKit testing in Xcode made it. Apple's servers know nothing of it.", .developer,
        """
        Test it locally. To test with Apple's servers, run without the StoreKit configuration file and use a sandbox \
        account.
        """
      )
    case .badSignature:
      entry(
        "Contents and signature do not belong together: one of the two was changed or damaged.", .support,
        "Grant nothing. Ask for it once more, straight from the app; if it fails again, pass it on to your developers.")
    case .untrustedChain:
      entry(
        "No one whom Apple trusts signed it.", .developer,
        "Grant nothing. Look at who signed: receipt-tool decode FILE")
    case .wrongPurpose:
      entry(
        "Its certificates were issued for another purpose. That is how forgeries are made.", .developer,
        "Grant nothing.")
    case .outsideValidity:
      entry(
        "Its certificates were not valid at the moment at which they were judged.", .developer,
        """
        Grant nothing. Ask for a new one from the device. Age does not matter: a genuine one passes, however old it is.
        """
      )
    case .unsigned: entry("It is not signed.", .developer, "Grant nothing.")
    case .testSigned:
      entry(
        "The authority that you gave signed it, not Apple.", .developer,
        "Use it for tests only; do not send it to Apple.")
    case .overAppleLimit:
      entry(
        "It is larger than Apple takes: a body of 3,145,728 bytes.", .developer,
        "Look at what is sent: the largest receipt seen has 83 KB.")
    case .otherApp:
      entry(
        "It is good, but it is another app's.", .support,
        "Ask for that of the right app. What another app sold must not unlock yours.")
    case .guidMismatch:
      entry(
        "The device hash does not fit this device, however its GUID is written.", .developer,
        """
        Take the GUID from the device that has the receipt: identifierForVendor on iOS, the MAC address of the first \
        network interface on macOS. It changes when all apps of a vendor are removed, and after a move to a new device.
        """)
    case .guidForm:
      entry(
        "The device hash fits, but only when the GUID is written in another form than Apple's.", .developer,
        """
        Hash the bytes of the GUID: the 16 bytes of the UUID in the order in which they are written, or the 6 of the \
        MAC address.
        """
      )
    case .noDeviceHash:
      entry("The receipt has nothing that a device could be compared with.", .noOne, "Leave --device-guid out.")
    case .plusSignsLost:
      entry(
        """
        The plus signs of the base64 text turned into spaces, or are gone. That is what form decoding does to text \
        that was not encoded.
        """,
        .developer, "Percent-encode the text before it is sent as a form field (%2B), or send JSON.")
    case .utf16:
      entry(
        "The text is UTF-16, as Windows' tools write it.", .sender,
        "Save it as ASCII or UTF-8: in PowerShell, Out-File -Encoding ascii")
    case .rawBytes:
      entry(
        "These are the bytes of the receipt, not their base64 text.", .developer,
        "Encode the bytes in base64, once, on one line.")
    case .hexadecimal:
      entry(
        "The bytes are written as hexadecimal digits, escapes or numbers.", .developer, "Encode them in base64 instead."
      )
    case .pem:
      entry("The base64 stands between PEM lines (BEGIN and END).", .developer, "Send the base64 only, on one line.")
    case .jsonRequest:
      entry(
        "This is the body of a request to verifyReceipt, and not only the receipt in it.", .developer,
        "Send this JSON as the body itself. Do not put it into receipt-data: only the base64 text belongs there.")
    case .jsonTwice:
      entry(
        "It was encoded as JSON twice: a JSON string stands where its content belongs.", .developer,
        "Encode it once: give the encoder the object with receipt-data, not a text that is JSON already.")
    case .requestKey:
      entry(
        "The body of a request has the receipt under the wrong key.", .developer,
        "Send {\"receipt-data\": \"...\"}: the key with this spelling, at the top of the JSON.")
    case .formRequest:
      entry(
        "This is a request as a web form; verifyReceipt takes JSON.", .developer,
        "Send {\"receipt-data\": \"...\"} as JSON, with the receipt's base64 text as the value.")
    case .jsonResponse:
      entry(
        "This is an answer of verifyReceipt. The receipt is its latest_receipt.", .developer,
        "Store and send latest_receipt, not the whole answer.")
    case .notification:
      entry(
        "This is an App Store server notification.", .developer, "Take the receipt or the signed transaction out of it."
      )
    case .unityWrapper:
      entry("This is the wrapper that Unity puts around a receipt.", .developer, "Send its Payload only.")
    case .jsonDocument:
      entry("The receipt is wrapped in JSON.", .developer, "Send the base64 text in it, not the JSON around it.")
    case .formBody:
      entry(
        "This is the body of a form, with the receipt in one of its fields.", .developer,
        "Send the field's value, decoded.")
    case .dataURI: entry("The receipt stands in a data: URI.", .developer, "Send only what is behind the comma.")
    case .base64Twice:
      entry(
        "The receipt was encoded in base64 more than once.", .developer,
        "Encode the bytes once. The text from the device is base64 already.")
    case .percentEncoding:
      entry(
        "The text is percent-encoded, as in addresses and forms.", .developer, "Decode it before it is sent as JSON.")
    case .damagedJSON:
      entry(
        "The receipt stands in something like JSON that no reader of JSON takes.", .developer,
        "Build the body with a JSON encoder, not by joining or printing text, and send all of it.")
    case .severalReceipts:
      entry(
        "There is more than one receipt here, and nothing says which one is meant: another reader may take the other.",
        .sender,
        "Give them one at a time: each in a file of its own or, on the page, with an empty line between them.")
    case .badRequest:
      entry(
        "The body of the request is not as verifyReceipt wants it.", .developer,
        "Send receipt-data and password as strings and exclude-old-transactions as true or false, each of them once.")
    case .notAllRead:
      entry(
        "Only a part of it was read; what is said here is true of that part.", .sender,
        "Give the parts one at a time.")
    case .receiptCopies:
      entry("The same receipt stands here more than once; one of the copies was read.", .noOne)
    case .surroundingText:
      entry("The receipt stands in the middle of other text.", .sender, "Copy only the base64 text.")
    case .sourceCode:
      entry("The text is written as pieces of a program's string.", .sender, "Join the pieces before it is sent.")
    case .mailMarks:
      entry("A mail program marked or encoded the lines.", .sender, "Send the receipt as an attachment.")
    case .jsonEscapes:
      entry(
        "The text still has the backslashes of a JSON string.", .developer,
        "Read JSON with a JSON reader, not by cutting.")
    case .quotationMarks: entry("There are quotation marks around the text.", .sender, "Leave them out.")
    case .label:
      entry("There are words before the base64 text.", .sender, "Copy only the base64 text, usually from MI on.")
    case .byteOrderMark:
      entry("A byte-order mark stands before the text.", .sender, "Save the file as UTF-8 without BOM.")
    case .invisibleCharacters:
      entry("There are characters in the text that cannot be seen.", .sender, "Copy it as plain text.")
    case .urlSafeAlphabet:
      entry("The text is base64url: - and _ stand for + and /.", .developer, "Encode with the standard alphabet.")
    case .lineBreaks:
      entry(
        "The base64 text is broken into lines, or a line break follows it.", .developer,
        "Encode without line breaks (options: [] on Apple's systems, base64 -w0 on Linux), and strip the last one.")
    case .whiteSpace: entry("There are spaces or tabs in the text.", .sender, "Take them out.")
    case .missingPadding:
      entry(
        "The equals signs at the end are missing.", .developer,
        "Keep the = at the end; without them Apple cuts the text.")
    case .excessPadding:
      entry("There are too many equals signs at the end.", .developer, "Write as many as the length needs.")
    case .lastCharacter:
      entry(
        "The last character does not end where the bytes end: one too many, or a changed one.", .sender,
        "Copy the whole text again.")
    case .trailingBytes:
      entry(
        "There are bytes behind the end of the receipt. Apple reads it up to its end.", .developer,
        "Store exactly the bytes of the file, no buffer around them.")
    case .otherRepair: entry("Something in the text had to be mended.", .sender, "Copy the base64 text only.")
    case .ios6Receipt:
      entry(
        "This is an iOS 6 transaction receipt: one purchase, no app receipt. Apple deprecated it with iOS 7.",
        .developer,
        "Read the app receipt at Bundle.main.appStoreReceiptURL instead of transactionReceipt.")
    case .sandboxReceipt:
      entry(
        "It is a receipt of the sandbox: a test account, TestFlight or App Review. No one paid.", .developer,
        "Ask production first; on 21007 send the same body to the sandbox.")
    case .unknownEnvironment:
      entry(
        "The receipt says of its origin what has not been described yet.", .developer,
        "Try production first, then the sandbox.")
    case .sharedSecret:
      entry(
        "It has auto-renewable subscriptions.", .developer,
        "Send the app's shared secret as password, or Apple answers 21004.")
    case .emptyInApp:
      entry(
        """
        in_app is empty, and that is normal: nothing was bought yet, or only consumables, which leave the receipt \
        once they are finished.
        """, .support,
        """
        If a purchase is expected, let the customer restore purchases, which fetches a new receipt. Finished \
        consumables stay gone: look for them in your own records.
        """)
    case .certificatesExpired:
      entry(
        "Certificates in it have expired since. That is normal: what they signed outlives them.", .developer,
        """
        If your own validator refuses it, let it judge certificates at the date of what was signed, and not at \
        today's clock.
        """
      )
    case .sha1Signature:
      entry(
        """
        It is signed with SHA-1, as receipts were until Apple moved to SHA-256 (2023 in the sandbox, 2025 in the App \
        Store).
        """,
        .developer,
        """
        If your own validator refuses it: validators have to accept SHA-1 and SHA-256, and must not pin an \
        intermediate certificate, because those change.
        """)
    case .guidAllZero:
      entry(
        "The device hash was made with a GUID of 16 zero bytes: Apple's servers issued it, not a device.", .noOne,
        "No device will ever match it. Take the receipt from the device to compare it.")
    case .guidMatches: entry("The device hash fits the GUID.", .noOne)
    case .irregularities:
      entry(
        "Some attributes are not as they should be.", .developer, "Look at them: receipt-tool decode --attributes FILE")
    case .nothingWrong: entry("Nothing is wrong with it.", .noOne)
    }
  }
}
