import ArgumentParser

/// `--quiet` of a stream.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "With --stream: say nothing on standard error.")
  var quiet = false

  func check(_ streaming: StreamOptions) throws {
    guard !quiet || streaming.isStream else { throw UsageError("--quiet", needs: "--stream") }
  }
}
