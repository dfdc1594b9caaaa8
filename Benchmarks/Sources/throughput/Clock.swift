#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

enum Clock {
  /// Processor time of this process: what others do on the machine counts less than on a wall clock.
  static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
