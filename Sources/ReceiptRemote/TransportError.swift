import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ReceiptKit

import SystemLibrary

/// Converts errors of AsyncHTTPClient and NIO to a fault that names the event and the host.
struct TransportError {
  private let error: any Error
  private let host: String
  private let timeout: Duration

  init(_ error: any Error, _ endpoint: Endpoint, timeout: Duration) {
    (self.error, host, self.timeout) = (error, endpoint.host, timeout)
  }

  /// The fault of a request without an answer.
  var fault: RemoteFault {
    switch error {
    case is CancellationError: .givenUp
    case let error as HTTPClientError: fault(of: error)
    case let error as NIOConnectionError: fault(of: error)
    case let error as NIOSSLError: fault(of: error)
    case let error as NIOSSLExtraError: fault(of: error)
    case let error as HTTPParserError: fault(of: error)
    case let error as IOError: fault(ofNumber: error.errnoCode)
    case ChannelError.connectTimeout: connectTimeout
    case is ChannelError: closed
    // Never the error's own text: it might contain the request, with its secret.
    default: RemoteFault(.unreachable, "\(host) could not be asked (\(type(of: error)))")
    }
  }

  /// The fault of a partial answer.
  func fault(afterBytes count: Int) -> RemoteFault {
    var fault = fault
    if fault.code == .connectionClosed { fault.message += " after \(count.grouped) bytes of the body" }
    return fault
  }

  private func fault(of error: HTTPClientError) -> RemoteFault {
    switch error {
    case .cancelled: .givenUp
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: connectTimeout
    case .deadlineExceeded, .readTimeout, .writeTimeout:
      RemoteFault(
        .answerTimeout, "\(host) did not begin to answer within \(timeout.text)",
        hint: "try again; --timeout gives it longer")
    case .remoteConnectionClosed, .uncleanShutdown: closed
    default: noHTTP
    }
  }

  private func fault(of error: NIOConnectionError) -> RemoteFault {
    guard let single = error.connectionErrors.first?.error else {
      return RemoteFault(
        .hostNotFound, "the name \(host) has no address, or nobody could be asked for it",
        hint: "look at the name, the network and its name servers")
    }
    if let single = single as? IOError { return fault(ofNumber: single.errnoCode) }
    return connectTimeout
  }

  private func fault(of error: NIOSSLError) -> RemoteFault {
    switch error {
    case .handshakeFailed(let reason):
      // Swift sees no number of BoringSSL's errors, only text with names in capitals.
      if String(describing: reason).contains("CERTIFICATE_VERIFY_FAILED") {
        return certificate("none that this machine trusts")
      }
      return tls(
        String(describing: reason).contains("WRONG_VERSION_NUMBER") ? "it does not speak TLS" : "they could not agree")
    case .unableToValidateCertificate, .noCertificateToValidate: return certificate("none that this machine trusts")
    case .uncleanShutdown, .readInInvalidTLSState, .writeDuringTLSShutdown: return closed
    case .noSuchFilesystemObject, .failedToLoadCertificate:
      return RemoteFault(
        .tls, "this machine's authorities cannot be read, so that no certificate can be verified",
        hint: "install the package ca-certificates")
    default: return tls("the TLS library gave up")
    }
  }

  private func fault(of error: NIOSSLExtraError) -> RemoteFault {
    error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch
      ? certificate("one for another name") : tls("the TLS library gave up")
  }

  private func fault(of error: HTTPParserError) -> RemoteFault {
    error == .invalidEOFState ? closed : noHTTP
  }

  private func fault(ofNumber number: Int32) -> RemoteFault {
    switch number {
    case ECONNREFUSED:
      RemoteFault(
        .connectionRefused, "\(host) refused the connection: nothing listens there", hint: "look at host and port")
    case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: closed
    case ETIMEDOUT: connectTimeout
    default: RemoteFault(.unreachable, "\(host) cannot be reached: \(Self.words(number))", hint: "look at the network")
    }
  }

  private var connectTimeout: RemoteFault {
    RemoteFault(
      .connectTimeout, "\(host) did not take the connection in time",
      hint: "look at the network, or give it longer with --connect-timeout")
  }

  private var noHTTP: RemoteFault {
    RemoteFault(
      .invalidHTTP, "\(host) gave an answer that is no HTTP", hint: "look at the port: another service listens there")
  }

  private var closed: RemoteFault {
    RemoteFault(.connectionClosed, "\(host) closed the connection before the end of its answer", hint: "try again")
  }

  private func certificate(_ what: String) -> RemoteFault {
    RemoteFault(
      .certificate, "the certificate of \(host) does not match: it is \(what); nothing was sent",
      hint:
        "somebody stands in between, a proxy that inspects TLS for one, or the machine's clock or authorities are wrong"
    )
  }

  private func tls(_ reason: String) -> RemoteFault {
    RemoteFault(.tls, "no encrypted connection to \(host): \(reason); nothing was sent", hint: "look at host and port")
  }

  private static func words(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
