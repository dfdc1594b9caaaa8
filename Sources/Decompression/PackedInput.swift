import ReceiptKit

/// Inputs that are compressed or in an archive.
package enum PackedInput {
  /// The possible places of a receipt inside a directory, by preference.
  package static let placesInDirectories = [
    // An app from the Mac App Store, and its `Contents` folder.
    "Contents/_MASReceipt/receipt", "_MASReceipt/receipt",
    // The container of an iOS app, and one that Xcode downloaded from a device (.xcappdata).
    "StoreKit/receipt", "StoreKit/sandboxReceipt", "AppData/StoreKit/receipt", "AppData/StoreKit/sandboxReceipt",
    // The names inside one of these folders, if the folder itself is given.
    "receipt", "sandboxReceipt",
  ]

  /// Whether the bytes begin like an archive or compressed data.
  package static func isPacked(_ bytes: [UInt8]) -> Bool {
    ZipArchive.isBeginning(bytes) || Compression(beginning: bytes) != nil
  }

  /// Decompresses compressed bytes and finds the receipt in an archive.
  ///
  /// - Parameters:
  ///   - name: the name of the file, for a hint; `nil` for standard input.
  ///   - limit: the maximum size in octets, also of what is decompressed.
  package static func plain(_ bytes: [UInt8], named name: String?, upTo limit: Int) throws(ReceiptError) -> [UInt8] {
    if ZipArchive.isBeginning(bytes) { return try ZipArchive(input: bytes).receipt(name, upTo: limit) }
    guard let compression = Compression(beginning: bytes) else { return bytes }
    let decompressed = try compression.decompressed(bytes, upTo: limit)
    guard decompressed.count <= limit else { throw .tooLarge("more than \(limit.grouped)", limit) }
    // The headers of compressed data have names and comments.
    let recognized = try? InputRecognizer(maximumBytes: limit).recognize(decompressed).content
    guard !InputRecognizer.findsOther(in: bytes, than: recognized) else {
      throw ReceiptError(
        .otherFormat, "compressed data with another receipt in its header",
        hint: "decompress it, and give the content")
    }
    return decompressed
  }

  /// The same for a reader of several inputs: every file of an archive is an item with its name.
  package static func items(
    _ bytes: [UInt8], named name: String?, upTo limit: Int
  ) throws(ReceiptError) -> [PastedItem] {
    if ZipArchive.isBeginning(bytes), let items = try ZipArchive(input: bytes).items(name, upTo: limit) { return items }
    return [PastedItem(try plain(bytes, named: name, upTo: limit))]
  }
}

extension ReceiptError {
  /// The error for an input that is too large. The caller that prints it names the input.
  package static func tooLarge(_ size: String, _ limit: Int) -> ReceiptError {
    ReceiptError(
      .inputTooLarge, "an input of \(size) bytes; the limit is \(grouped: limit)", offset: limit,
      hint:
        """
        raise the limit with --max-size if this really is a receipt; if it has a receipt a line, `receipt-tool decode \
        --stream` reads it
        """
    )
  }
}

/// A ZIP archive with a receipt, because people send folders and files in archives.
///
/// A place where apps keep their receipt comes first. Otherwise the content of every file is examined, and exactly one
/// of them must be a receipt. A choice between two is not safe, unless they are copies: another reader may choose the
/// other one. So everything else in the archive is searched for a second one, files of every kind and all text outside
/// of files.
extension ZipArchive {
  /// An archive with more files is not examined: it contains a whole app or a backup.
  private static let maximumFiles = 100

  /// - Throws: `.unreadable` for a damaged archive.
  init(input bytes: [UInt8]) throws(ReceiptError) {
    do throws(DecompressionError) { self = try ZipArchive(bytes) } catch { throw Self.damaged(error) }
  }

