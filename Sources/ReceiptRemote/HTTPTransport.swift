import CCurl
import Dispatch
import ReceiptKit
import SystemLibrary

/// Sends requests with libcurl over the system's OpenSSL.
///
/// It uses HTTP/1.1 and always verifies certificates against the system's authorities. It follows no redirects, uses no
/// proxies and no cookies, and asks for no compression. No environment variable changes this.
public final class HTTPTransport: RemoteTransport {
  let connectTimeout: Duration
  let userAgent: String
  let authorities: String?
  private let handles = CurlHandles()
  /// Each request blocks a thread, and must not block those of Swift's tasks.
  // Dispatch on Linux has a thread pool for each quality of service, as small as the number of processors, and checks
  // once a second whether all its threads are blocked. No tasks share this pool.
  private let queue = DispatchQueue(label: "requests", qos: .userInitiated, attributes: .concurrent)

  /// Makes a transport. It starts no thread before its first request, and must be shut down before it is released.
  ///
  /// - Parameters:
  ///   - connectTimeout: the time limit for resolving the host, connecting and the TLS handshake.
  ///   - userAgent: the value of `User-Agent`.
  public convenience init(connectTimeout: Duration, userAgent: String = "receipt-tool") {
    self.init(connectTimeout: connectTimeout, userAgent: userAgent, authorities: nil)
  }

  /// Makes a transport with authorities other than the system's, for tests of valid certificates; tests of invalid ones
  /// need no authority.
  ///
  /// Not public: no user of this library can weaken the verification.
  ///
  /// - Parameter authorities: the path of a PEM file.
  init(connectTimeout: Duration, userAgent: String, authorities: String?) {
    self.connectTimeout = connectTimeout
    self.userAgent = userAgent
    self.authorities = authorities
  }

  /// Closes open connections.
  public func shutdown() async {
    await handles.close()
  }

  /// Sends a request once. See ``RemoteTransport/send(_:)``.
  ///
  /// The timeout includes the time to resolve the host name.
  public func send(_ request: RemoteRequest) async throws(RemoteFault) -> HTTPAnswer {
    guard let handle = await handles.take() else {
      throw RemoteFault(.notSent, "\(request.endpoint.host) could not be asked (libcurl cannot be started)")
    }
    let transfer = CurlTransfer(request, of: self)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: transfer.perform(handle)) }
      }
    } onCancel: {
      transfer.cancel()
    }
    await handles.give(handle)
    return try outcome.get()
  }
}

/// A libcurl handle, with the connection that it keeps open.
///
/// It is `@unchecked Sendable` because a pointer cannot be checked: `CurlHandles` gives each to one request at a time,
/// and libcurl allows a handle to move between threads as long as two never use it at the same time.
struct CurlHandle: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}

/// The handles that no request is using.
private actor CurlHandles {
  /// Whether libcurl is ready. OpenSSL is initialised first, without its configuration file: the first initialisation
  /// decides, and that file must not affect how receipts are judged.
  private static let isReady =
    OpenSSL.isReady
    && {
      // Otherwise, libcurl would write the keys of every connection to the file named by this variable.
      unsetenv("SSLKEYLOGFILE")
      // And with several libraries for TLS, it would choose the one that this variable names.
      unsetenv("CURL_SSL_BACKEND")
      return ccurl_initialize() == 1
    }()

  private var idle: [CurlHandle] = []
  private var isClosed = false

  func take() -> CurlHandle? {
    guard Self.isReady else { return nil }
    return idle.popLast() ?? curl_easy_init().map(CurlHandle.init)
  }

  func give(_ handle: CurlHandle) {
    if isClosed { curl_easy_cleanup(handle.pointer) } else { idle.append(handle) }
  }

  func close() {
    isClosed = true
    for handle in idle { curl_easy_cleanup(handle.pointer) }
    idle = []
  }
}

extension Duration {
  /// `30 s`, `0.25 s`: seconds with two decimals at most.
  package var text: String {
    let (seconds, attoseconds) = components
    let hundredths = Int64(attoseconds / 10_000_000_000_000_000)
    if hundredths == 0 { return "\(seconds) s" }
    if hundredths % 10 == 0 { return "\(seconds).\(hundredths / 10) s" }
    return "\(seconds).\(padded(Int(hundredths), to: 2)) s"
  }
}
