/// Apple's numbers in words. Sources: Apple, "responseBody.Latest_receipt_info" and "responseBody.Pending_renewal_info".
enum StatusWords {
  static func cancellationReason(_ number: Int64) -> String {
    switch number {
    case 1: "an issue with the app"
    case 0: "another reason than the app"
    default: "not known"
    }
  }

  static func expirationIntent(_ number: Int64) -> String {
    switch number {
    case 1: "the customer cancelled it"
    case 2: "billing failed, for example because of outdated payment details"
    case 3: "the customer did not agree to a price increase"
    case 4: "the product could not be bought when it was to be renewed"
    case 5: "Apple does not know why"
    default: "not known"
    }
  }

  static func ownership(_ word: String) -> String? {
    switch word {
    case "PURCHASED": nil
    case "FAMILY_SHARED": "shared by the family"
    default: "ownership \(word)"
    }
  }
}
