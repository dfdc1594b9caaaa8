import CCurl
import Dispatch
import ReceiptKit
import SystemLibrary

/// Sends requests with libcurl over the system's OpenSSL.
///
/// It uses HTTP/1.1 and always verifies certificates against the system's authorities. It follows no redirects, uses no
/// proxies and no cookies, and asks for no compression. No environment variable changes this.
public final class HTTPTransport: RemoteTransport {
  fileprivate let connectTimeout: Duration
  fileprivate let userAgent: String
  fileprivate let authorities: String?
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
  /// Whole milliseconds, at least one: for libcurl, zero means no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
    // A day exceeds every limit that commands allow.
    guard !isTooLong, milliseconds < 86_400_000 else { return 86_400_000 }
    return max(1, Int(milliseconds) + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// `30 s`, `0.25 s`: seconds with two decimals at most.
  package var text: String {
    let (seconds, attoseconds) = components
    let hundredths = Int64(attoseconds / 10_000_000_000_000_000)
    if hundredths == 0 { return "\(seconds) s" }
    let digits = hundredths < 10 ? "0\(hundredths)" : hundredths % 10 == 0 ? "\(hundredths / 10)" : "\(hundredths)"
    return "\(seconds).\(digits) s"
  }
}

/// One request and its result.
///
/// It is `@unchecked Sendable` because libcurl's callbacks need a class. Its state belongs to the thread that performs
/// the request, except for `isGivenUp`, which another thread sets.
final class CurlTransfer: @unchecked Sendable {
  private let request: RemoteRequest
  private let transport: HTTPTransport

  private var endpoint: Endpoint { request.endpoint }

  private var answer = HTTPAnswer(status: 0)
  /// Whether the empty line after the header has arrived.
  private var hasWholeHeader = false
  /// Whether the next line is the first line of an answer, or of an interim answer before it.
  private var isStatusLine = true
  private var headerBytes = 0
  /// The maximum size of all header lines together, including those after a chunked body and of 1xx answers. Apple's
  /// header lines have fewer than 1,000 bytes.
  private static let maximumHeaderBytes = 1 << 18
  /// The result of a transfer that this program ended before libcurl did.
  private var earlyResult: Result<HTTPAnswer, RemoteFault>?
  private let isGivenUp = Locked(false)

  init(_ request: RemoteRequest, of transport: HTTPTransport) {
    self.request = request
    self.transport = transport
  }

  /// Ends the transfer within a second.
  func cancel() {
    isGivenUp.set(true)
  }

