/// A device's GUID as it was written, and the bytes that programs make of it, rightly or wrongly.
///
/// Apple hashes the 16 bytes of `identifierForVendor` (iOS) or the 6 bytes of the first network interface's MAC address
/// (macOS). Most device hashes that fail were made from the right GUID in the wrong form.
public struct GUIDForms: Equatable, Sendable {
  /// One way to convert the GUID to bytes.
  package struct Form: Equatable, Sendable {
    /// `its text in upper case`
    package let name: String
    /// The bytes to hash.
    package let bytes: [UInt8]
    package let kind: Kind

    /// Kinds of forms.
    package enum Kind: Sendable {
      /// The bytes that Apple hashes.
      case right
      /// Other bytes derived from the same GUID.
      case other
      /// No part of the GUID: zero bytes, or an empty array.
      case blank
    }
  }

  /// Every form to try: Apple's first.
  package let forms: [Form]

  /// The forms of several interfaces of one device, each named by its place.
  package init(several: [GUIDForms]) {
    let all = several.enumerated().flatMap { index, device in
      device.forms.map { Form(name: "GUID \(index + 1), " + $0.name, bytes: $0.bytes, kind: $0.kind) }
    }
    // The forms that Apple hashes come before the mistakes of programs.
    forms = all.filter { $0.kind == .right } + all.filter { $0.kind != .right }
    isSeveral = true
  }

  /// Whether the names of the forms say which GUID is meant.
  package private(set) var isSeveral = false

  /// Reads a GUID.
  ///
  /// - Parameter text: any form that ``DeviceGUID`` reads.
  /// - Returns: `nil` for anything else.
  public init?(_ text: String) {
    guard let device = try? DeviceGUID(text) else { return nil }
    self.init(octets: device.octets, writtenAs: text)
  }

  /// The forms of a GUID that has already been read.
  ///
  /// - Parameters:
  ///   - bytes: its bytes: 16 of a UUID or 6 of a MAC address.
  ///   - text: its written form, which is another form to try.
  package init(octets bytes: [UInt8], writtenAs text: String) {
    var forms = [Form(name: "its bytes, in the order in which they are written", bytes: bytes, kind: .right)]
    func add(_ name: String, _ bytes: [UInt8], _ kind: Form.Kind = .other) {
      if !forms.contains(where: { $0.bytes == bytes }) { forms.append(Form(name: name, bytes: bytes, kind: kind)) }
    }
    if bytes.count == 16 {
      let mixed: [UInt8] = [0..<4, 4..<6, 6..<8].flatMap { bytes[$0].reversed() } + bytes[8...]
      add("its bytes with the first three groups turned round, as Windows keeps a GUID", mixed)
    }
    add("its bytes in reverse order", bytes.reversed())
    let digits = hexadecimal(bytes)
    let separated =
      bytes.count == 16
      ? [Self.joined(digits, [8, 12, 16, 20], "-")]
      : [
        Self.joined(digits, Array(stride(from: 2, to: digits.utf8.count, by: 2)), ":"),
        Self.joined(digits, Array(stride(from: 2, to: digits.utf8.count, by: 2)), "-"),
      ]
    for written in separated + [digits] {
      let what = written == digits ? "its digits without signs between them, as text" : "its text"
      add("\(what) in upper case", Array(written.uppercased().utf8))
      add("\(what) in lower case", Array(written.utf8))
    }
    add("its text as given", Array(text.utf8))
    add("16 zero bytes", [UInt8](repeating: 0, count: 16), .blank)
    add("6 zero bytes", [UInt8](repeating: 0, count: 6), .blank)
    add("no GUID at all", [], .blank)
    self.forms = forms
  }

  /// The first form that gives the device hash of a receipt.
  ///
  /// - Returns: `nil` if no form does, or if the receipt lacks hash, opaque value or bundle identifier.
  func match(_ receipt: Receipt) -> Form? {
    guard let hash = receipt.deviceHash else { return nil }
    return forms.first { receipt.deviceHash(of: $0.bytes) == hash }
  }

  private static func joined(_ digits: String, _ places: [Int], _ sign: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() { text += (places.contains(index) ? sign : "") + String(digit) }
    return text
  }
}
