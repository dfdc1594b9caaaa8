import CCurl
import ReceiptKit
import SystemLibrary

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
    // The empty field keeps libcurl from sending `Expect: 100-continue` with large bodies.
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
      // Given a null pointer in place of an empty body, libcurl would ask a callback for the body.
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
      // Without a wanted body, the status is the whole answer.
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

extension Duration {
  /// Whole milliseconds, at least one: for libcurl, zero means no limit.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (milliseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000)
    // A day exceeds every limit that commands allow.
    guard !isTooLong, milliseconds < 86_400_000 else { return 86_400_000 }
    return max(1, Int(milliseconds) + Int(attoseconds / 1_000_000_000_000_000))
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