  /// Sends the request and waits for the answer.
  func perform(_ handle: CurlHandle) -> Result<HTTPAnswer, RemoteFault> {
    let curl = handle.pointer
    // No data of this request may remain in the handle, which outlives it.
    defer { curl_easy_reset(curl) }
    // If a connection ends while older versions of libcurl write to it, the result must be an error, not the end of the
    // process. The threads of the queue do nothing else, so the signal stays blocked in them.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var fields = ["Accept: application/json", "Expect:"]
    if !request.body.isEmpty { fields.append("Content-Type: " + request.contentType) }
    // A field with a line break would become two fields.
    for field in request.fields where (field.name + field.value).utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      fields.append(field.name + ": " + field.value)
    }
    if let token = endpoint.token { fields.append("Authorization: Bearer " + token.revealed) }
    var list: UnsafeMutablePointer<curl_slist>?
    for field in fields { list = curl_slist_append(list, field) }
    defer { curl_slist_free_all(list) }
    var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    return request.body.withUnsafeBytes { body in
      reason.withUnsafeMutableBufferPointer { reason in
        let codes = [
          ccurl_set_http_only(curl), ccurl_set_text(curl, CURLOPT_URL, endpoint.url),
          ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, list),
          ccurl_set_text(curl, CURLOPT_USERAGENT, transport.userAgent),
          ccurl_set_number(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
          ccurl_set_number(curl, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
          ccurl_set_number(curl, CURLOPT_SSL_VERIFYPEER, 1), ccurl_set_number(curl, CURLOPT_SSL_VERIFYHOST, 2),
          ccurl_set_number(curl, CURLOPT_FOLLOWLOCATION, 0), ccurl_set_text(curl, CURLOPT_PROXY, ""),
          // libcurl must not use signals, because they affect the whole process.
          ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1), ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, reason.baseAddress),
          ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT_MS, transport.connectTimeout.milliseconds),
          ccurl_set_number(curl, CURLOPT_TIMEOUT_MS, request.timeout.milliseconds),
          ccurl_set_number(curl, CURLOPT_NOPROGRESS, 0), ccurl_set_quick_exit(curl),
        ]
        guard codes.allSatisfy({ $0 == CURLE_OK }), setMethod(curl, body), setCallbacks(curl), setAuthorities(curl)
        else {
          return .failure(RemoteFault(.notSent, "\(endpoint.host) could not be asked (libcurl is too old)"))
        }
        let code = curl_easy_perform(curl)
        let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return outcome(TransportError(code, curl, text, endpoint, timeout: request.timeout))
      }
    }
  }

  private func outcome(_ error: TransportError) -> Result<HTTPAnswer, RemoteFault> {
    if let earlyResult { return earlyResult }
    let fault = error.fault(hasWholeHeader: hasWholeHeader, bodyBytes: answer.body.count)
    return fault.map { .failure($0) } ?? .success(answer)
  }

  /// - Parameter body: the body; valid until the request ends.
  private func setMethod(_ curl: UnsafeMutableRawPointer, _ body: UnsafeRawBufferPointer) -> Bool {
    switch request.method {
    case .get: ccurl_set_number(curl, CURLOPT_HTTPGET, 1) == CURLE_OK
    case .delete:
      ccurl_set_number(curl, CURLOPT_HTTPGET, 1) == CURLE_OK
        && ccurl_set_text(curl, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == CURLE_OK
    case .post, .put:
      ccurl_set_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)) == CURLE_OK
        && ccurl_set_pointer(curl, CURLOPT_POSTFIELDS, body.baseAddress ?? UnsafeRawPointer(bitPattern: 1)) == CURLE_OK
        && ccurl_set_text(curl, CURLOPT_CUSTOMREQUEST, request.method.rawValue) == CURLE_OK
    }
  }

  private func setAuthorities(_ curl: UnsafeMutableRawPointer) -> Bool {
    guard let file = transport.authorities else { return true }
    return ccurl_set_text(curl, CURLOPT_CAINFO, file) == CURLE_OK
  }

  private func setCallbacks(_ curl: UnsafeMutableRawPointer) -> Bool {
    // The context is valid while `perform` runs, because `perform` retains this object.
    let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    return [
      ccurl_set_pointer(curl, CURLOPT_HEADERDATA, context), ccurl_set_pointer(curl, CURLOPT_WRITEDATA, context),
      ccurl_set_pointer(curl, CURLOPT_XFERINFODATA, context),
      ccurl_set_writer(curl, CURLOPT_HEADERFUNCTION) { line, _, count, context in
        guard let context, let line else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.receive(headerLine: Array(UnsafeRawBufferPointer(start: line, count: count))) ? count : 0
      },
      ccurl_set_writer(curl, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
        guard let context, let bytes else { return 0 }
        let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
        return transfer.receive(bodyPart: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
      },
      ccurl_set_progress(curl) { context, _, _, _, _ in
        guard let context else { return 0 }
        return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().continues() ? 0 : 1
      },
    ].allSatisfy { $0 == CURLE_OK }
  }

  /// Checks whether the caller has cancelled the request.
  ///
  /// - Returns: whether to continue.
  private func continues() -> Bool {
    guard isGivenUp.current else { return true }
    earlyResult = .failure(.givenUp)
    return false
  }

  /// Processes a line of the header.
  ///
  /// - Returns: whether to continue.
  private func receive(headerLine line: [UInt8]) -> Bool {
    headerBytes += line.count
    guard headerBytes <= Self.maximumHeaderBytes else {
      // Not `.answerTooLarge`: a caller may take a body that is too large for an answer of 2xx.
      earlyResult = tooLarge(
        .invalidHTTP, "a header of more than \(Self.maximumHeaderBytes.grouped)", limit: Self.maximumHeaderBytes)
      return false
    }
    let text = String(decoding: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    if text.isEmpty {
      // After an interim answer, such as 100 Continue, another answer begins.
      guard !(100..<200).contains(answer.status) else {
        isStatusLine = true
        return true
      }
      hasWholeHeader = true
      guard isSuccess || (400..<600).contains(answer.status) && request.maximumErrorBytes > 0 else {
        earlyResult = .success(answer)
        return false
      }
      guard let announced = answer[field: "Content-Length"].flatMap({ Int($0) }), announced > maximumBytes else {
        return true
      }
      return stopAtLimit(announced.grouped)
    }
    // Lines in the form of a header after a chunked body do not belong to the answer.
    guard !hasWholeHeader else { return true }
    if isStatusLine {
      isStatusLine = false
      answer = HTTPAnswer(status: text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...]
      answer.fields.append((name: String(text[..<colon]), value: value.trimmingSpaces))
    }
    return true
  }

  private var isSuccess: Bool { (200..<300).contains(answer.status) }

  private var maximumBytes: Int { isSuccess ? request.maximumBytes : request.maximumErrorBytes }

  /// Ends the transfer because the body is too large. For an error status, the status is sufficient without the body.
  private func stopAtLimit(_ size: String) -> Bool {
    if !isSuccess { answer.body = [] }
    earlyResult = isSuccess ? tooLarge(.answerTooLarge, size, limit: maximumBytes) : .success(answer)
    return false
  }

  private func tooLarge(_ code: RemoteFault.Code, _ size: String, limit: Int) -> Result<HTTPAnswer, RemoteFault> {
    .failure(
      RemoteFault(
        code, "\(endpoint.host) answered with \(size) bytes; the limit is \(limit.grouped)",
        hint: "no answer of Apple's is that large; look at who answered"))
  }

  /// Processes a part of the body.
  ///
  /// - Returns: whether to continue.
  private func receive(bodyPart bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= maximumBytes - answer.body.count else {
      return stopAtLimit("more than \(maximumBytes.grouped)")
    }
    answer.body.append(contentsOf: bytes)
    return true
  }
}

extension Substring {
  /// The text without the spaces and tabs around it.
  var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(start[...$0]) } ?? ""
  }
}