  /// Returns the file that is a receipt, or the only file, whatever its content.
  ///
  /// - Parameters:
  ///   - path: the name of the archive, for a hint; `nil` for standard input.
  ///   - limit: the maximum total size of all files in octets.
  /// - Throws: `.otherFormat` for no receipt or several, `.unreadable` for a damaged archive, `.inputTooLarge`.
  func receipt(_ path: String?, upTo limit: Int) throws(ReceiptError) -> [UInt8] {
    let files = entries.filter(Self.isFile)
    let filesOfApps = files.filter(Self.isPlaceOfApp)
    let candidates = filesOfApps.isEmpty ? files : filesOfApps
    guard candidates.count <= Self.maximumFiles else { throw Self.unclear("\(files.count.grouped) files", files, path) }
    var reading = ArchiveSearch(limit: limit)
    var found: [(file: Entry, content: [UInt8], recognized: RecognizedInput.Content?)] = []
    for file in candidates {
      let content = try reading.readContent(of: file, in: self)
      let recognized = (try? InputRecognizer(maximumBytes: limit).recognize(content))?.content
      guard candidates.count == 1 || recognized != nil else { continue }
      if !found.contains(where: { $0.recognized == recognized }) { found.append((file, content, recognized)) }
    }
    guard let first = found.first else { throw Self.unclear("no receipt", files, path) }
    guard found.count == 1 else { throw Self.unclear("\(found.count) receipts", found.map(\.file), path) }
    var search = ArchiveSearch(limit: limit, chosen: first.content, recognized: first.recognized)
    if let place = try search.findPlaceOfOther(in: self) {
      throw Self.unclear("another receipt beside \(first.file.name.displayed(limit: 60))", [], path, in: place)
    }
    return first.content
  }

  /// Returns every file as an item; `nil` if the archive has an app's folder for receipts, too many files, or no
  /// receipt: ``receipt(_:upTo:)`` then finds it or says why not.
  ///
  /// - Throws: `.otherFormat` if a receipt stands outside of the files, `.unreadable` for a damaged archive,
  ///   `.inputTooLarge`.
  fileprivate func items(_ name: String?, upTo limit: Int) throws(ReceiptError) -> [PastedItem]? {
    let files = entries.filter(Self.isFile)
    guard !files.contains(where: Self.isPlaceOfApp), files.count <= Self.maximumFiles else { return nil }
    var search = ArchiveSearch(limit: limit)
    var items: [PastedItem] = []
    for file in files {
      items.append(PastedItem(name: file.name, try search.readContent(of: file, in: self)))
    }
    guard items.contains(where: { PartOutcome($0.bytes).isEvidence }) else { return nil }
    if let place = try search.findPlaceOfOther(in: self, where: { !Self.isFile($0) }) {
      throw Self.unclear("another receipt beside its files", [], name, in: place)
    }
    return items
  }

  /// Whether apps keep their receipt at a path like this.
  private static func isPlaceOfApp(_ file: Entry) -> Bool {
    PackedInput.placesInDirectories.contains { ("/" + file.name).hasSuffix("/" + $0) }
  }

  /// Whether the entry is neither a folder nor one of the files that macOS adds.
  fileprivate static func isFile(_ entry: Entry) -> Bool {
    guard entry.size > 0, !entry.name.hasSuffix("/"), !entry.name.hasPrefix("__MACOSX/") else { return false }
    return entry.name.split(separator: "/").last?.hasPrefix(".") == false
  }

  /// The error for an archive in which no receipt can be chosen. It names the files, or the place of another receipt.
  private static func unclear(
    _ what: Message, _ files: [Entry], _ path: String?, in place: String? = nil
  ) -> ReceiptError {
    let names = place.map { [$0] } ?? files.map { $0.name.displayed(limit: 60) }
    let archive = path ?? "FILE"
    return ReceiptError(
      .otherFormat,
      names.isEmpty ? "a ZIP archive with \(what) in it" : "a ZIP archive with \(what) in it: \(names.summarized())",
      hint: "unpack the one that is meant, and give that: unzip -p \(archive) NAME")
  }

  static func damaged(_ error: DecompressionError) -> ReceiptError {
    ReceiptError(
      .unreadable, "the ZIP archive \(Message(english: error.message))",
      hint: error.hint.map { Message(english: $0) } ?? "unpack it, and give the receipt in it; or pack it again")
  }
}
