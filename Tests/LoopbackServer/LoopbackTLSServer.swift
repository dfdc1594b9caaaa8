import Foundation

/// An HTTPS server on the loopback with a certificate of its own, which answers every request with the same bytes.
/// Python's `ssl` is the server, so that no TLS library has to be built for it.
public final class LoopbackTLSServer: Sendable {
  /// The port that the system gave.
  public let port: Int
  private let process: Process
  private let heard: URL

  /// A certificate for a name, with its key, made by the `openssl` program: nothing trusts it.
  public static func certificate(for name: String, in directory: URL) throws -> (certificate: URL, key: URL) {
    let files = (directory.appendingPathComponent("\(name).pem"), directory.appendingPathComponent("\(name).key"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
      "subjectAltName=DNS:\(name)", "-out", files.0.path, "-keyout", files.1.path,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Socket.Failure(call: "openssl req", number: process.terminationStatus)
    }
    return files
  }

  /// Starts a server. It answers once a whole request has come: one whose body ends with `}`.
  public init(certificate: URL, key: URL, response: [UInt8]) throws {
    heard = certificate.deletingLastPathComponent().appendingPathComponent("heard-\(UUID().uuidString)")
    try Data().write(to: heard)
    let script = """
      import socket, ssl, sys
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
      context.load_cert_chain(sys.argv[1], sys.argv[2])
      listener = socket.create_server(("127.0.0.1", 0))
      print(listener.getsockname()[1], flush=True)
      while True:
          raw, _ = listener.accept()
          try:
              with context.wrap_socket(raw, server_side=True) as client, open(sys.argv[3], "ab", 0) as heard:
                  text = b""
                  while not text.endswith(b"}"):
                      part = client.recv(65536)
                      if not part:
                          break
                      heard.write(part)
                      text += part
                  else:
                      client.sendall(bytes.fromhex(sys.argv[4]))
          except OSError:
              raw.close()
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", script, certificate.path, key.path, heard.path,
      response.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined(),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // One line: where it listens. It is written at once, and closed only if the server cannot start.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      process.terminate()
      throw Socket.Failure(call: "python3", number: 0)
    }
    (self.port, self.process) = (port, process)
  }

  /// Everything that came through the encryption.
  public var received: [UInt8] { (try? Data(contentsOf: heard)).map(Array.init) ?? [0] }

  /// Ends the server.
  public func stop() {
    // Children inherit a SIGTERM that is ignored here.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
