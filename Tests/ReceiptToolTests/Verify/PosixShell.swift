import Foundation
import Testing

/// A POSIX shell and the programs that the tests need there.
enum PosixShell {
  static let withoutCurl: Comment = "there is no curl here"
  static let hasCurl = (try? run("curl --version", environment: [:]))?.status == 0

  static func run(_ script: String, environment: [String: String]) throws -> ToolRun {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ToolRun(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", script],
      environment: environment.merging(["PATH": path]) { given, _ in given })
  }
}

/// The tool on a terminal of its own, made by Python's `pty`.
enum PseudoTerminal {
  static let missing: Comment = "python3 has no pty here"
  static let canRun = (try? PosixShell.run("python3 -c 'import pty, termios'", environment: [:]))?.status == 0

  /// Types once the prompt is there. Standard output is everything that the terminal shows; standard error says whether it echoed before
  /// and afterwards.
  static func run(_ arguments: [String], typing: String) throws -> ToolRun {
    let script = """
      import fcntl, os, pty, sys, termios
      typing = sys.argv[1].encode()
      # This end stays open here: without it the state of the terminal is gone with the tool.
      terminal, held = pty.openpty()
      echoes = lambda: bool(termios.tcgetattr(held)[3] & termios.ECHO)
      before, shown = echoes(), b""
      pid = os.fork()
      if pid == 0:
          os.setsid()
          fcntl.ioctl(held, termios.TIOCSCTTY, 0)
          for descriptor in range(3):
              os.dup2(held, descriptor)
          os.execve(sys.argv[2], sys.argv[2:], {})
      while b"not shown): " not in shown:
          shown += os.read(terminal, 4096)
      os.write(terminal, typing)
      _, status = os.waitpid(pid, 0)
      after = echoes()
      os.close(held)
      while True:
          try:
              chunk = os.read(terminal, 4096)
          except OSError:
              break
          if not chunk:
              break
          shown += chunk
      sys.stdout.buffer.write(shown)
      sys.stderr.write(f"echo {before} {after}")
      sys.exit(os.waitstatus_to_exitcode(status))
      """
    let environment = ProcessInfo.processInfo.environment
    return try ToolRun(
      executable: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, typing, ToolRun.tool.path] + arguments,
      environment: ["PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": environment["HOME"] ?? "/"])
  }
}
