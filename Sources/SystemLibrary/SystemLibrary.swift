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

/// `read`, repeated after an interruption by a signal.
package func readSome(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}
