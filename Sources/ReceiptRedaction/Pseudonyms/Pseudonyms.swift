import ReceiptKit

/// Makes pseudonyms: with one key, equal values of one kind get equal pseudonyms, and different values different ones.
final class Pseudonyms {
  private var numbers: KeyedNumbers

  init(_ key: RedactionKey) throws(ReceiptError) { numbers = try KeyedNumbers(key) }

  /// The pseudonym of a text, in the same format. The empty text and zeros, also with the dashes of a UUID, are kept,
  /// because they mean "absent".
  func text(_ text: String, _ kind: ValueKind) throws(ReceiptError) -> String {
    let octets = Array(text.utf8)
    return try pseudonym(of: octets, in: TextFormat(octets), kind)
  }

  private func pseudonym(of octets: [UInt8], in format: TextFormat, _ kind: ValueKind) throws(ReceiptError) -> String {
    var image = octets
    if !octets.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") }) {
      if format == .opaque { return try word(octets, kind) }
      // Iterating along the cycle until the format is right again gives a cycle through the texts of that format.
      repeat {
        image = try permuted(image, format, domain: Array(kind.rawValue.utf8))
      } while TextFormat(image) != format
    }
    return String(decoding: image, as: UTF8.self)
  }

  /// The pseudonym of an undocumented value: its format is kept only if it looks like an identifier.
  func unknown(_ text: String) throws(ReceiptError) -> String {
    let octets = Array(text.utf8)
    let format = TextFormat(octets)
    // A text that begins like a receipt is here because it could not be decoded: it is truncated, for example. It
    // becomes a word.
    let isIdentifier =
      switch format {
      case .plain, .long:
        octets.contains(where: \.isASCIIDigit) && octets.count >= 4 && !(octets.count >= 16 && text.beginsLikeReceipt)
      default: true
      }
    return isIdentifier ? try pseudonym(of: octets, in: format, .unknown) : try word(octets, .unknown)
  }

  /// The pseudonym of octets in base64: the same number of octets in base64. Other texts get the pseudonym of a text.
  func base64(_ text: String, _ kind: ValueKind) throws(ReceiptError) -> String {
    let characters = Array(text.utf8)
    guard let octets = Base64.decodeCanonical(characters), !octets.isEmpty else {
      return try self.text(text, kind)
    }
    return Base64.encode(try self.octets(octets, kind))
  }

  /// The pseudonym of a number: the same sign, zero for zero, and the same number of digits (of a negative number: in
  /// its complement).
  func integer(_ number: Int64, _ kind: ValueKind) throws(ReceiptError) -> Int64 {
    // The complement is always in range, unlike the negative of the smallest number.
    if number < 0 { return ~(try integer(~number, kind)) }
    guard let image = Int64(try text(String(number), kind)) else {
      throw ReceiptError(.defect, "the pseudonym of a number does not fit into 64 bits")
    }
    return image
  }

  /// The pseudonym of raw octets: the same number of octets.
  func octets(_ octets: [UInt8], _ kind: ValueKind) throws(ReceiptError) -> [UInt8] {
    let highest = [UInt8](repeating: .max, count: octets.count)
    return try KeyedPermutation(domain: Array("octets \(kind.rawValue)".utf8), highest: highest)
      .image(of: octets, &numbers)
  }

  /// The pseudonym of a bundle or product identifier.
  ///
  /// Parts between dots are replaced one by one, each depending on those before it. Identifiers with the same first
  /// parts still have the same first parts afterwards, so that readers can see to which app a product belongs.
  func name(_ text: String) throws(ReceiptError) -> String {
    guard TextFormat.isPlain(Array(text.utf8)) else { return try self.text(text, .product) }
    var image: [[UInt8]] = []
    var before = Array("name".utf8)
    for part in text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init) {
      let format = part.count < 12 ? TextFormat.plain : .long(TextFormat.Cases(of: part))
      image.append(try permuted(part, format, domain: before))
      before += [UInt8(ascii: ".")] + part
    }
    return String(decoding: Array(image.joined(separator: [UInt8(ascii: ".")])), as: UTF8.self)
  }

  /// A word that reveals only the approximate length of the text: 12 to 64 letters.
  ///
  /// 26^12 words are enough to make a collision by chance practically impossible.
  private func word(_ octets: [UInt8], _ kind: ValueKind) throws(ReceiptError) -> String {
    let length = min(64, max(12, (octets.count + 3) / 4 * 4))
    try numbers.setTopic(domain: Array("word ".utf8) + kind.rawValue.utf8, shape: octets)
    try numbers.begin(step: 0, Span(), drawing: length)
    var word = [UInt8](repeating: UInt8(ascii: "a"), count: length)
    for index in word.indices { word[index] += UInt8(try numbers.next(below: 26)) }
    return String(decoding: word, as: UTF8.self)
  }

  /// The image of a text under the permutation of its format. What the format keeps stays in its place.
  private func permuted(_ text: [UInt8], _ format: TextFormat, domain: [UInt8]) throws(ReceiptError) -> [UInt8] {
    var places: [UInt8] = []
    var highest: [UInt8] = []
    places.reserveCapacity(text.count)
    highest.reserveCapacity(text.count)
    // The kept part belongs to the domain: texts that differ in it alone get unrelated pseudonyms.
    var domain = domain
    domain.reserveCapacity(domain.count + 2 + text.count)
    domain.append(0)
    domain.append(format.domain)
    for (index, character) in text.enumerated() {
      guard let alphabet = format.alphabet(at: index, of: text) else {
        domain.append(character)
        continue
      }
      places.append(alphabet.number(of: character))
      highest.append(alphabet.highest)
      domain.append(0)
    }
    let images = try KeyedPermutation(domain: domain, highest: highest).image(of: places, &numbers)
    var result = text
    var place = 0
    for index in text.indices {
      guard let alphabet = format.alphabet(at: index, of: text) else { continue }
      result[index] = alphabet.symbol(images[place])
      place += 1
    }
    return result
  }
}

extension TextFormat {
  /// Separates the permutations of the formats.
  fileprivate var domain: UInt8 {
    switch self {
    case .digits: 1
    case .uuid: 2
    case .hexadecimal: 3
    case .plain: 4
    case .opaque: 5
    case .long(let cases): 6 + cases.rawValue
    }
  }
}
