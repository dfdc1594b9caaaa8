import ReceiptKit

/// Searches everything in an archive, and in archives and compressed files inside of it, for another receipt than the
/// chosen one.
struct ArchiveSearch {
  private let limit: Int
  /// The octets that may still be unpacked.
  private var remainingOctets: Int
  /// The content of the chosen file, and what was recognised in it.
  private let chosen: [UInt8]
  private let recognized: RecognizedInput.Content?

  /// How deep archives and compressed files may be inside each other.
  private static let maximumDepth = 3
  /// How bzip2, xz, 7-Zip and RAR begin, which are not read here.
  private static let otherArchives: [[UInt8]] = [
    Array("BZh".utf8), [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], Array("Rar!".utf8),
  ]

  init(limit: Int, chosen: [UInt8] = [], recognized: RecognizedInput.Content? = nil) {
    self.limit = limit
    self.chosen = chosen
    self.recognized = recognized
    remainingOctets = limit
  }

  /// Unpacks one file.
  mutating func readContent(of file: ZipArchive.Entry, in archive: ZipArchive) throws(ReceiptError) -> [UInt8] {
    let content: [UInt8]
    do throws(DecompressionError) {
      content = try archive.read(file, upTo: remainingOctets)
    } catch {
      throw ZipArchive.damaged(error)
    }
    try spend(content.count)
    return content
  }

  private mutating func spend(_ count: Int) throws(ReceiptError) {
    guard count <= remainingOctets else { throw .tooLarge("more than \(limit.grouped)", limit) }
    remainingOctets -= count
  }

  /// Searches outside of the files, and in the files that are named.
  ///
  /// - Returns: the place of another receipt, in words; `nil` if the search finds none.
  mutating func findPlaceOfOther(
    in archive: ZipArchive, depth: Int = 0, where isSearched: (ZipArchive.Entry) -> Bool = { _ in true }
  ) throws(ReceiptError) -> String? {
    let rest: [[UInt8]]
    do throws(DecompressionError) { rest = try archive.rest() } catch { throw ZipArchive.damaged(error) }
    if rest.contains(where: { InputRecognizer.findsOther(in: $0, than: recognized) }) { return "outside of its files" }
    for file in archive.entries where isSearched(file) {
      let content = try readContent(of: file, in: archive)
      if try findsOther(in: content, depth: depth) { return file.name.displayed(limit: 60) }
    }
    return nil
  }

  /// Whether a file has, or may have, another receipt in it. What cannot be unpacked here counts as if it had one.
  private mutating func findsOther(in content: [UInt8], depth: Int) throws(ReceiptError) -> Bool {
    if content == chosen { return false }
    if ZipArchive.isBeginning(content) {
      guard depth < Self.maximumDepth else { return true }
      return try findPlaceOfOther(in: try ZipArchive(input: content), depth: depth + 1) != nil
    }
    if let compression = Compression(beginning: content) {
      guard depth < Self.maximumDepth else { return true }
      let plain = try compression.decompressed(content, upTo: remainingOctets)
      try spend(plain.count)
      if try findsOther(in: plain, depth: depth + 1) { return true }
    } else if Self.otherArchives.contains(where: content.starts) {
      return true
    }
    return InputRecognizer.findsOther(in: content, than: recognized)
  }
}
