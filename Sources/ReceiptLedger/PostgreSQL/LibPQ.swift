import SystemLibrary

/// The functions of libpq, PostgreSQL's client library, that are used here.
///
/// The library is loaded at the first use of a `postgres://` database. So the program starts as fast as without it, and
/// runs on machines without it. The types are those of libpq-fe.h, which have not changed since libpq.so.5 (PostgreSQL
/// 8.2); those of pipelines came with PostgreSQL 14.
struct LibPQ: Sendable {
  typealias Text = UnsafePointer<CChar>
  typealias Texts = UnsafePointer<Text?>

  let connect: @convention(c) (Texts, Texts, Int32) -> OpaquePointer?
  let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
  let defaults: @convention(c) () -> UnsafeMutableRawPointer?
  let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let finish: @convention(c) (OpaquePointer) -> Void
  let status: @convention(c) (OpaquePointer) -> Int32
  let errorMessage: @convention(c) (OpaquePointer) -> Text?
  let serverVersion: @convention(c) (OpaquePointer) -> Int32
  let serverProcess: @convention(c) (OpaquePointer) -> Int32
  let parameterStatus: @convention(c) (OpaquePointer, Text) -> Text?
  let setNoticeProcessor:
    @convention(c) (
      OpaquePointer, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?, UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let execute: @convention(c) (OpaquePointer, Text) -> OpaquePointer?
  let prepare: @convention(c) (OpaquePointer, Text, Text, Int32, UnsafePointer<UInt32>?) -> OpaquePointer?
  let executePrepared:
    @convention(c) (OpaquePointer, Text, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32) ->
      OpaquePointer?
  let enterPipeline: @convention(c) (OpaquePointer) -> Int32
  let leavePipeline: @convention(c) (OpaquePointer) -> Int32
  let pipelineSync: @convention(c) (OpaquePointer) -> Int32
  let nextResult: @convention(c) (OpaquePointer) -> OpaquePointer?
  let sendPrepared:
    @convention(c) (OpaquePointer, Text, Int32, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32) -> Int32
  let send:
    @convention(c) (
      OpaquePointer, Text, Int32, UnsafePointer<UInt32>?, Texts?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32
    ) -> Int32
  let resultStatus: @convention(c) (OpaquePointer?) -> Int32
  let errorField: @convention(c) (OpaquePointer?, Int32) -> Text?
  let clear: @convention(c) (OpaquePointer?) -> Void
  let rowCount: @convention(c) (OpaquePointer) -> Int32
  let columnCount: @convention(c) (OpaquePointer) -> Int32
  let columnName: @convention(c) (OpaquePointer, Int32) -> Text?
  let columnType: @convention(c) (OpaquePointer, Int32) -> UInt32
  let isNull: @convention(c) (OpaquePointer, Int32, Int32) -> Int32
  let value: @convention(c) (OpaquePointer, Int32, Int32) -> UnsafePointer<UInt8>
  let length: @convention(c) (OpaquePointer, Int32, Int32) -> Int32
  let commandStatus: @convention(c) (OpaquePointer) -> Text?
  let changedRows: @convention(c) (OpaquePointer) -> Text?
  let socket: @convention(c) (OpaquePointer) -> Int32
  let consumeInput: @convention(c) (OpaquePointer) -> Int32
  /// Returns a notification, which the caller must free.
  let notification: @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?

  /// CONNECTION_OK.
  static let connectionIsGood: Int32 = 0
  /// PG_DIAG_SQLSTATE.
  static let sqlState = Int32(UInt8(ascii: "C"))
  /// PG_DIAG_MESSAGE_PRIMARY.
  static let primaryMessage = Int32(UInt8(ascii: "M"))

  /// Whether the status of a result is PGRES_COMMAND_OK or PGRES_TUPLES_OK.
  static func isSuccess(_ status: Int32) -> Bool { status == 1 || status == 2 }

  static let loaded = Result<LibPQ, LedgerError> { () throws(LedgerError) in try LibPQ() }

  private init() throws(LedgerError) {
    #if canImport(Darwin)
      // dyld would look for a bare name in the current folder, too, where anybody may have put a library.
      let names = ["/opt/homebrew", "/usr/local"].flatMap { root in
        ["libpq", "postgresql@18", "postgresql@17", "postgresql@16", "postgresql@15"].map {
          "\(root)/opt/\($0)/lib/libpq.5.dylib"
        }
      }
    #else
      let names = ["libpq.so.5"]
    #endif
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      throw LedgerError(
        .inaccessible, "\(names[0]), PostgreSQL's client library, is missing",
        hint: "install libpq5 (Debian), libpq (Fedora, Homebrew) or postgresql-libs (Arch)")
    }
    func function<Function>(_ name: String) throws(LedgerError) -> Function {
      guard let symbol = dlsym(library, name) else {
        throw LedgerError(.inaccessible, "PostgreSQL's client library has no \(name): it is too old", hint: nil)
      }
      // The types above are those of the C declarations.
      return unsafeBitCast(symbol, to: Function.self)
    }
    connect = try function("PQconnectdbParams")
    parse = try function("PQconninfoParse")
    defaults = try function("PQconndefaults")
    freeOptions = try function("PQconninfoFree")
    freeMemory = try function("PQfreemem")
    finish = try function("PQfinish")
    status = try function("PQstatus")
    errorMessage = try function("PQerrorMessage")
    serverVersion = try function("PQserverVersion")
    serverProcess = try function("PQbackendPID")
    parameterStatus = try function("PQparameterStatus")
    setNoticeProcessor = try function("PQsetNoticeProcessor")
    execute = try function("PQexec")
    prepare = try function("PQprepare")
    executePrepared = try function("PQexecPrepared")
    enterPipeline = try function("PQenterPipelineMode")
    leavePipeline = try function("PQexitPipelineMode")
    pipelineSync = try function("PQpipelineSync")
    nextResult = try function("PQgetResult")
    sendPrepared = try function("PQsendQueryPrepared")
    send = try function("PQsendQueryParams")
    resultStatus = try function("PQresultStatus")
    errorField = try function("PQresultErrorField")
    clear = try function("PQclear")
    rowCount = try function("PQntuples")
    columnCount = try function("PQnfields")
    columnName = try function("PQfname")
    columnType = try function("PQftype")
    isNull = try function("PQgetisnull")
    value = try function("PQgetvalue")
    length = try function("PQgetlength")
    commandStatus = try function("PQcmdStatus")
    changedRows = try function("PQcmdTuples")
    socket = try function("PQsocket")
    consumeInput = try function("PQconsumeInput")
    notification = try function("PQnotifies")
  }

  /// The options of a list of `PQconninfoOption` that have a value, by keyword. Frees the list.
  func options(_ list: UnsafeMutableRawPointer) -> [String: String] {
    defer { freeOptions(list) }
    // Six pointers (keyword, environment variable, default, value, label, kind of display) and a width.
    let word = MemoryLayout<UnsafeRawPointer>.size
    var found: [String: String] = [:]
    var option = UnsafeRawPointer(list)
    while let keyword = option.load(as: Text?.self) {
      if let value = option.load(fromByteOffset: 3 * word, as: Text?.self) {
        found[String(cString: keyword)] = String(cString: value)
      }
      option += 7 * word
    }
    return found
  }
}
