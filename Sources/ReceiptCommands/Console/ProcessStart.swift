import CProcess
import SystemLibrary

/// Establishes a known state, independent of the parent process, before any file is opened or written.
package enum ProcessStart {
  /// Reserves the descriptors of standard input, output and error, turns exceeding a file size limit into an error, and
  /// protects the memory of the process.
  package static func prepare() {
    protectMemory()
    takeStandardDescriptors()
    // A file that grows beyond `ulimit -f` ends the process in the middle of a line; with the signal ignored, the write
    // fails with EFBIG like on a full disk.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// No core file after a crash, and no access by other processes of the same user. Any input may be a secret: somebody
  /// diagnoses a key, and only reading it shows that.
  ///
  /// The latter is on Linux only (prctl(2), PR_SET_DUMPABLE).
  private static func protectMemory() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    #else
      setrlimit(RLIMIT_CORE, &none)
    #endif
    _ = cprocess_forbid_dumps()
  }

  /// The user's arguments.
  ///
  /// On Linux, Swift looks for them beside the environment. It finds none without /proc, or when a library that was
  /// loaded before (`libfaketime`) has changed the environment. Every command would then run as `decode` of standard
  /// input, and return the status of `decode`.
  package static func arguments(_ console: Console) -> ArraySlice<String> {
    let arguments = CommandLine.arguments.isEmpty ? kernelArguments : FileName.arguments
    guard !arguments.isEmpty else {
      console.report(message: "the command line cannot be read", hint: "mount /proc")
      ExitStatus.misinstalled.leave()
    }
    return arguments.dropFirst()
  }

  /// The arguments that the kernel knows (proc_pid_cmdline(5)), each with a NUL behind it; empty without /proc.
  private static var kernelArguments: [String] {
    let descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var octets: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = chunk.withUnsafeMutableBytes({ readSome(descriptor, into: $0) }), count > 0 {
      octets += chunk[..<count]
    }
    return octets.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { FileName.text(Array($0)) }
  }

  /// Gives the process the name of the tool, whatever the name of its file, for ps, pgrep and killall (Linux).
  package static func takeName() {
    cprocess_set_name(ToolFacts.name)
  }

  /// Permanently denies this process every new connection (Linux, seccomp(2)).
  ///
  /// No code of the offline program opens a connection. This proves it, and holds even if a library has a defect. It
  /// has no effect on a kernel that cannot filter system calls.
  package static func denyNetwork() {
    cprocess_deny_network()
  }

  /// Opens standard descriptors that the parent process left closed.
  ///
  /// Otherwise the first file that the process opens would become its standard output (POSIX, `open`: the lowest free
  /// descriptor). The replacement is opened for the wrong direction, so reading and writing still fail.
  private static func takeStandardDescriptors() {
    for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      _ = open("/dev/null", mode)
    }
  }
}
