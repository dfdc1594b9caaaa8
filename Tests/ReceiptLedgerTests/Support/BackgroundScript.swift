import Foundation

import SystemLibrary

/// A shell script in the background that starts a server and then says `ready`. It has to stop the server when its
/// standard input ends, which it does at the latest with this process.
final class BackgroundScript: Sendable {
  private let process = Process()
  private let lifeline = Pipe()

  init(_ script: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script, "sh"] + arguments
    process.standardInput = lifeline
    let output = Pipe()
    process.standardOutput = output
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    struct Failed: Error { let said: String }
    guard said == "ready\n" else { throw Failed(said: said) }
  }

  func end() {
    try? lifeline.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
