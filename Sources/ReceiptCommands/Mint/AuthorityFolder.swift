import ReceiptKit
import ReceiptMint
import SystemLibrary

/// A test authority in a folder, as `mint init` creates it: keys and public certificates.
package struct AuthorityFolder {
  let path: String

  /// The folder at a path; nothing is read.
  package init(_ path: String) { self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path }

  /// The path of the root certificate, for `--trust-anchor`.
  var rootCertificate: String { certificatePath(.root) }

  private func keyPath(_ name: AuthorityKey) -> String { "\(path)/\(name.rawValue.lowercased()).key" }
  private func certificatePath(_ name: AuthorityKey) -> String { "\(path)/\(name.rawValue.lowercased()).pem" }
  private var noticePath: String { "\(path)/README.txt" }
  private func serverKeyPath(_ identifier: String) -> String { "\(path)/SubscriptionKey_\(identifier).p8" }
  private var serverIdentifiersPath: String { "\(path)/app-store-server.json" }

  /// Creates the folder and its files.
  ///
  /// - Returns: the path of the key for the App Store Server API.
  /// - Throws: ``CommandFailure``, `MintError`.
  func create(_ authority: TestAuthority) throws -> String {
    var files: [(path: String, bytes: [UInt8], mode: mode_t)] = []
    for name in AuthorityKey.allCases {
      files.append((keyPath(name), Array(try authority.privateKey(name).utf8), 0o600))
    }
    for (name, certificates) in try Self.certificates(authority) {
      files.append((certificatePath(name), Array(certificates.utf8), 0o644))
    }
    let serverAPI = try authority.serverAPIKey()
    files.append((serverKeyPath(serverAPI.keyIdentifier), Array(serverAPI.privateKeyPEM.utf8), 0o600))
    files.append((serverIdentifiersPath, Self.identifiersJSON(of: serverAPI), 0o644))
    files.append((noticePath, Array(Self.noticeText.utf8), 0o644))
    let isNew = try OutputFile.createFolder(path)
    if let taken = files.first(where: { OutputFile.exists($0.path) }) {
      throw CommandFailure(
        "\(taken.path) already exists", hint: "nothing is ever overwritten: choose another folder",
        status: .outputFailed)
    }
    try OutputFile.create(files, in: path, isNew: isNew)
    return serverKeyPath(serverAPI.keyIdentifier)
  }

  /// The identifiers that App Store Connect shows for a key.
  private static func identifiersJSON(of key: ServerAPIKey) -> [UInt8] {
    var writer = JSONWriter(layout: .pretty)
    writer.object { writer in
      writer.member("issuer_id", key.issuerIdentifier)
      writer.member("key_id", key.keyIdentifier)
    }
    writer.endLine()
    return writer.bytes
  }

  /// The key for the App Store Server API in this folder.
  ///
  /// - Throws: ``UnusableOption`` for a folder without one, and for a key that others can read.
  package func serverAPIKey(_ console: Console) throws -> ServerAPIKey {
    guard OutputFile.exists(serverIdentifiersPath) else {
      throw refusal(
        serverIdentifiersPath,
        ReceiptError(
          .unreadable, "there is no such file: the authority was made before it had a key for the App Store Server API",
          hint: "make another authority, and mint the scenario under it: receipt-tool mint init FOLDER"))
    }
    let identifiers = try? JSONReader().read(Self.contents(of: serverIdentifiersPath, console))
    // Apple's identifiers of keys are ten digits and capital letters; this one becomes a part of a path.
    guard let issuer = identifiers?["issuer_id"]?.stringValue, let identifier = identifiers?["key_id"]?.stringValue,
      identifier.utf8.count == 10,
      identifier.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) })
    else {
      throw refusal(
        serverIdentifiersPath,
        ReceiptError(
          .invalidEncoding, "it does not have issuer_id and key_id, as mint init writes them",
          hint: "make another authority: receipt-tool mint init FOLDER"))
    }
    return ServerAPIKey(
      keyIdentifier: identifier, issuerIdentifier: issuer,
      privateKeyPEM: try readKey(serverKeyPath(identifier), console))
  }

  /// The authority with the keys in this folder.
  ///
  /// - Throws: ``UnusableOption`` for a folder without an authority, for keys that others can read and for certificates
  ///   that do not belong to the keys.
  package func read(_ console: Console) throws -> TestAuthority {
    var keys: [AuthorityKey: String] = [:]
    for name in AuthorityKey.allCases { keys[name] = try readKey(keyPath(name), console) }
    do throws(MintError) {
      // All other keys are derived from the root's key, so that a folder always produces the same certificates.
      let seed = try Digest.sha256.hash(Array((keys[.root] ?? "").utf8)).map { String($0) }.joined(separator: ".")
      let authority = try TestAuthority(seed: seed, privateKeys: keys)
      for (name, expected) in try Self.certificates(authority) {
        guard Self.contents(of: certificatePath(name), console) == Array(expected.utf8) else {
          throw MintError.unusableKey("\(certificatePath(name)) is not the certificate of the key beside it")
        }
      }
      return authority
    } catch {
      let message: String = if case .unusableKey(let reason) = error { reason } else { "\(error)" }
      throw refusal(
        path,
        ReceiptError(
          .invalidCertificate, Message(english: message), hint: "make another: receipt-tool mint init FOLDER"))
    }
  }

  /// The certificates that `mint init` writes, as PEM: those of Apple's present era, and the roots of receipts and of
  /// signed data.
  private static func certificates(_ authority: TestAuthority) throws(MintError) -> [(AuthorityKey, String)] {
    let chain = try authority.chain()
    return [
      (.root, chain.root.pem + (try authority.signedDataRoot()).pem), (.intermediate, chain.intermediate.pem),
      (.signer, chain.signer.pem), (.storeKit, try authority.xcodeCertificate().pem),
    ]
  }

  /// The octets of a file; empty if it cannot be read.
  private static func contents(of file: String, _ console: Console) -> [UInt8] {
    (try? console.read(file, maximumBytes: 1 << 16, searchesDirectories: false)) ?? []
  }

  private func readKey(_ file: String, _ console: Console) throws -> String {
    do throws(ReceiptError) {
      guard OutputFile.exists(file) else {
        throw ReceiptError(.unreadable, "there is no such file", hint: "receipt-tool mint init FOLDER makes one")
      }
      return String(decoding: try console.readPrivate(file, maximumBytes: 1 << 16), as: UTF8.self)
    } catch {
      throw refusal(file, error)
    }
  }

  private func refusal(_ file: String, _ error: ReceiptError) -> UnusableOption {
    UnusableOption(option: "--ca", source: file, error: error)
  }

  private static let noticeText = """
    A TEST authority for App Store receipts, made by `receipt-tool mint init`. It is not Apple's, and nothing that it \
    signs is.

    root.pem      what --trust-anchor takes, for all but what Xcode makes: the roots of receipts and of signed data
    storekit.pem  the same for receipts in the shape of StoreKit testing in Xcode
    *.pem         certificates; everybody may have them
    *.key         private keys; anyone who has them can sign in the name of this authority

    SubscriptionKey_*.p8   the key with which a client asks `serve --scenario`, as Apple's In-App Purchase keys
    app-store-server.json  its key id, and the issuer id that belongs to it

    """
}
