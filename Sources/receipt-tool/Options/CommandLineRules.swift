import ArgumentParser

/// What ArgumentParser lets pass and a judgement must not: of an option that is given twice it takes the last, and for an empty
/// `--name=` it takes the next argument.
enum CommandLineRules {
  /// Options that can be given once.
  private static let single: Set<String> = [
    "--policy", "--app-version", "--min-app-version", "--original-version-below", "--max-age", "--device-guid",
    "--grace-period", "--at", "--require", "--max-size", "--format", "--color", "--is-active", "--response",
    "--fail-on", "--key-file", "--new-key", "--shift", "--coarsen",
    "--endpoint", "--sandbox-endpoint", "--shared-secret-file", "--connect-timeout", "--timeout", "--deadline",
    "--tries",
    "--listen", "--token-file", "--drop", "--delay", "--seed", "--field", "--id-field", "--jobs", "--summary",
    "--database", "--wait", "--order", "--account", "--application-username", "--ordered-at", "--max-order-age",
    "--batch", "--receipt-field", "--order-field", "--account-field", "--since", "--limit", "--state",
    "--older-than", "--rate", "--lease", "--backoff",
  ]

  /// What people try for the shared secret. Its value is not repeated.
  private static let secrets: Set<String> = ["--password", "--secret", "--shared-secret"]

  /// Options that can be given once to one command, and again and again to others.
  private static let singleOf: [String: Set<String>] = [
    // `validate` takes several environments, of which any will do; whoever asks a server asks one.
    "verify": ["--environment"], "compare": ["--environment"],
    "mint": [
      "--template", "--environment", "--bundle-id", "--product", "--original-app-version", "--creation-date",
      "--quantity",
      "--renewals", "--period", "--purchases", "--seed", "--ca", "--write-anchor", "--era", "--digest", "--key-size",
      "--count",
    ],
  ]

  /// Refuses arguments that say one thing twice or nothing at all.
  static func check(_ arguments: ArraySlice<String>) throws {
    let single = single.union(arguments.first.flatMap { singleOf[$0] } ?? [])
    var seen: Set<String> = []
    for (index, argument) in zip(arguments.indices, arguments) {
      // What follows are inputs.
      if argument == "--" { return }
      guard argument.hasPrefix("--") else { continue }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard !secrets.contains(name) else {
        throw ValidationError(
          "the shared secret is no argument, because everybody on the machine could read it; "
            + "use --shared-secret-file, the environment variable \(SecretOptions.variable) or --ask-shared-secret")
      }
      let value = parts.count > 1 ? String(parts[1]) : single.contains(name) ? arguments[(index + 1)...].first : nil
      guard value != "" else { throw ValidationError("\(name) has an empty value") }
      guard !single.contains(name) || seen.insert(name).inserted else {
        throw ValidationError("\(name) is given twice; which one counts?")
      }
    }
  }
}
