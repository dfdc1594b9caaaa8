/// A text of another kind, by its beginning.
private struct KnownTextFormat: Sendable {
  enum Kind: Sendable {
    case page, propertyList, richText, address, path

    var hint: Message {
      switch self {
      case .page: "a page was saved or pasted instead of the receipt; look at what the server answered"
      case .propertyList:
        """
        if a receipt is in it, paste the text between <data> and </data>; signed data (a JWS) stands between <string> \
        and </string>
        """
      case .richText: "save it as plain text"
      case .address: "download it first, or paste what is behind it; nothing is fetched here"
      case .path: "give a path as an argument, without quotes; standard input takes the receipt itself"
      }
    }
  }

  /// The beginning, in lower case.
  let beginning: StaticString
  let kind: Kind
  let name: Message

  init(_ beginning: StaticString, _ kind: Kind, _ name: Message) {
    self.beginning = beginning
    self.kind = kind
    self.name = name
  }

  static let all: [KnownTextFormat] =
    [
      KnownTextFormat("<!doctype html", .page, "an HTML page"), KnownTextFormat("<html", .page, "an HTML page"),
      KnownTextFormat("<?xml", .propertyList, "an XML document"),
      KnownTextFormat("<plist", .propertyList, "an XML property list"),
      KnownTextFormat("{\\rtf", .richText, "a rich text document"),
      KnownTextFormat("https://", .address, "a web address"),
      KnownTextFormat("http://", .address, "a web address"), KnownTextFormat("itms-", .address, "an App Store address"),
      KnownTextFormat("file://", .path, "the address of a file"),
    ]
    + paths.map { KnownTextFormat($0, .path, "the path of a file") }

  private static let paths: [StaticString] = [
    "~/", "./", "../", "/users/", "/home/", "/applications/", "/library/", "/private/", "/volumes/", "/var/", "/tmp/",
  ]

  /// The letters with which a text of the list begins. Most receipts begin with another one.
  static let letters = Set(all.map { $0.beginning.utf8Start.pointee }.filter(\.isASCIILetter))

  /// No path or address is as long as a receipt.
  static let longestPlace = 2_048
}

extension InputText {
  /// Reads an XML property list, and refuses other texts whose kind is known by their beginning, or as the name of a
  /// file.
  func readKnownText() throws(ReceiptError) -> InputFinding? {
    if isWindowsPath || isFileName { throw notAReceipt("the path of a file", .path) }
    guard let first = byte(0), !first.isASCIILetter || KnownTextFormat.letters.contains(first.asciiLowercase) else {
      return nil
    }
    for known in KnownTextFormat.all where starts(with: known.beginning, ignoringCase: true) {
      // A receipt in base64 that lost its beginning may begin with a slash.
      if known.kind == .path || known.kind == .address, core.count > KnownTextFormat.longestPlace { continue }
      if known.kind == .propertyList, let found = try readPrinted() { return found }
      throw notAReceipt(known.name, known.kind)
    }
    return nil
  }

  /// `C:\Users\...`
  private var isWindowsPath: Bool {
    byte(1) == UInt8(ascii: ":") && (byte(2) == UInt8(ascii: "\\") || byte(2) == UInt8(ascii: "/"))
  }

  /// `receipt.txt`, `/opt/store/sandboxReceipt`: one word that ends like the names of receipt files.
  private var isFileName: Bool {
    let text = bytes[core]
    guard text.count <= 512, !text.starts(with: "eyJ"), !text.contains(where: \.isASCIISpace) else { return false }
    let endings: [StaticString] = [
      ".txt", ".b64", ".base64", ".json", ".der", ".ber", ".bin", ".dat", ".p7b", ".p7m", ".p7s", ".pem", ".hex",
      ".log", ".plist", ".app", ".ipa", ".receipt", "/receipt", "/sandboxreceipt",
    ]
    return endings.contains { ending in
      text.count > ending.utf8CodeUnitCount
        && text.suffix(ending.utf8CodeUnitCount).starts(with: ending, ignoringCase: true)
    }
  }

  private func notAReceipt(_ name: Message, _ kind: KnownTextFormat.Kind) -> ReceiptError {
    ReceiptError(.otherFormat, "\(name), not a receipt", offset: core.lowerBound, hint: kind.hint)
  }
}
