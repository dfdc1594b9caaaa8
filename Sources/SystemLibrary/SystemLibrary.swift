// The C library of the system, under one name.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif

/// What the system says of an `errno`.
package func errorText(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// Writes what the system holds of a file to its medium.
///
/// - Returns: 0, or -1 and `errno`. On Apple's systems `fsync` leaves it in the cache of the drive (fsync(2)); where a
///   file system cannot do more, that is all.
package func synchronize(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return 0 }
  #endif
  return fsync(descriptor)
}

/// `read`, repeated after an interruption by a signal.
package func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
