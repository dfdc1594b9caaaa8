import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptMint
import ReceiptServer

/// The stand-in for the App Store Server API.
struct ScenarioOptions: ParsableArguments {
  @Option(
    name: .customLong("scenario"),
    help: ArgumentHelp(
      "Stand in for the App Store Server API with the files in this folder, as mint --scenario writes them. Repeat for more customers.",
      valueName: "folder"),
    completion: .directory)
  var folders: [String] = []

  @Option(
    help: ArgumentHelp(
      "Sign with the authority in this folder, and take its key from clients (mint init).", valueName: "folder"),
    completion: .directory)
  var ca: String?

  func validate() throws {
    guard folders.isEmpty == (ca == nil) else {
      throw ValidationError("--scenario and --ca go together: what is served is signed with the authority of --ca")
    }
  }

  /// The settings of the stand-in; `nil` if none is asked for.
  ///
  /// - Parameter decoder: trusts Apple's roots and those of `--trust-anchor`.
  func settings(_ decoder: InputDecoder) throws -> StandInSettings? {
    guard let ca else { return nil }
    let folder = AuthorityFolder(ca)
    let authority = try folder.read()
    let key = try folder.serverAPIKey()
    var decoder = decoder
    decoder.authenticator.anchors += try TrustAnchor.read(
      Array((try authority.root().pem + authority.signedDataRoot().pem).utf8))
    var files: [[(path: String, bytes: [UInt8])]] = []
    for folder in folders { files.append(try Self.files(folder)) }
    do throws(ScenarioFault) {
      return StandInSettings(
        data: try ScenarioData(folders: files, decoder: decoder), authority: authority, key: key)
    } catch {
      throw UnusableOption(
        option: "--scenario", source: error.path ?? folders.joined(separator: ", "), error: error.error)
    }
  }

  /// The files of a folder but its certificates, in the order of their names.
  private static func files(_ folder: String) throws -> [(path: String, bytes: [UInt8])] {
    var files: [(path: String, bytes: [UInt8])] = []
    do throws(ReceiptError) {
      for path in try InputFile.files(inFolder: folder) where !path.hasSuffix(".pem") {
        files.append((path, try InputFile.read(path, maximumBytes: 16 << 20, searchesDirectories: false)))
      }
    } catch {
      throw UnusableOption(option: "--scenario", source: folder, error: error)
    }
    return files
  }
}
