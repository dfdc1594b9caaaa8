extension [String] {
  /// The first few of a list, and how many more there are.
  package func summarized(_ limit: Int = 3, separator: String = "; ") -> String {
    let shown = prefix(limit).joined(separator: separator)
    return count > limit ? "\(shown)\(separator)and \(count - limit) more" : shown
  }
}
