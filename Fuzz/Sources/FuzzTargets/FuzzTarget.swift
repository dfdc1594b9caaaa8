#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One parser under fuzzing.
///
/// Adding one is a file beside this with an extension, and a row in `all`; regression inputs go to
/// `Fuzz/Regressions/NAME`.
struct FuzzTarget: Sendable {
  /// The value of `FUZZ_TARGET` that chooses it.
  var name: String
  /// The length up to which nearly all that can go wrong goes wrong. Most inputs are no longer, because long ones are
  /// slow.
  var usualLength: Int
  /// Hands an input to the parser. A thrown error is how a parser refuses its input and no finding; a trap is one.
  var run: @Sendable ([UInt8]) throws -> Void

  /// Every target, in the order in which `Scripts/fuzz` takes them.
  static let all = [
    input,
    mail,
    zipArchive,
    base64,
    jsonReader,
    printedValue,
    asn1Scan,
    signedData,
    jws,
    payload,
    transactionReceipt,
    date,
    policy,
    deviceGUID,
    decode,
    worker,
    diagnose,
    explain,
    status,
    jsonWriter,
    terminalText,
  ]
}

/// Traps, for libFuzzer to keep the input, when a property that has to hold for every input does not.
func require(_ condition: Bool, _ property: @autoclosure () -> String) {
  guard !condition else { return }
  // Optimized code traps without a word.
  say("error: not so: \(property())")
  preconditionFailure()
}

/// Writes a line to standard error at once: what is buffered is lost with a trap.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
