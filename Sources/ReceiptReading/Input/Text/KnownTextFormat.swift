extension InputText {
  private static let page: Message =
    "a page was saved or pasted instead of the receipt; look at what the server answered"
  private static let address: Message = "download it first, or paste what is behind it; nothing is fetched here"
  private static let path: Message =
    "give a path as an argument, without quotes; standard input takes the receipt itself"

  private static let propertyList: Message =
    """
    if a receipt is in it, paste the text between <data> and </data>; signed data (a JWS) stands between <string> and \
    </string>
    """

  /// Beginnings in lower case.
  private static let beginnings: [(start: StaticString, name: Message, hint: Message)] = [
    ("<!doctype html", "an HTML page", page),
    ("<html", "an HTML page", page),
    ("<?xml", "an XML document", propertyList),
    ("<plist", "an XML property list", propertyList),
    ("{\\rtf", "a rich text document", "save it as plain text"),
    ("https://", "a web address", address),
    ("http://", "a web address", address),
    ("itms-", "an App Store address", address),
    ("file://", "the address of a file", path),
    ("~/", "the path of a file", path),
    ("./", "the path of a file", path),
    ("../", "the path of a file", path),
    ("/users/", "the path of a file", path),
    ("/home/", "the path of a file", path),
    ("/applications/", "the path of a file", path),
    ("/library/", "the path of a file", path),
    ("/private/", "the path of a file", path),
    ("/volumes/", "the path of a file", path),
    ("/var/", "the path of a file", path),
    ("/tmp/", "the path of a file", path),
  ]

  /// Recognises texts of other kinds by their start.
  func readKnownText() throws(ReceiptError) -> InputFinding? {
    if isWindowsPath || isFileName { throw known("the path of a file", Self.path) }
    // Most receipts begin with M and most JSON with a brace. Only three letters begin any entry of this list.
    guard let first = byte(0), !first.isASCIILetter || [0x66, 0x68, 0x69].contains(first.asciiLowercase) else {
      return nil
    }
    let isXML = starts(with: "<?xml") || starts(with: "<plist")
    if isXML, let found = try readPrinted() { return found }
    for beginning in Self.beginnings where starts(with: beginning.start, ignoringCase: true) {
      // No path or address is as long as a receipt. But a receipt in base64 that lost its beginning may begin with a
      // slash.
      let isPlace = beginning.hint == Self.path || beginning.hint == Self.address
      if isPlace, core.count > 2048 { continue }
      throw known(beginning.name, beginning.hint)
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
      ".log",
      ".plist", ".app", ".ipa", ".receipt", "/receipt", "/sandboxreceipt",
    ]
    return endings.contains { ending in
      text.count > ending.utf8CodeUnitCount
        && text.suffix(ending.utf8CodeUnitCount).starts(with: ending, ignoringCase: true)
    }
  }

  private func known(_ name: Message, _ hint: Message) -> ReceiptError {
    ReceiptError(.otherFormat, "\(name), not a receipt", offset: core.lowerBound, hint: hint)
  }
}
