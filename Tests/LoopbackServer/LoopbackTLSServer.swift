import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// An HTTPS server on the loopback with a certificate of its own, which answers every request with the same bytes.
public final class LoopbackTLSServer: Sendable {
  /// The port that the system gave.
  public let port: Int
  private let channel: any Channel
  private let heard = Heard()

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
    guard process.terminationStatus == 0 else { throw Socket.Failure(call: "openssl req", number: process.terminationStatus) }
    return files
  }

  /// Starts a server.
  public init(certificate: URL, key: URL, response: [UInt8]) throws {
    let tls = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.path).map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem))))
    let heard = heard
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            NIOSSLServerHandler(context: tls), Responder(response: response, heard: heard),
          ])
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  /// Everything that came through the encryption.
  public var received: [UInt8] { heard.bytes }

  /// Ends the server.
  public func stop() {
    try? channel.close().wait()
  }

  /// What clients said, from whatever thread.
  private final class Heard: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [UInt8] = []

    var bytes: [UInt8] {
      lock.lock()
      defer { lock.unlock() }
      return all
    }

    func add(_ bytes: some Sequence<UInt8>) {
      lock.lock()
      defer { lock.unlock() }
      all += bytes
    }
  }

  /// Answers once a whole request has come: one whose body ends with `}`.
  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let response: [UInt8]
    private let heard: Heard

    init(response: [UInt8], heard: Heard) {
      (self.response, self.heard) = (response, heard)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let chunk = unwrapInboundIn(data)
      heard.add(chunk.readableBytesView)
      guard chunk.readableBytesView.last == UInt8(ascii: "}") else { return }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: response)), promise: nil)
      context.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
}
