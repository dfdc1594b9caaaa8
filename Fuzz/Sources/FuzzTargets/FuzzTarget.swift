/// One parser under fuzzing.
///
/// Adding one is a file beside this with an extension, and a row in `all`; regression inputs go to `Fuzz/Regressions/NAME`.
struct FuzzTarget: Sendable {
  /// The value of `FUZZ_TARGET` that chooses it.
  var name: String
  /// Hands an input to the parser. A thrown error is how a parser refuses its input and no finding; a trap is one.
  var run: @Sendable ([UInt8]) throws -> Void

  /// Every target, in the order in which `Scripts/fuzz` takes them.
  static let all = [
    input,
    base64,
    jsonReader,
    asn1Walk,
    signedData,
    payload,
    transactionReceipt,
    date,
    policy,
    deviceGUID,
    decode,
    diagnose,
    explain,
    status,
    jsonWriter,
    terminalText,
  ]
}

/// Traps, for libFuzzer to keep the input, when a property that has to hold for every input does not.
func require(_ condition: Bool, _ property: String) {
  precondition(condition, property)
}
