import ArgumentParser

/// `--json` of commands whose output is always JSON, so that users may give it to every command.
package struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Accepted everywhere; the output is already JSON.")
  package var isGiven = false

  package init() {}
}
