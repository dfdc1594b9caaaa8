import SystemLibrary

/// The address of a PostgreSQL database: a URL in libpq's form (PostgreSQL's documentation, 34.1.1.2 "Connection
/// URIs").
///
/// Environment variables, service files and password files work as in PostgreSQL's own programs.
struct PostgreSQLAddress {
  /// The options for libpq, by keyword.
  let options: [String: String]

  static func isAddress(_ path: String) -> Bool {
    ["postgres://", "postgresql://"].contains { path.lowercased().hasPrefix($0) }
  }

  /// - Parameter url: never appears in an error.
  init(_ url: String, _ library: LibPQ) throws(LedgerError) {
    guard let list = library.parse(url, nil) else {
      // libpq's own message would show the text with a password in it.
      throw LedgerError(
        .inaccessible, "--database is not a URL that PostgreSQL understands",
        hint: "postgres://USER@HOST:PORT/DATABASE?sslmode=verify-full; every part may be left out")
    }
    var options = library.options(list)
    if let secret = ["password", "sslpassword"].first(where: { options[$0] != nil }) {
      throw LedgerError(
        .inaccessible, "the URL of the database contains a \(secret), which every user of this machine can read",
        hint: "write it into ~/.pgpass (mode 0600) or into the file that PGPASSFILE names")
    }
    if options["sslmode"] == nil, try !Self.isThisMachine(options, library) { options["sslmode"] = "verify-full" }
    options["fallback_application_name"] = "receipt-tool"
    options["client_encoding"] = "UTF8"
    // A broken network reports nothing: without these options, a process would wait for a quarter of an hour.
    let bounds = [
      "connect_timeout": "10", "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "30000",
    ]
    for (name, value) in bounds where options[name] == nil { options[name] = value }
    self.options = options
  }

  /// Whether the server is certainly on this machine. For sockets in a folder, libpq ignores `sslmode`.
  private static func isThisMachine(_ options: [String: String], _ library: LibPQ) throws(LedgerError) -> Bool {
    // A service file can name any host.
    if options["host"] == nil, options["hostaddr"] == nil, options["service"] != nil { return false }
    var named = options
    if options["host"] == nil, options["hostaddr"] == nil {
      guard getenv("PGSERVICE") == nil, let list = library.defaults() else { return false }
      named = library.options(list)
    }
    // Without any host, libpq uses a socket of this machine.
    let hosts = [named["host"], named["hostaddr"]].compactMap { $0 }.flatMap { $0.split(separator: ",") }
    return hosts.allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || ["localhost", "127.0.0.1", "::1"].contains(host)
    }
  }
}
