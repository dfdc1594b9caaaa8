import ReceiptCommands
import ReceiptKit
import SystemLibrary

/// What was answered about the lines of a stream, so that a later run asks about none of them again.
///
/// A file of lines, each written at once and never changed. The first one says who was asked:
///
///     {"schema":"receipt-tool/migration-state/1","bundle_id":"com.example.app","servers":["https://…"],…}
///     {"sha256":"…","outcome":"answered",…}
///
/// A line that was cut off, because the process or the machine ended while it was written, is taken off.
final class MigrationState: Sendable {
  private typealias Key = SIMD4<UInt64>

  private struct Contents {
    /// Where the line about each input is.
    var lines: [Key: Range<Int64>] = [:]
    var end: Int64 = 0
    /// The inputs that some thread asks about.
    var busy: Set<Key> = []
    /// Why no more lines can be written.
    var failure: CommandFailure?
  }

  private let path: String
  private let descriptor: Int32
  private let contents = Locked(Contents())
  /// Held while waiting for ``freed``.
  private let lock = Locked(())
  /// An input is not busy any more.
  private let freed = Condition()

  private static let schema = "receipt-tool/migration-state/1"
  /// What the first line of every such file begins with.
  private static let headingStart = Array(#"{"schema":"\#(schema)"#.utf8)
  /// The maximum length of a line, which is more than the longest answer has.
  private static let longestLine = 256 << 20
  /// What every other line begins with; the digest of the input follows.
  private static let lineStart = Array(#"{"sha256":""#.utf8)

  /// Opens or makes the file, and keeps others from using it.
  ///
  /// - Throws: a ``CommandFailure`` if it cannot be used, or is no such file, or is about another app or server.
  init(_ path: String, bundle: String?, servers: [String], admittingUnverified: Bool) throws(CommandFailure) {
    self.path = path
    descriptor = open(
      FileName.bytes(path), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw Self.unwritable(path) }
    guard let permissions = FilePermissions(descriptor: descriptor), permissions.isRegular else {
      throw Self.unusable(path, "it is no file", hint: nil)
    }
    if case .refused(let reason) = permissions.assessment(of: .ledger) {
      throw Self.unusable(path, Message(english: reason), hint: "chmod 600 it")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw CommandFailure("\(path): another process uses it", hint: "wait for that run to end", status: .tryAgain)
    }
    let heading = JSONWriter.line { writer in
      writer.member("schema", Self.schema)
      writer.member("bundle_id", bundle)
      writer.member("servers", servers)
      writer.member("unverified", admittingUnverified)
    }
    try readLines(heading)
  }

  deinit { close(descriptor) }

  /// The number of inputs that were answered.
  var count: Int { contents.withLock { $0.lines.count } }

  /// Why no more can be written; `nil` if all was.
  var failure: CommandFailure? { contents.withLock { $0.failure } }

  /// Runs `body` unless the input was answered before, or another thread is asking about the same; in the latter case
  /// the call waits.
  ///
  /// - Parameter body: makes the members of the answer, without braces: `"outcome":"answered",…`; `nil` if there is no
  ///   answer that counts.
  /// - Returns: the recorded members; `nil` if there was none, so that `body` was run.
  func recorded(
    _ input: [UInt8], orRun body: () throws(ReceiptError) -> [UInt8]?
  ) throws(ReceiptError) -> JSONValue? {
    let digest = DigestAlgorithm.sha256.digest(input)
    let key = Self.key(digest)
    lock.withLock { _ in
      while contents.withLock({ !$0.busy.insert(key).inserted }) { freed.wait(with: lock) }
    }
    defer {
      lock.withLock { _ in
        contents.withLock { _ = $0.busy.remove(key) }
        freed.notify()
      }
    }
    if let line = contents.withLock({ $0.lines[key] }) { return try read(line) }
    guard let members = try body() else { return nil }
    append(Self.lineStart + Array(hexadecimal(digest).utf8) + Array("\",".utf8) + members + Array("}\n".utf8), key)
    return nil
  }

  /// The members of a line, without the digest.
  private func read(_ line: Range<Int64>) throws(ReceiptError) -> JSONValue {
    var bytes = [UInt8](repeating: 0, count: line.count)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(line.lowerBound)) }
    guard count == bytes.count, let value = try? JSONReader().read(bytes), case .object(let members) = value else {
      throw ReceiptError(.unreadable, "\(path) is damaged at byte \(line.lowerBound)", hint: Self.remedy)
    }
    return .object(Array(members.dropFirst()))
  }

