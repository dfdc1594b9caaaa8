import CProcess

import SystemLibrary

/// What has to be so before anything is opened or written, whoever started the process.
enum ProcessStart {
  /// Takes the places of standard input, output and error, and sees that a limit is an error and no end.
  static func prepare() {
    takeStandardDescriptors()
    // A file that grows beyond `ulimit -f` ends the process in the middle of a line; ignored, it is EFBIG like other full disks.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// From here on a secret is in memory: a crash writes no core with it in it, and no other process of the same user can read it
  /// (on Linux, prctl(2), PR_SET_DUMPABLE). Called before a secret, a token or a key is read or made.
  static func holdSecret() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    _ = cprocess_forbid_dumps()
  }

  /// Whoever starts a process can leave these closed, and the first file that it opens then becomes its standard output (POSIX,
  /// `open`: the lowest descriptor that is free). What takes the place can be used in the wrong direction only, so that reading
  /// and writing fail as they did before.
  private static func takeStandardDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", mode)
    }
  }
}
