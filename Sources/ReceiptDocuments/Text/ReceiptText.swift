extension TextPage {
  /// Writes the claims of a receipt: the app, dates, purchases, and irregularities.
  mutating func receipt(_ receipt: Receipt) {
    app(receipt)
    dates(receipt)
    purchases(receipt)
    irregularities(receipt.irregularities, listedBy: "decode lists") { irregularity in
      // Those that differ only in their place. An unknown type that occurs in each of 187 purchases is reported once.
      let message = irregularity.kind == .unknownType ? "" : irregularity.message
      return "\(irregularity.kind) \(irregularity.attributeType.map(String.init) ?? "") \(message)"
    } text: {
      $0.message.displayed()
    }
  }

  private mutating func app(_ receipt: Receipt) {
    field("App", receipt.bundleIdentifier?.displayed() ?? "no bundle identifier")
    var version = receipt.applicationVersion?.displayed() ?? "none"
    if let original = receipt.originalApplicationVersion, !original.isEmpty {
      // Observed: 1.0 in sandbox, for every app.
      let isFixed = receipt.environment == .sandbox && original == "1.0"
      version += " (original version: \(original.displayed())\(isFixed ? ", as always in sandbox" : ""))"
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
    // All sandbox receipts have the same date, which is meaningless.
    if let bought = receipt.originalPurchaseDate, receipt.environment != .sandbox {
      field("First bought", layout.dated(bought.instant))
    }
    guard let expiration = receipt.expirationDate?.instant else { return }
    if expiration.isFarAway {
      field("Expires", "never (\(expiration.utcText), as Xcode writes it)")
    } else {
      let isOver = expiration < layout.now
      field("Expires", layout.dated(expiration) + (isOver ? ": expired" : ""), isOver ? .bad : .plain)
    }
  }

  /// Writes irregularities. One that occurs many times takes one line.
  ///
  /// - Parameters:
  ///   - list: what lists them all: `decode lists`.
  ///   - key: the same for irregularities that are alike.
  ///   - text: the sentence about one of them.
  mutating func irregularities<Irregularity>(
    _ irregularities: [Irregularity], listedBy list: String, alikeBy key: (Irregularity) -> String,
    text: (Irregularity) -> String
  ) {
    guard !irregularities.isEmpty else { return }
    heading("Irregularities: \(irregularities.count.grouped)")
    var counts: [String: Int] = [:]
    for irregularity in irregularities { counts[key(irregularity), default: 0] += 1 }
    var (shown, left) = (0, irregularities.count)
    for irregularity in irregularities where shown < 20 {
      guard let count = counts.removeValue(forKey: key(irregularity)) else { continue }
      let further = count > 1 ? " (and \((count - 1).grouped) more like it)" : ""
      paragraph(StyledText("! ", .warning) + StyledText(text(irregularity) + further), indent: 2, hanging: 2)
      shown += 1
      left -= count
    }
    if left > 0 { paragraph(StyledText("… and \(left.grouped) more (\(list) them all)", .warning), indent: 2) }
  }
}

extension Receipt {
  fileprivate var environmentWords: String {
    let type = receiptType?.displayed() ?? ""
    switch environment {
    case .production?: return "Production" + (type == "Production" ? "" : " (\(type))")
    case .sandbox?:
      return "Sandbox" + (type == "ProductionSandbox" ? "" : " (\(type))")
        + ": a test account, TestFlight or App Review"
    case .xcode?: return "Xcode: StoreKit testing, nothing was sold"
    case nil: return receiptType.map { "\"\($0.displayed())\", which is not known" } ?? "the receipt does not say"
    }
  }
}

extension Instant {
  /// Whether the moment is beyond the year 3000: Xcode writes 4001-01-01 for "never".
  var isFarAway: Bool { milliseconds > 32_503_680_000_000 }
}
