import ReceiptKit

// The forms of statements and values in PostgreSQL.

extension PostgreSQLConnection {
  /// Writes a statement with `$1` for `?1`. A bare `?` gets the number after the greatest one before it, as in SQLite
  /// (sqlite.org/c3ref/bind_blob.html).
  static func numbered(_ sql: String) -> String {
    var text: [UInt8] = []
    var greatest = 0
    var isQuoted = false
    var bytes = Array(sql.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      guard byte == UInt8(ascii: "?"), !isQuoted else {
        text.append(byte)
        continue
      }
      let digits = bytes.prefix { (0x30...0x39).contains($0) }
      bytes = bytes.dropFirst(digits.count)
      let number = Int(String(decoding: digits, as: UTF8.self)) ?? greatest + 1
      greatest = max(greatest, number)
      text += Array("$\(number)".utf8)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The length of a value in libpq's type.
  static func length(_ count: Int) throws(LedgerError) -> Int32 {
    guard let length = Int32(exactly: count) else {
      throw LedgerError(.unusableName, "a value has \(count.grouped) octets, which PostgreSQL cannot store")
    }
    return length
  }

  static let textWithNUL = LedgerError(.unusableName, "a text contains a NUL, which PostgreSQL cannot store")

  /// Passes arguments in libpq's form: addresses, lengths and formats.
  static func bind<T>(
    _ arguments: StatementArguments, _ body: (Int32, [UnsafePointer<CChar>?], [Int32], [Int32]) throws -> T
  ) throws -> T {
    // One buffer for all values. Texts end with a NUL; bytes are sent as they are.
    var buffer: [CChar] = []
    var offsets: [Int?] = []
    var lengths: [Int32] = []
    var formats: [Int32] = []
    for (_, value) in arguments.elements {
      let start = buffer.count
      switch value {
      case .fraction: throw StoredDamage.fraction
      case .null:
        offsets.append(nil)
        lengths.append(0)
        formats.append(0)
        continue
      case .integer(let number): buffer.append(contentsOf: String(number).utf8CString)
      case .text(let text):
        guard !text.utf8.contains(0) else { throw Self.textWithNUL }
        buffer.append(contentsOf: text.utf8CString)
      case .bytes(let bytes):
        buffer.append(contentsOf: bytes.lazy.map { CChar(bitPattern: $0) })
        offsets.append(start)
        lengths.append(try Self.length(bytes.count))
        formats.append(1)
        continue
      }
      offsets.append(start)
      lengths.append(0)
      formats.append(0)
    }
    // An empty value needs an address, too.
    buffer.append(0)
    return try buffer.withUnsafeBufferPointer { buffer in
      let values = offsets.map { offset in offset.flatMap { offset in buffer.baseAddress.map { $0 + offset } } }
      return try body(Int32(values.count), values, lengths, formats)
    }
  }
}

extension StoredType {
  /// The object identifiers of `int8`, `text` and `bytea` (pg_type.dat).
  var objectIdentifier: UInt32 {
    switch self {
    case .integer: 20
    case .text: 25
    case .bytes: 17
    }
  }
}

extension Stored {
  /// - Parameter type: the object identifier of a PostgreSQL type (pg_type.dat).
  init(_ value: UnsafeBufferPointer<UInt8>, _ type: UInt32) {
    switch type {
    // bool: 0 or 1, as in SQLite.
    case 16: self = .integer(value.first == UInt8(ascii: "t") ? 1 : 0)
    // int8, int2, int4; other texts than numbers are damage.
    case 20, 21, 23: self = Int64(String(decoding: value, as: UTF8.self)).map { .integer($0) } ?? .fraction
    // bytea: \x and hexadecimal digits.
    case 17:
      var bytes: [UInt8] = []
      bytes.reserveCapacity(value.count / 2)
      for index in stride(from: 2, to: value.count - 1, by: 2) {
        bytes.append(Self.digit(value[index]) << 4 | Self.digit(value[index + 1]))
      }
      self = .bytes(bytes)
    // text, name, varchar, unknown
    case 25, 19, 1043, 705: self = .text(String(decoding: value, as: UTF8.self))
    // No column has another type: damage.
    default: self = .fraction
    }
  }

  /// The value of a digit. It wraps, so that a server that sends other octets cannot end the process.
  private static func digit(_ byte: UInt8) -> UInt8 {
    byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : byte &- UInt8(ascii: "a") &+ 10
  }
}
