import ReceiptKit
import ReceiptRedaction

/// What a server for assistants was started with.
struct AssistantSettings {
  let console: Console
  /// Reads inputs, and judges them by the trust anchors.
  let decoder: InputDecoder
  let folders: NamedFolders
  /// The maximum size of an input in octets.
  let maximumBytes: Int
  /// Whether results show what identifies people.
  let showsIdentifiers: Bool
  /// The key of the pseudonyms of this run.
  let key = RedactionKey.random()

  /// The maximum length of a line: two inputs as JSON strings, and what is around them.
  var maximumLine: Int { 2 * maximumBytes + (1 << 20) }
}
