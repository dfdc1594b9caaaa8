import ReceiptKit

/// The properties of a PNG file before its image data (W3C, "Portable Network Graphics", 5 and 11). Nothing is
/// decompressed.
package struct PNGImage: Sendable {
  package let width: Int
  package let height: Int
  /// Whether the image has an alpha channel or a transparent colour (tRNS).
  package let hasTransparency: Bool

  /// The maximum size of an image; Apple's limit is unknown.
  package static let maximumBytes = 16 << 20
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// An empty IEND chunk with its checksum.
  private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

  // A file is the signature of 8 octets, and chunks: length (4), type (4), data, checksum (4). The first chunk is IHDR
  // with 13 octets: width at offset 16, height at 20, colour type at 25. The next chunk begins at 33.

  /// - Returns: `nil` if it is not a PNG file, or is truncated.
  package init?(_ bytes: [UInt8]) {
    func number(at offset: Int) -> Int? {
      guard offset >= 0, offset + 4 <= bytes.count else { return nil }
      return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Self.signature), bytes.suffix(Self.end.count).elementsEqual(Self.end),
      number(at: 8) == 13, bytes.count > 33, bytes[12..<16].elementsEqual("IHDR".utf8), let width = number(at: 16),
      let height = number(at: 20)
    else { return nil }
    self.width = width
    self.height = height
    // Grey and true colour with alpha (W3C, 11.2.1).
    var isTransparent = [4, 6].contains(bytes[25])
    var offset = 33
    var hasPicture = false
    while !hasPicture, let length = number(at: offset), offset + 12 + length <= bytes.count {
      let type = bytes[offset + 4..<offset + 8]
      isTransparent = isTransparent || type.elementsEqual("tRNS".utf8)
      hasPicture = type.elementsEqual("IDAT".utf8)
      offset += 12 + length
    }
    guard hasPicture else { return nil }
    hasTransparency = isTransparent
  }
}

/// The sizes of images for retention messages. Raw values are Apple's.
public enum MessageImageSize: String, CaseIterable, Sendable {
  case full = "FULL_SIZE"
  case bulletPoint = "BULLET_POINT"

  private var width: Int { self == .full ? 3_840 : 1_024 }
  private var heights: ClosedRange<Int> { self == .full ? 160...2_160 : 1_024...1_024 }

  /// The faults for which Apple refuses an image (Apple, "Upload Image"); empty for a correct one.
  package func faults(in bytes: [UInt8]) -> [RequestFault] {
    func fault(_ what: String) -> [RequestFault] { [RequestFault(4_000_161, "", "the image " + what)] }
    guard let image = PNGImage(bytes) else { return fault("is no PNG, or is cut off") }
    var faults: [RequestFault] = []
    if image.hasTransparency { faults += fault("has transparency: save it without an alpha channel") }
    if image.width != width {
      faults += fault("is \(image.width.grouped) wide, where \(rawValue) is \(width.grouped)")
    }
    if !heights.contains(image.height) {
      let wanted =
        heights.count == 1
        ? "\(heights.lowerBound.grouped)" : "\(heights.lowerBound.grouped) to \(heights.upperBound.grouped)"
      faults += fault("is \(image.height.grouped) high, where \(rawValue) is \(wanted)")
    }
    return faults
  }
}
