// Answers a receipt with what was bought: curl --data-binary @receipt.b64 http://127.0.0.1:8080/receipt
//
//     receipt-server APP [PORT [ANCHORS]]     ANCHORS is a file with the certificate of a test authority

import Foundation
import Hummingbird
import ReceiptKit

let arguments = CommandLine.arguments
var expectations = Expectations()
expectations.bundleIdentifiers = [arguments[1]]
expectations.environments = [.production]
var decoder = InputDecoder()
if arguments.count > 3 {
  let anchors = [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[3])))
  decoder.authenticator = Authenticator(anchors: try TrustAnchor.read(anchors))
  (expectations.environments, expectations.allowsTestSigned) = ([], true)
}

let router = Router()
router.post("receipt") { [decoder, expectations] request, _ in
  let body = try await request.body.collect(upTo: 4 << 20)
  let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
  guard let decoded = try? decoder.decode(Array(body.readableBytesView)) else { throw HTTPError(.unprocessableContent) }
  let verdict = Validator(expectations: expectations, now: now).validate(decoded).verdict
  guard verdict == .passed, case .receipt(let receipt) = decoded.document else { throw HTTPError(.forbidden) }
  return receipt.inApp.filter { $0.cancellationDate == nil }.compactMap(\.productID)
}
let port = arguments.count > 2 ? Int(arguments[2]) : nil
let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port ?? 8080)))
try await application.runService()
