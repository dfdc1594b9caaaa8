import Decompression
import ReceiptKit

/// A ZIP archive with a receipt, because people send folders and files in archives.
///
/// A place where apps keep their receipt comes first. Otherwise the content of every file is examined, and exactly one
/// of them must be a receipt: a choice between two is not safe, unless they are copies.
extension ZipArchive {
  /// An archive with more files is not examined: it contains a whole app or a backup.
  private static let maximumFiles = 100

  /// - Throws: `.unreadable` for a damaged archive.
  init(input bytes: [UInt8]) throws(ReceiptError) {
    do throws(DecompressionError) { self = try ZipArchive(bytes) } catch { throw Self.damaged(error) }
  }

  /// Returns the file that is a receipt, or the only file, whatever its content.
  ///
  /// - Parameters:
  ///   - path: the path of the archive, for a hint; `nil` for standard input.
  ///   - limit: the maximum total size of the examined files in octets.
  /// - Throws: `.otherFormat` for no receipt or several, `.unreadable` for a damaged archive, `.inputTooLarge`.
  func receipt(_ path: String?, upTo limit: Int) throws(ReceiptError) -> [UInt8] {
    let files = entries.filter(Self.isFile)
    let known = files.filter { file in InputFile.placesInDirectories.contains { ("/" + file.name).hasSuffix("/" + $0) }
    }
    let candidates = known.isEmpty ? files : known
    guard candidates.count <= Self.maximumFiles else { throw Self.unclear("\(files.count.grouped) files", files, path) }
    var found: [(file: Entry, content: [UInt8])] = []
    var room = limit
    for file in candidates {
      let content: [UInt8]
      do throws(DecompressionError) { content = try read(file, upTo: room) } catch { throw Self.damaged(error) }
      guard content.count <= room else { throw InputFile.tooLarge("more than \(limit.grouped)", limit) }
      room -= content.count
      if candidates.count == 1 { return content }
      guard (try? InputRecognizer(maximumBytes: limit).recognize(content)) != nil else { continue }
      if !found.contains(where: { $0.content == content }) { found.append((file, content)) }
    }
    if found.isEmpty { throw Self.unclear("no receipt", files, path) }
    guard found.count == 1 else { throw Self.unclear("\(found.count) receipts", found.map(\.file), path) }
    return found[0].content
  }

  /// Whether the entry is neither a folder nor one of the files that macOS adds.
  private static func isFile(_ entry: Entry) -> Bool {
    guard entry.size > 0, !entry.name.hasSuffix("/"), !entry.name.hasPrefix("__MACOSX/") else { return false }
    return entry.name.split(separator: "/").last?.hasPrefix(".") == false
  }

  private static func unclear(_ what: String, _ files: [Entry], _ path: String?) -> ReceiptError {
    let names = files.map { $0.name.displayed(limit: 60) }.summarized()
    let archive = path.map { InputFile.quoted($0) } ?? "FILE"
    return ReceiptError(
      .otherFormat, "a ZIP archive with \(what) in it" + (files.isEmpty ? "" : ": \(names)"),
      hint: "unpack the one that is meant, and give that: unzip -p \(archive) NAME")
  }

  private static func damaged(_ error: DecompressionError) -> ReceiptError {
    ReceiptError(
      .unreadable, "the ZIP archive \(error.message)",
      hint: error.hint ?? "unpack it, and give the receipt in it; or pack it again")
  }
}