  private static let remedy: Message = "take the damaged line out; its customer is asked about again"

  private func append(_ line: [UInt8], _ key: Key) {
    contents.withLock { contents in
      guard contents.failure == nil else { return }
      guard Console.writeAll(line, to: descriptor) else {
        contents.failure = Self.unwritable(path)
        return
      }
      contents.lines[key] = contents.end..<contents.end + Int64(line.count)
      contents.end += Int64(line.count)
    }
  }

  /// Finds the lines of earlier runs, and takes off what is not a whole line.
  private func readLines(_ heading: [UInt8]) throws(CommandFailure) {
    var found = Contents()
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { SystemLibrary.readSome(descriptor, into: $0) }
      guard count >= 0 else { throw Self.unwritable(path) }
      guard count > 0 else { break }
      rest += buffer[..<count]
      var start = rest.startIndex
      while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[start...end]
        if found.end == 0 {
          guard line.elementsEqual(heading) else {
            throw line.starts(with: Self.headingStart)
              ? Self.unusable(
                path, "it was made for another app, for other servers, or with another choice of --unverified",
                hint: "give another --state")
              : Self.unusable(path, "it is no state of a migration", hint: "nothing is overwritten: name another file")
          }
        } else {
          guard let key = Self.key(of: line) else {
            throw Self.unusable(path, "it is damaged at byte \(found.end)", hint: Self.remedy)
          }
          found.lines[key] = found.end..<found.end + Int64(line.count)
        }
        found.end += Int64(line.count)
        start = end + 1
      }
      rest.removeFirst(start)
      // The first line is a heading, which is much shorter.
      guard rest.count <= (found.end == 0 ? 1 << 16 : Self.longestLine) else {
        throw Self.unusable(path, "a line of it is too long", hint: nil)
      }
    }
    // Without any whole line, the file is empty, or is the beginning of a heading that was cut off.
    if found.end == 0, !heading.starts(with: rest) {
      throw Self.unusable(path, "it is no state of a migration", hint: "nothing is overwritten: name another file")
    }
    guard rest.isEmpty || ftruncate(descriptor, off_t(found.end)) == 0 else { throw Self.unwritable(path) }
    if found.end == 0 {
      guard Console.writeAll(heading, to: descriptor) else { throw Self.unwritable(path) }
      found.end = Int64(heading.count)
    }
    contents.withLock { $0 = found }
  }

  /// The digest at the beginning of a line; `nil` for any other line.
  private static func key(of line: ArraySlice<UInt8>) -> Key? {
    guard line.starts(with: lineStart), line.suffix(2).elementsEqual(Array("}\n".utf8)) else { return nil }
    // 64 hexadecimal digits of SHA-256, and the quotation mark behind them.
    let digits = line.dropFirst(lineStart.count).prefix(65)
    guard digits.count == 65, digits.last == UInt8(ascii: "\"") else { return nil }
    return octets(ofHexadecimal: String(decoding: digits.dropLast(), as: UTF8.self)).map(key)
  }

  private static func key(_ digest: [UInt8]) -> Key {
    var key = Key()
    for (index, octet) in digest.prefix(32).enumerated() { key[index / 8] = key[index / 8] << 8 | UInt64(octet) }
    return key
  }

  private static func unusable(_ path: String, _ reason: Message, hint: Message?) -> CommandFailure {
    CommandFailure("\(path): \(reason)", hint: hint, status: .unreadable)
  }

  private static func unwritable(_ path: String) -> CommandFailure {
    CommandFailure("\(path) cannot be written: \(errorText(errno))", status: .outputFailed)
  }
}

extension JSONWriter {
  /// An object on one line, with its line feed.
  fileprivate static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.object { members(&$0) }
    writer.endLine()
    return writer.bytes
  }
}
