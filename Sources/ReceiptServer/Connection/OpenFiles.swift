import SystemLibrary

/// The system's limit on open files of the process. A server without free descriptors cannot even refuse a connection.
enum OpenFiles {
  /// The number of descriptors needed in addition to connections: event loops and standard streams, with space for two
  /// of each.
  private static let others = 64

  /// Raises the limit as far as requested and allowed.
  ///
  /// - Returns: the possible number of connections; at least 1.
  static func raiseLimit(wanted: Int) -> Int {
    var limit = rlimit()
    #if os(Linux) && !canImport(Musl)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return min(wanted, 128) }
    let needed = rlim_t(wanted + others)
    if limit.rlim_cur < needed {
      var raised = limit
      raised.rlim_cur = min(needed, limit.rlim_max)
      if setrlimit(resource, &raised) == 0 { limit = raised }
    }
    return max(1, min(wanted, Int(clamping: limit.rlim_cur) - others))
  }
}
