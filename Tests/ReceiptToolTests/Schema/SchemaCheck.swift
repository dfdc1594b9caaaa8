import Foundation
import Testing

/// Python's `jsonschema` over documents: a judge that shares no code with the writer.
enum SchemaCheck {
  static let folder = Package.root.appendingPathComponent("Schemas")

  /// Where CI runs, a check that cannot run is a failure and not a skip.
  static let canRun = ProcessInfo.processInfo.environment["CI"] != nil || isImportable
  static let isImportable = (try? Python.run(["-c", "import jsonschema"]))?.status == 0
  static let missing: Comment = "python3 cannot import jsonschema: Scripts/setup tests installs it"

  /// Reads one document a line and answers with one line each: nothing where it is valid, the first complaint
  /// otherwise.
  private static let script = """
    import glob, json, os, sys
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    files = glob.glob(os.path.join(os.path.dirname(sys.argv[1]), "*.json"))
    registry = Registry().with_resources((s["$id"], Resource.from_contents(s)) for s in map(json.load, map(open, files)))
    validator = Draft202012Validator(schema, registry=registry)
    def leaves(error):
        # Of alternatives, the one with the fewest complaints is the one that was meant.
        ways = {}
        for inner in error.context: ways.setdefault(inner.schema_path[0], []).extend(leaves(inner))
        return min(ways.values(), key=len) if ways else [error]
    for line in sys.stdin.buffer:
        errors = [l for e in validator.iter_errors(json.loads(line)) for l in leaves(e)]
        errors.sort(key=lambda e: -len(e.absolute_path))
        print(f"{list(errors[0].absolute_path)}: {errors[0].message}".replace("\\n", " ")[:300] if errors else "")
    """

  /// One complaint a document, empty where it is valid.
  private static func complaints(_ documents: [String], _ schema: String) throws -> [String] {
    #expect(documents.allSatisfy { !$0.contains("\n") && !$0.isEmpty })
    let schema = folder.appendingPathComponent("\(schema).schema.json")
    let outcome = try Python.run(
      ["-c", script, schema.path], input: Array((documents.joined(separator: "\n") + "\n").utf8))
    try #require(outcome.status == 0, "\(outcome.stderr)")
    let lines = outcome.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    try #require(lines.count == documents.count)
    return lines
  }

  /// Expects every document to be valid, and at least one.
  static func expectValid(
    _ documents: [String], _ schema: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(!documents.isEmpty, sourceLocation: sourceLocation)
    for (complaint, document) in zip(try complaints(documents, schema), documents) where !complaint.isEmpty {
      Issue.record("\(document.prefix(300)): \(complaint)", sourceLocation: sourceLocation)
    }
  }

  /// Expects every document to be invalid.
  static func expectWrong(
    _ documents: [String], _ schema: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (complaint, document) in zip(try complaints(documents, schema), documents) where complaint.isEmpty {
      Issue.record("taken for valid: \(document)", sourceLocation: sourceLocation)
    }
  }

  /// Expects a document to be valid, and to be invalid after each of the changes of its text.
  static func expectRefused(
    _ sound: String, _ schema: String, _ changes: [(found: String, replacement: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let changed = try changes.map { change in
      let text = sound.replacing(change.found, with: change.replacement)
      try #require(text != sound, "\(change.found)", sourceLocation: sourceLocation)
      return text
    }
    try expectValid([sound], schema, sourceLocation: sourceLocation)
    for (complaint, change) in zip(try complaints(changed, schema), changes) where complaint.isEmpty {
      Issue.record("taken for valid: \(change)", sourceLocation: sourceLocation)
    }
  }

  /// The JSON of a schema.
  static func read(_ schema: String) throws -> [String: Any] {
    let data = try Data(contentsOf: folder.appendingPathComponent("\(schema).schema.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// A document on one line, as the check reads it.
  static func oneLine(_ text: String) throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try JSONSerialization.data(withJSONObject: value, options: options), as: UTF8.self)
  }
}
