import ReceiptAnalysis

extension Array where Element: NamedFlaw {
  /// Writes the JSON document of `mint --flaw list --json`: flaws, and the required result of a correct verifier.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("schema", "receipt-tool/flaws/1")
      writer.objects("flaws", self) { writer, flaw in
        writer.member("name", flaw.name)
        writer.member("summary", flaw.summary)
        writer.key("expect")
        writer.object { writer in
          writer.member("exit_status", Int(flaw.promise.exitStatus))
          writer.member("error", flaw.promise.error)
          writer.member("verdict", flaw.promise.verdict)
          writer.member("authenticity", flaw.promise.authenticity)
          writer.member("failed_step", flaw.promise.failedStep)
          writer.member("failed_checks", flaw.promise.failedChecks)
        }
      }
    }
  }
}
