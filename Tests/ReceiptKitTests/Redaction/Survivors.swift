import Foundation
import ReceiptKit
import ReceiptMint

/// Searches an output for what must not be in it: in the text, in every layer of base64 below it, and in raw octets.
///
/// It shares no code with the redactor: identifiers are collected by the numbers and names that stand in the issue's
/// own list, and layers are found by Foundation.
struct Survivors {
  var needles: [(what: String, octets: [UInt8])] = []

  /// Four characters and more; shorter ones occur everywhere by chance.
  mutating func add(_ what: String, text: String?) {
    guard let text, text.utf8.count >= 4, text.contains(where: { $0 != "0" && $0 != "-" }) else { return }
    needles.append((what, Array(text.utf8)))
  }

  mutating func add(_ what: String, octets: [UInt8]) {
    guard octets.count >= 4 else { return }
    needles.append((what, octets))
    add(what + " in hexadecimal", text: hexadecimal(octets[...]))
    add(what + " in capital hexadecimal", text: hexadecimal(octets[...]).uppercased())
    add(what + " in base64", text: Data(octets).base64EncodedString())
  }

  /// A number as digits, and as the octets of a DER INTEGER.
  mutating func add(_ what: String, number: Int64?) {
    guard let number, number != 0 else { return }
    add(what, text: String(number))
    let der = Array(DEREncoder.integer(number).dropFirst(2))
    if der.count >= 4 { needles.append((what + " as an INTEGER", der)) }
  }

  /// Which of them occur.
  func found(in output: [UInt8]) -> [String] {
    let layers = Self.layers(output)
    return needles.filter { needle in
      layers.contains { Data($0).range(of: Data(needle.octets)) != nil }
    }.map(\.what)
  }

  /// The output, and everything that is base64 in it, as deep as it goes.
  static func layers(_ bytes: [UInt8], depth: Int = 0) -> [[UInt8]] {
    guard depth < 8 else { return [bytes] }
    var layers = [bytes]
    let isBase64: (UInt8) -> Bool = { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || "+/-_=".utf8.contains(byte)
    }
    // JSON may write a solidus as `\/`, which would cut a run in two.
    let text = String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\\/", with: "/")
    for run in text.utf8.split(whereSeparator: { !isBase64($0) }) where run.count >= 12 {
      var text = String(decoding: Array(run), as: UTF8.self)
        .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
      text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
      if let inner = Data(base64Encoded: text) { layers += Self.layers(Array(inner), depth: depth + 1) }
    }
    return layers
  }
}

extension Survivors {
  /// What identifies in a receipt; with `app` the app and its products too.
  init(receipt: Receipt, app: Bool) {
    let octets = { (attribute: ReceiptAttribute) in Array(receipt.payload[attribute.value]) }
    for attribute in receipt.attributes where [4, 5, 6, 7].contains(attribute.type) {
      add("attribute \(attribute.type)", octets: octets(attribute))
    }
    add("download_id", number: receipt.downloadID)
    for purchase in receipt.inApp {
      add("transaction_id", text: purchase.transactionID)
      add("original_transaction_id", text: purchase.originalTransactionID)
      add("web_order_line_item_id", number: purchase.webOrderLineItemID)
      guard app else { continue }
      add("product_id", text: purchase.productID)
      add("product_item_id", number: purchase.productItemID)
      add("promotional_offer_id", text: purchase.promotionalOfferID)
    }
    guard app else { return }
    add("bundle_id", text: receipt.bundleIdentifier)
    add("adam_id", number: receipt.appItemID)
    add("developer_id", number: receipt.developerID)
    add("version_external_identifier", number: receipt.versionExternalIdentifier)
  }

  init(transaction: TransactionReceipt, app: Bool) {
    var keys = [
      "transaction-id", "original-transaction-id", "web-order-line-item-id", "unique-identifier",
      "unique-vendor-identifier",
    ]
    if app { keys += ["bid", "product-id", "item-id", "app-item-id", "version-external-identifier"] }
    for key in keys { add(key, text: transaction.purchaseEntry(key)) }
    if let blob = transaction.signatureBlob { add("signature", octets: blob) }
  }

  init(json: Any, app: Bool) {
    var keys: Set<String> = [
      "transaction_id", "original_transaction_id", "web_order_line_item_id", "download_id", "password",
    ]
    if app {
      keys.formUnion([
        "bundle_id", "product_id", "adam_id", "app_item_id", "version_external_identifier", "auto_renew_product_id",
        "subscription_group_identifier",
      ])
    }
    collect(json, keys)
  }

  private mutating func collect(_ value: Any, _ keys: Set<String>, _ key: String = "") {
    switch value {
    case let object as [String: Any]: for (key, value) in object { collect(value, keys, key) }
    case let list as [Any]: for value in list { collect(value, keys, key) }
    case let text as String where keys.contains(key): add(key, text: text)
    case let number as NSNumber where keys.contains(key): add(key, number: number.int64Value)
    default: break
    }
  }

  /// Whatever a file holds, with the signature and the certificates around it.
  static func of(_ input: [UInt8], app: Bool) throws -> Survivors {
    if let json = try? JSONSerialization.jsonObject(with: Data(input)) { return Survivors(json: json, app: app) }
    let decoded = try InputDecoder().decode(input)
    var survivors: Survivors
    switch decoded.document {
    case .receipt(let receipt): survivors = Survivors(receipt: receipt, app: app)
    case .transactionReceipt(let receipt): survivors = Survivors(transaction: receipt, app: app)
    case .jws(let signature):
      let payload = try JSONSerialization.jsonObject(with: Data(signature.payload.compactBytes))
      survivors = Survivors(json: payload, app: app)
    }
    if case .signedData(let encoded) = decoded.input.content {
      let signed = try SignedData(encoded)
      for signer in signed.signers { survivors.add("signature", octets: signer.signature) }
      for certificate in signed.certificates { survivors.add("certificate", octets: certificate.der) }
    }
    return survivors
  }
}

extension JSONValue {
  var compactBytes: [UInt8] {
    var writer = JSONWriter(layout: .compact)
    writer.value(self)
    return writer.bytes
  }
}
