import SystemLibrary

/// The connections of a ledger: one for each concurrent call, at most ``maximumCount``.
///
/// A lock protects the state, hence `@unchecked`.
final class PostgreSQLPool: @unchecked Sendable {
  static let maximumCount = 8

  private let make: () throws -> PostgreSQLConnection
  private let lock = Locked(())
  private let isFree = Condition()
  private var idle: [PostgreSQLConnection] = []
  private var used = 0

  /// - Parameter make: opens a connection.
  init(_ make: @escaping @Sendable () throws -> PostgreSQLConnection) {
    self.make = make
  }

  /// Lends a connection. A lost connection does not return to the pool, and one that the server closed while it was
  /// idle is not lent.
  func use<T>(_ body: (PostgreSQLConnection) throws -> T) throws -> T {
    lock.withLock { _ in
      while used >= Self.maximumCount { isFree.wait(with: lock) }
      used += 1
    }
    var lent: PostgreSQLConnection?
    defer {
      lock.withLock { _ in
        used -= 1
        if let lent, !lent.isLost { idle.append(lent) }
      }
      isFree.notify()
    }
    let connection = try usable() ?? make()
    lent = connection
    return try body(connection)
  }

  /// An idle connection that the server still serves; `nil` if there is none.
  private func usable() throws -> PostgreSQLConnection? {
    while let connection = lock.withLock({ _ in idle.popLast() }) {
      // If its last answer cannot be read, the connection was lost while it was idle. No caller needs that answer.
      guard (try? connection.finish()) != nil, !connection.isClosedByServer() else { continue }
      return connection
    }
    return nil
  }

  /// Closes the idle connections: after one was lost, others may be lost, too.
  func empty() {
    lock.withLock { _ in idle = [] }
  }
}
