/// The statement that inserts one row into a table whose rows the database numbers. Each table's is made once.
struct InsertStatement {
  let table: String
  /// Without the number of the row.
  let text: String
  /// With it as the first argument, and `OVERRIDING SYSTEM VALUE`, which PostgreSQL wants for a number that it did not give itself.
  let numberedText: String
  /// The column with the number.
  let key: String

  init(_ table: String, key: String = "id", _ columns: String...) {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let names = columns.joined(separator: ", ")
    (self.table, self.key) = (table, key)
    text = "INSERT INTO \(table) (\(names)) VALUES (\(places))"
    numberedText = "INSERT INTO \(table) (\(key), \(names)) OVERRIDING SYSTEM VALUE VALUES (?, \(places))"
  }
}
