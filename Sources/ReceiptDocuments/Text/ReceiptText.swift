extension TextPage {
  /// Writes the claims of a receipt: the app, dates, purchases, and irregularities.
  mutating func receipt(_ receipt: Receipt) {
    app(receipt)
    dates(receipt)
    purchases(receipt)
    irregularities(receipt.irregularities, listedBy: "decode") { irregularity in
      // Alike are those that differ only in their place: an unknown type in each of 187 purchases is reported once.
      let message = irregularity.kind == .unknownType ? "" : irregularity.message
      return "\(irregularity.kind) \(irregularity.attributeType.map(String.init) ?? "") \(message)"
    } text: {
      $0.message
    }
  }

  private mutating func app(_ receipt: Receipt) {
    field("App", receipt.bundleIdentifier.map { "\($0.displayed())" } ?? "no bundle identifier")
    var version: Message = receipt.applicationVersion.map { "\($0.displayed())" } ?? "none"
    if let original = receipt.originalApplicationVersion, !original.isEmpty {
      // Observed: 1.0 in sandbox, for every app.
      let isFixed = receipt.environment == .sandbox && original == "1.0"
      let shown = original.displayed()
      version =
        isFixed
        ? "\(version) (original version: \(shown), as always in sandbox)" : "\(version) (original version: \(shown))"
    }
    field("Version", version)
    if let identifier = receipt.appItemID, identifier != 0 { field("App Store ID", String(identifier)) }
    field("Environment", receipt.environmentWords)
    switch receipt.platform {
    case 2: field("Platform", "macOS")
    case 3: field("Platform", "iOS")
    case let number?: field("Platform", "number \(number), which is not known")
    case nil: break
    }
  }

  private mutating func dates(_ receipt: Receipt) {
    if let created = receipt.creationDate {
      field("Created", layout.dated(created.instant))
    } else {
      field("Created", "no readable date", .warning)
    }
    // All sandbox receipts have the same original purchase date, which is meaningless (observed).
    if let bought = receipt.originalPurchaseDate, receipt.environment != .sandbox {
      field("First bought", layout.dated(bought.instant))
    }
    guard let expiration = receipt.expirationDate?.instant else { return }
    if expiration.isFarAway {
      field("Expires", "never (\(expiration.utcText), as Xcode writes it)")
    } else {
      let isOver = expiration < layout.now
      field(
        "Expires", isOver ? "\(layout.dated(expiration)): expired" : layout.dated(expiration), isOver ? .bad : .plain)
    }
  }

  /// Writes irregularities. One that occurs many times takes one line.
  ///
  /// - Parameters:
  ///   - list: the command or option that lists them all: `decode`.
  ///   - key: a text that is the same for irregularities that are alike.
  ///   - text: the sentence about one of them.
  mutating func irregularities<Irregularity>(
    _ irregularities: [Irregularity], listedBy list: String, alikeBy key: (Irregularity) -> String,
    text: (Irregularity) -> Message
  ) {
    guard !irregularities.isEmpty else { return }
    heading("Irregularities: \(grouped: irregularities.count)")
    var counts: [String: Int] = [:]
    for irregularity in irregularities { counts[key(irregularity), default: 0] += 1 }
    let maximum = 20
    var shown = 0
    var left = irregularities.count
    for irregularity in irregularities where shown < maximum {
      guard let count = counts.removeValue(forKey: key(irregularity)) else { continue }
      let words = text(irregularity)
      paragraph(
        StyledText("! ", .warning)
          + StyledText(count > 1 ? "\(words) (and \(grouped: count - 1) more like it)" : words), indent: 2, hanging: 2)
      shown += 1
      left -= count
    }
    if left > 0 { paragraph(StyledText("… and \(grouped: left) more (\(list) lists them all)", .warning), indent: 2) }
  }
}

extension Receipt {
  fileprivate var environmentWords: Message {
    let type = receiptType?.displayed() ?? ""
    switch environment {
    case .production?: return type == "Production" ? "Production" : "Production (\(type))"
    case .sandbox?:
      return type == "ProductionSandbox"
        ? "Sandbox: a test account, TestFlight or App Review"
        : "Sandbox (\(type)): a test account, TestFlight or App Review"
    case .xcode?: return "Xcode: StoreKit testing, nothing was sold"
    case nil: return receiptType.map { "\"\($0.displayed())\", which is not known" } ?? "the receipt does not say"
    }
  }
}

extension Instant {
  /// Whether the moment is beyond the year 3000: Xcode writes 4001-01-01 for "never".
  var isFarAway: Bool { milliseconds > 32_503_680_000_000 }
}
