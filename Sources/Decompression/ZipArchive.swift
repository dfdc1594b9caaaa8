import CZlib

/// The files in a ZIP archive, as its central directory lists them (PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4).
///
/// Numbers that are added to a place are the offsets of fields there. Everything is checked against the bounds of the
/// archive. Encrypted files, methods other than stored and deflated, archives in several volumes, and ZIP64 are
/// rejected.
package struct ZipArchive: Sendable {
  /// One file or folder.
  package struct Entry: Sendable {
    /// The path of the file in the archive, with slashes; untrusted.
    package let name: String
    /// The length of the file according to the directory; untrusted.
    package let size: Int
    fileprivate let compressedSize: Int
    /// CRC-32.
    fileprivate let checksum: UInt
    /// 0 for stored, 8 for deflated.
    fileprivate let method: Int
    /// Whether the lengths stand behind the data, and are zero before it.
    fileprivate let isStreamed: Bool
    fileprivate let isEncrypted: Bool
    /// The offset of the local file header.
    fileprivate let header: Int
  }

  /// All entries, in the order of the directory.
  package let entries: [Entry]
  private let bytes: [UInt8]
  /// The start of the directory. The files come before it.
  private let directory: Int

  /// The `local file header signature`, and the `end of central dir signature` with which an archive without files
  /// starts.
  private static let signatures: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]

  /// Whether the bytes start like an archive.
  package static func isBeginning(_ bytes: [UInt8]) -> Bool {
    signatures.contains { bytes.starts(with: $0) }
  }

  /// Whether more bytes are needed, because these may be the start of an archive.
  package static func isUndecided(_ bytes: [UInt8]) -> Bool {
    bytes.count < 4 && signatures.contains { $0.starts(with: bytes) }
  }

  /// Reads the directory.
  package init(_ bytes: [UInt8]) throws(DecompressionError) {
    // In an archive of one volume, its number and the number of the volume with the directory are 0. A count of 0xFFFF
    // is ZIP64.
    guard let end = Self.findEnd(bytes), bytes.number(end + 4, 2) == 0, bytes.number(end + 6, 2) == 0,
      let count = bytes.number(end + 10, 2), count == bytes.number(end + 8, 2), count != 0xFFFF,
      let size = bytes.number(end + 12, 4), let start = bytes.number(end + 16, 4), start + size <= end
    else { throw DecompressionError("has no central directory at its end") }
    var entries: [Entry] = []
    var place = start
    for _ in 0..<count {
      guard let (entry, next) = Self.readEntry(bytes, at: place, before: start + size) else {
        throw DecompressionError("has a damaged central directory")
      }
      entries.append(entry)
      place = next
    }
    self.entries = entries
    self.bytes = bytes
    directory = start
  }

  /// Finds `end of central dir`: 22 octets, and a comment that extends to the end of the archive.
  private static func findEnd(_ bytes: [UInt8]) -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return (max(0, last - 0xFFFF)...last).reversed().first {
      bytes.number($0, 4) == 0x0605_4B50 && bytes.number($0 + 20, 2) == last - $0
    }
  }

  /// Reads the `central file header` at a place.
  ///
  /// - Returns: the entry, and the place behind its header; `nil` for a damaged header.
  private static func readEntry(_ bytes: [UInt8], at place: Int, before end: Int) -> (Entry, next: Int)? {
    guard bytes.number(place, 4) == 0x0201_4B50, let flags = bytes.number(place + 8, 2),
      let method = bytes.number(place + 10, 2), let checksum = bytes.number(place + 16, 4),
      let compressed = bytes.number(place + 20, 4), let size = bytes.number(place + 24, 4),
      let name = bytes.number(place + 28, 2), let extra = bytes.number(place + 30, 2),
      let comment = bytes.number(place + 32, 2), let header = bytes.number(place + 42, 4),
      let text = bytes.octets(place + 46, name)
    else { return nil }
    let next = place + 46 + name + extra + comment
    guard next <= end else { return nil }
    let entry = Entry(
      name: String(decoding: text, as: UTF8.self), size: size, compressedSize: compressed, checksum: UInt(checksum),
      method: method, isStreamed: flags & 8 != 0, isEncrypted: flags & 1 != 0, header: header)
    return (entry, next)
  }

  /// Reads a file of the archive up to a maximum size.
  ///
  /// - Returns: the octets; one more than the maximum if the file is larger. The checksum of a file that is cut off is
  ///   not verified.
  package func read(_ entry: Entry, upTo maximumBytes: Int) throws(DecompressionError) -> [UInt8] {
    guard !entry.isEncrypted else { throw DecompressionError("is encrypted") }
    let packed = bytes[try range(of: entry)]
    if packed.isEmpty, entry.size == 0 { return [] }
    // One octet more than the maximum, which shows that there are more.
    let limit = min(max(0, maximumBytes), Int.max - 1) + 1
    let plain: [UInt8]
    switch entry.method {
    case 0: plain = Array(packed.prefix(limit))
    case 8: plain = try Self.inflated(Array(packed), upTo: limit)
    default: throw DecompressionError("is compressed in a way that is not read here (method \(entry.method))")
    }
    guard plain.count < limit else { return plain }
    guard plain.count == entry.size, Self.checksum(plain) == entry.checksum else {
      throw DecompressionError("is damaged: a file in it has another checksum")
    }
    return plain
  }

  /// The octets of a file in the archive, still compressed.
  ///
  /// Other readers go by the header before them, so it must not contradict the directory.
  private func range(of entry: Entry) throws(DecompressionError) -> Range<Int> {
    guard bytes.number(entry.header, 4) == 0x0403_4B50, let name = bytes.number(entry.header + 26, 2),
      let extra = bytes.number(entry.header + 28, 2), case let start = entry.header + 30 + name + extra,
      start + entry.compressedSize <= directory
    else { throw DecompressionError("is damaged: a file in it has no header where the directory says") }
    guard bytes.number(entry.header + 8, 2) == entry.method,
      entry.isStreamed || bytes.number(entry.header + 18, 4) == entry.compressedSize
    else { throw DecompressionError("is damaged: a file in it has another header than its directory says") }
    return start..<start + entry.compressedSize
  }

  /// Everything outside of the files' octets, in pieces: names, comments, extra fields, and whatever stands between.
  ///
  /// - Throws: if files share octets, or if a file is in the archive and not in its directory.
  package func rest() throws(DecompressionError) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    for entry in entries.sorted(by: { $0.header < $1.header }) {
      let octets = try range(of: entry)
      guard start <= entry.header else { throw DecompressionError("is damaged: two files in it share octets") }
      try refuseFile(in: start..<entry.header)
      pieces.append(Array(bytes[start..<octets.lowerBound]))
      start = octets.upperBound
    }
    guard start <= directory else { throw DecompressionError("is damaged: a file in it reaches into its directory") }
    try refuseFile(in: start..<directory)
    return pieces + [Array(bytes[start...])]
  }

  /// Refuses a file that the directory does not list. Readers that go from file to file see it.
  private func refuseFile(in range: Range<Int>) throws(DecompressionError) {
    guard range.contains(where: { bytes[$0] == 0x50 && bytes[$0..<range.upperBound].starts(with: Self.signatures[0]) })
    else { return }
    throw DecompressionError("holds a file that its directory does not list")
  }

  private static func inflated(_ input: [UInt8], upTo limit: Int) throws(DecompressionError) -> [UInt8] {
    let decompressor = try GzipDecompressor(isRaw: true)
    var plain: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var position = 0
    while plain.count < limit, !decompressor.isAtEnd {
      let progress = try decompressor.decompress(input, from: position, into: &chunk)
      position += progress.consumed
      plain += chunk[..<min(progress.produced, limit - plain.count)]
      if progress.isNone { throw .endsTooEarly }
    }
    guard plain.count == limit || position == input.count else {
      throw DecompressionError("is damaged: other bytes stand behind the end of a file in it")
    }
    return plain
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt {
    bytes.withUnsafeBufferPointer { UInt(crc32(0, $0.baseAddress, UInt32(clamping: $0.count))) }
  }
}

extension [UInt8] {
  /// A number at a place, the least significant octet first; `nil` beyond the end.
  ///
  /// - Parameter length: at most four octets.
  fileprivate func number(_ place: Int, _ length: Int) -> Int? {
    octets(place, length).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }

  fileprivate func octets(_ place: Int, _ length: Int) -> ArraySlice<UInt8>? {
    guard place >= 0, length >= 0, place <= count, length <= count - place else { return nil }
    return self[place..<(place + length)]
  }
}
