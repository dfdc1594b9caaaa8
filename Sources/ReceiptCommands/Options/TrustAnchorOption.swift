import ArgumentParser

extension Option where Value == [String] {
  /// `--trust-anchor`: files with certificates that are trusted, too.
  package init(wrappedValue: [String], trustAnchors help: String) {
    self.init(
      wrappedValue: wrappedValue, name: .customLong("trust-anchor"), help: ArgumentHelp(help, valueName: "file"),
      completion: .file())
  }
}
