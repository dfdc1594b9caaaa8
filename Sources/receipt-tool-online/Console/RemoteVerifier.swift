import ReceiptCommands
import ReceiptKit
import ReceiptLedger
import ReceiptRemote

/// Sends requests to verifyReceipt for a ledger. It sends one request per call, because the ledger itself repeats them.
struct RemoteVerifier: AppleVerifier {
  private let clients: [LedgerEnvironment: VerifyReceiptClient]
  private let transport: HTTPTransport
  private let secret: SharedSecret?
  /// The time for one call, in milliseconds.
  let timeout: Int64

  init(production: Endpoint, sandbox: Endpoint, secret: SharedSecret?, connectTimeout: Duration, timeout: Duration) {
    self.secret = secret
    let transport = HTTPTransport(
      connectTimeout: connectTimeout, userAgent: "receipt-tool/" + ToolFacts.version)
    self.transport = transport
    func client(_ server: RemoteServer, _ endpoint: Endpoint) -> VerifyReceiptClient {
      VerifyReceiptClient(
        servers: RemoteServers(only: server, endpoint),
        limits: RemoteLimits(timeout: timeout, deadline: timeout), retries: RetryPolicy(tries: 1),
        transport: transport)
    }
    clients = [.production: client(.production, production), .sandbox: client(.sandbox, sandbox)]
    self.timeout = timeout.wholeMilliseconds
  }

  func ask(_ receipt: [UInt8], at environment: LedgerEnvironment) async -> AppleReply {
    guard let client = clients[environment] else {
      return .unreachable(reason: "there is no \(environment.rawValue)")
    }
    let request = VerifyReceiptRequest(receiptData: Base64.encode(receipt), password: secret?.revealed)
    do throws(VerifyReceiptFailure) {
      return .answer(try await client.verify(request).response)
    } catch {
      let fault = error.fault
      guard fault.code == .serverBusy else { return .unreachable(reason: fault.message.description) }
      return .later(
        reason: fault.message.description,
        retryAfter: fault.retryAfter?.wholeMilliseconds)
    }
  }

  /// Closes connections.
  func end() { transport.end() }
}

extension Duration {
  /// The duration in milliseconds, rounded down.
  var wholeMilliseconds: Int64 { components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000 }
}
