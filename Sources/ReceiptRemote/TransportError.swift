import CCurl
import ReceiptKit
import SystemLibrary

/// Converts a result of libcurl to a fault that names the event and the host.
struct TransportError {
  private let code: CURLcode
  /// libcurl's own text. It is never printed, because it might contain a part of the answer.
  private let reason: String
  private let host: String
  private let timeout: Duration
  /// Whether the connection and its encryption were set up, so that the request could be sent.
  private let isConnected: Bool
  private let systemError: Int32
  private let verification: Int

  init(
    _ code: CURLcode, _ handle: UnsafeMutableRawPointer, _ reason: String, _ endpoint: Endpoint, timeout: Duration
  ) {
    self.code = code
    self.reason = reason
    host = endpoint.host
    self.timeout = timeout
    isConnected = ccurl_get_time(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
    systemError = Int32(truncatingIfNeeded: ccurl_get_number(handle, CURLINFO_OS_ERRNO))
    verification = ccurl_get_number(handle, CURLINFO_SSL_VERIFYRESULT)
  }

  /// The fault; `nil` if the answer is whole.
  ///
  /// - Parameters:
  ///   - hasWholeHeader: whether the whole header arrived.
  ///   - bodyBytes: the number of body bytes that arrived.
  func fault(hasWholeHeader: Bool, bodyBytes: Int) -> RemoteFault? {
    switch code {
    // If the header is incomplete, libcurl treats the end of the connection as the end of the answer.
    case CURLE_OK: hasWholeHeader ? nil : closed(hasWholeHeader: hasWholeHeader, bodyBytes: bodyBytes)
    case CURLE_ABORTED_BY_CALLBACK: .givenUp
    case CURLE_COULDNT_RESOLVE_HOST:
      RemoteFault(
        .hostNotFound, "the name \(host) has no address, or no name server could be asked",
        hint: "look at the name, the network and its name servers")
    case CURLE_COULDNT_CONNECT: fault(ofNumber: systemError)
    case CURLE_OPERATION_TIMEDOUT: timedOut(hasWholeHeader: hasWholeHeader, bodyBytes: bodyBytes)
    case CURLE_PEER_FAILED_VERIFICATION:
      // OpenSSL's result concerns the chain. libcurl checks the name itself before it asks for that result. Until then
      // the result is 1, which OpenSSL also returns for a missing chain.
      certificate(verification <= 1 ? "one for another name" : "none that this machine trusts")
    case CURLE_SSL_CACERT_BADFILE:
      RemoteFault(
        .tls, "this machine's authorities cannot be read, so that no certificate can be verified",
        hint: "install the package ca-certificates")
    case CURLE_SSL_CONNECT_ERROR:
      // If the connection ends, the system's error says so; OpenSSL's error appears only in libcurl's text.
      [ECONNRESET, EPIPE].contains(systemError) || reason.contains("SSL_ERROR_SYSCALL")
        || reason.contains("unexpected eof")
        ? closed(hasWholeHeader: hasWholeHeader, bodyBytes: bodyBytes)
        : tls(reason.contains("wrong version number") ? "it does not speak TLS" : "they could not agree")
    case CURLE_RECV_ERROR where reason.contains("chunked-encoding"), CURLE_WEIRD_SERVER_REPLY,
      CURLE_UNSUPPORTED_PROTOCOL:
      noHTTP
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      closed(hasWholeHeader: hasWholeHeader, bodyBytes: bodyBytes)
    default: RemoteFault(.unreachable, "\(host) could not be asked (\(String(cString: curl_easy_strerror(code))))")
    }
  }

  private func timedOut(hasWholeHeader: Bool, bodyBytes: Int) -> RemoteFault {
    guard isConnected else { return connectTimeout }
    guard hasWholeHeader else {
      return RemoteFault(
        .answerTimeout, "\(host) did not begin to answer within \(timeout.text)",
        hint: "try again; --timeout gives it longer")
    }
    return RemoteFault(
      .answerUnfinished,
      "\(host) began to answer and did not end within \(timeout.text): \(bodyBytes.grouped) bytes came",
      hint: "try again; --timeout gives it longer")
  }

  private func fault(ofNumber number: Int32) -> RemoteFault {
    switch number {
    case ECONNREFUSED:
      RemoteFault(
        .connectionRefused, "\(host) refused the connection: nothing listens there", hint: "look at host and port")
    case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: closed(hasWholeHeader: false, bodyBytes: 0)
    case ETIMEDOUT: connectTimeout
    default: RemoteFault(.unreachable, "\(host) cannot be reached: \(errorText(number))", hint: "look at the network")
    }
  }

  private var connectTimeout: RemoteFault {
    RemoteFault(
      .connectTimeout, "\(host) did not take the connection in time",
      hint: "look at the network, or give it longer with --connect-timeout")
  }

  private var noHTTP: RemoteFault {
    RemoteFault(
      .invalidHTTP, "\(host) gave an answer that is not HTTP", hint: "look at the port: another service listens there")
  }

  private func closed(hasWholeHeader: Bool, bodyBytes: Int) -> RemoteFault {
    RemoteFault(
      .connectionClosed,
      hasWholeHeader
        ? "\(host) closed the connection before the end of its answer after \(grouped: bodyBytes) bytes of the body"
        : "\(host) closed the connection before the end of its answer",
      hint: "try again")
  }

  private func certificate(_ what: Message) -> RemoteFault {
    RemoteFault(
      .certificate, "the certificate of \(host) does not match: it is \(what); nothing was sent",
      hint:
        "somebody stands in between, a proxy that inspects TLS for one, or the machine's clock or authorities are wrong"
    )
  }

  private func tls(_ reason: Message) -> RemoteFault {
    RemoteFault(.tls, "no encrypted connection to \(host): \(reason); nothing was sent", hint: "look at host and port")
  }
}
