/// The statement that inserts one row into a table. There is one for each table.
struct InsertStatement {
  let table: String
  let columns: [String]
  /// The column with the row number that the database assigns; `nil` for a table without row numbers.
  let key: String?
  /// The `ON CONFLICT` clause, for a row whose first column already exists. If it is empty, such a row is an error.
  let onConflict: String
  /// The SQL for one row without its number.
  let text: String

  init(_ table: String, key: String? = nil, _ columns: String..., onConflict: String = "") {
    self.init(table, key: key, columns: columns, onConflict: onConflict)
  }

  init(_ table: String, key: String? = nil, columns: [String], onConflict: String = "") {
    self.table = table
    self.columns = columns
    self.key = key
    self.onConflict = onConflict
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let end = onConflict.isEmpty ? "" : " " + onConflict
    text = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))\(end)"
  }
}
