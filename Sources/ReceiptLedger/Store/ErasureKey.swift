import ReceiptKit

import SystemLibrary

/// The key of the hashes that identify the purchases of erased accounts.
///
/// It is in a separate file and in no backup of the ledger: a transaction identifier has so few digits that someone who
/// stole both could try all identifiers.
struct ErasureKey: Masked {
  /// The length of an HMAC key, equal to the length of its digest (RFC 2104, 3).
  private static let length = 32

  private let secret: [UInt8]

  /// Reads the key from its file: 64 hexadecimal digits.
  ///
  /// - Returns: `nil` if there is no such file.
  /// - Throws: `.erasureKey` if the file contains no key, or if others can read or change it.
  static func read(_ path: String) throws(LedgerError) -> ErasureKey? {
    // The size is looked up without opening the file. A file that is too long may be the ledger itself, and closing it
    // would drop SQLite's locks.
    var found = stat()
    if stat(path, &found) == 0, found.st_size > 2 * length + 1, found.st_mode & S_IFMT == S_IFREG {
      throw noKey(path)
    }
    // The file is opened without waiting, because it may be a pipe.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw unusable(path, "it cannot be opened: \(errorText(errno))")
    }
    defer { close(descriptor) }
    let permissions = FilePermissions(descriptor: descriptor)
    guard let permissions, permissions.isRegular else {
      throw unusable(path, permissions?.isFolder == true ? "it is a directory" : "it is not a file")
    }
    if case .refused(let reason) = permissions.assessment(of: .secret) {
      throw unusable(path, Message(english: reason), hint: "chmod 600 it")
    }
    // The buffer has space for the digits, a line feed and one more octet, which shows that the file is too long.
    var bytes = [UInt8](repeating: 0, count: 2 * length + 2)
    let count = bytes.withUnsafeMutableBytes { SystemLibrary.read(descriptor, $0.baseAddress, $0.count) }
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    guard let octets = octets(ofHexadecimal: text.hasSuffix("\n") ? text.dropLast() : text[...]),
      octets.count == length
    else { throw noKey(path) }
    return ErasureKey(secret: octets)
  }

  /// Notes for the user on the permissions of an existing file.
  static func notes(_ path: String) -> [String] {
    guard case .noted(let text)? = FilePermissions(path: path, followsLinks: true)?.assessment(of: .secret) else {
      return []
    }
    return ["'\(path)': \(text)"]
  }

  /// Creates a key and its file, which only its owner can read and which is on disk when the function returns.
  ///
  /// - Returns: the key; `nil` if a file already existed.
  static func make(_ path: String) throws -> ErasureKey? {
    var generator = SystemRandomNumberGenerator()
    let key = ErasureKey(secret: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
    let isNew = try LedgerFile(path: path, name: "erasure key").create { temporary in
      let text = Array((hexadecimal(key.secret) + "\n").utf8)
      let descriptor = open(temporary, O_WRONLY | O_CLOEXEC)
      defer { if descriptor >= 0 { close(descriptor) } }
      guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, write(descriptor, text, text.count) == text.count,
        synchronize(descriptor) == 0
      else { throw unusable(path, "it cannot be written: \(errorText(errno))") }
    }
    return isNew ? key : nil
  }

  /// An identifier that distinguishes the key from other keys and reveals nothing else about it.
  func identifier() throws -> String { hexadecimal(try code("key", "")) }

  /// The hash of a transaction's identifier.
  func hash(_ transaction: String) throws -> [UInt8] { try code("transaction", transaction) }

  private func code(_ purpose: String, _ text: String) throws -> [UInt8] {
    try DigestAlgorithm.hmacSHA256(Array("receipt-tool ledger erasure 1\n\(purpose)\n\(text)".utf8), key: secret)
  }

  private static func noKey(_ path: String) -> LedgerError {
    unusable(path, "it does not hold 64 hexadecimal digits")
  }

  private static func unusable(_ path: String, _ reason: Message, hint: Message? = nil) -> LedgerError {
    LedgerError(
      .erasureKey, "the erasure key '\(path)' cannot be used: \(reason)",
      hint: hint ?? "put the right one back, or name it with --erasure-key")
  }
}
