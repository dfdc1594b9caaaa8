import ReceiptMint
import SystemLibrary

/// The folder of a scenario: new, or empty.
struct ScenarioFolder {
  private let path: String

  init(_ path: String) { self.path = path.hasSuffix("/") && path.utf8.count > 1 ? String(path.dropLast()) : path }

  /// Writes the files. On failure, no file remains.
  ///
  /// - Returns: the paths of the files.
  func create(_ files: [ScenarioFile]) throws(OutputFile.Failure) -> [String] {
    let isNew = try OutputFile.createFolder(path)
    guard isNew || OutputFile.isEmptyFolder(path) else {
      throw OutputFile.Failure(
        message: "\(path) is not empty", hint: "the files of a scenario stay by themselves: choose another folder")
    }
    var made: [String] = []
    do throws(OutputFile.Failure) {
      for file in files {
        let target = path + "/" + file.name
        try OutputFile.create(target, Array(file.text.utf8))
        made.append(target)
      }
    } catch {
      for file in made { unlink(file) }
      if isNew { rmdir(path) }
      throw error
    }
    return made
  }
}
