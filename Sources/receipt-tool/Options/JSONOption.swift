import ArgumentParser

/// `--json` of commands whose output is JSON: whoever gives it everywhere gets what is meant.
struct JSONOption: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Nothing more: what is printed is JSON already.")
  var isGiven = false
}
