import ArgumentParser

/// `--json` of commands whose output is always JSON, so that users may give it to every command.
struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Nothing more: what is printed is JSON already.")
  var isGiven = false
}
