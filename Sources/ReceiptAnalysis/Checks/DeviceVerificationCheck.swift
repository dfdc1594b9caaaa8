extension Check {
  /// Whether the signed data was made on this device.
  ///
  /// `deviceVerification` is the base64 of a SHA-384 over the nonce and the identifier of the device, both in lower
  /// case (Apple, "Validating data and devices": `deviceVerificationNonce`). No genuine pair of device identifier and
  /// value was available for testing.
  static let deviceVerification = Check(
    "device_verification", .provenance, isOnlyForSignedData: true,
    summary: "Was the signed data made on this device?",
    ifFailed: .developer,
    """
    Compare with AppStore.deviceVerificationID on the device that sent it; only data taken on a device has a \
    verification.
    """,
    isRequested: { $0.deviceID != nil }
  ) { context in
    let payload = context.signedData?.payload
    let found = payload?["deviceVerification"]?.stringValue
    guard let device = context.expectations.deviceID else {
      return .skipped(found: .value(found), "no device was given")
    }
    guard payload != nil else { return .skipped(context.saysNothing) }
    guard let found, let nonce = payload?["deviceVerificationNonce"]?.stringValue else {
      return .skipped(found: .value(found), "it has no deviceVerification with its nonce: it was not taken on a device")
    }
    let expected = Base64.encode(DigestAlgorithm.sha384.digest(Array((nonce.lowercased() + device.lowercased()).utf8)))
    let source: Message = "computed as Apple documents it; no genuine pair was at hand to try"
    return found == expected
      ? .passed(expected: .value(expected), found: .value(found), source)
      : .failed(expected: .value(expected), found: .value(found), "it was made on another device (\(source))")
  }
}
