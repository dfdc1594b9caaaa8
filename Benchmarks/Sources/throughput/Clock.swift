#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum Clock {
  /// Processor time of this process: what others do on the machine counts less than on a wall clock.
  static var processorSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// A clock that only goes forward.
  static var wallSeconds: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
