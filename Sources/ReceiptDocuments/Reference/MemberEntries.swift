extension ReferenceEntry {
  /// The entries for the members of documents, one for each meaning of a name, by name. The schemas are the only place
  /// that says what a member means.
  package static let documentMembers = documentMembers(of: DocumentSchemas.all)

  /// - Parameter schemas: the schemas by the names of their documents.
  package static func documentMembers(of schemas: [JSONValue.Member]) -> [ReferenceEntry] {
    var members = DocumentMembers()
    for schema in schemas {
      members.add(SchemaPart(value: schema.value, document: schema.name, schemas: schemas))
    }
    return members.entries
  }
}

/// Collects the members of documents.
private struct DocumentMembers {
  /// One meaning of a name.
  private struct Meaning {
    let name: String
    let text: String
    var types: [String] = []
    var documents: [String] = []
  }

  private var meanings: [Meaning] = []
  /// The indexes of the meanings of each name.
  private var places: [String: [Int]] = [:]
  /// The addresses (`$ref`) that were followed in the document at hand, each once.
  private var followed: Set<String> = []

  mutating func add(_ schema: SchemaPart) {
    followed = []
    add(schema, of: schema.document)
  }

  private mutating func add(_ part: SchemaPart, of document: String) {
    if let target = part.target, followed.insert(target.address).inserted { add(target.part, of: document) }
    for (name, member) in part.members {
      note(name, member, of: document)
      add(member, of: document)
    }
    for other in part.alternatives + part.contents { add(other, of: document) }
  }

  private mutating func note(_ name: String, _ member: SchemaPart, of document: String) {
    let text = member.description ?? "Its schema says no more of it."
    var place = meanings.count
    if let known = places[name]?.first(where: { meanings[$0].text == text }) {
      place = known
    } else {
      meanings.append(Meaning(name: name, text: text))
      places[name, default: []].append(place)
    }
    if !meanings[place].documents.contains(document) { meanings[place].documents.append(document) }
    for type in member.types where !meanings[place].types.contains(type) { meanings[place].types.append(type) }
  }

  var entries: [ReferenceEntry] {
    places.keys.sorted().flatMap { name in
      places[name, default: []].map { place in
        let meaning = meanings[place]
        return ReferenceEntry(
          .member, name, meaning.text, value: meaning.types.joined(separator: ", "),
          source: "Schemas: " + meaning.documents.joined(separator: ", "))
      }
    }
  }
}
