import ArgumentParser

/// The inputs and trust anchors of a command, on the command line.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files or app bundles with receipts; - or nothing reads standard input.", valueName: "input"),
    completion: .file())
  var inputs: [String] = []

  @OptionGroup var reading: ReadingOptions

  /// The values of these options, without ArgumentParser.
  var settings: InputSettings { reading.settings(sources: inputs.isEmpty ? ["-"] : inputs) }
}

/// The settings for reading and judging inputs, whatever the names of the inputs.
struct ReadingOptions: ParsableArguments {
  @Option(
    trustAnchors:
      """
      Also trust the certificates in this file (PEM or DER): the one that Xcode exports, or a test authority's. What \
      they vouch for is test-signed, never authentic.
      """)
  var trustAnchors: [String] = []

  @Option(maximumSize: "The largest input to read, in bytes or as 64K, 16M, 1G. (default: 16M)")
  var maxSize = 16 << 20

  /// The values of these options, without ArgumentParser.
  func settings(sources: [String]) -> InputSettings {
    InputSettings(sources: sources, trustAnchors: trustAnchors, maximumBytes: maxSize)
  }
}
