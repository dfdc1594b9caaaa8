extension Check {
  /// Whether the receipt was made for the expected device.
  static let deviceHash = Check(
    "device_hash", .provenance,
    summary: "Was the receipt made for this device?",
    ifFailed: .customer,
    """
    Refresh the receipt on this device; to a developer: `receipt-tool diagnose` tries the forms in which a GUID may \
    be given.
    """,
    isRequested: { $0.deviceGUID != nil }
  ) { context in
    let found = context.receipt?.deviceHash.map { hexadecimal($0) }
    guard let guid = context.expectations.deviceGUID else {
      return .skipped(found: .value(found), "no device was given")
    }
    guard context.signedData == nil else {
      return .skipped("signed data has no device hash: leave the GUID out, or compare a device_id")
    }
    guard let receipt = context.receipt else { return .skipped(context.saysNothing) }
    guard let hash = receipt.deviceHash else { return .skipped("the receipt has no device hash") }
    guard let computed = receipt.deviceHash(of: guid.octets) else {
      return .skipped(found: .value(found), "without opaque value and bundle identifier no device hash can be computed")
    }
    let expected = hexadecimal(computed)
    if computed == hash { return .passed(expected: .value(expected), found: .value(found)) }
    // 48 receipts that servers issued have this hash (observed): they belong to no device.
    let isServerIssued = receipt.deviceHash(of: [UInt8](repeating: 0, count: 16)) == hash
    return .failed(
      expected: .value(expected), found: .value(found),
      isServerIssued
        ? "the receipt belongs to no device: its hash is that of a GUID of 16 zero bytes, as Apple's servers issue them"
        : "the receipt was made for another device, or the GUID is not in the form that was hashed")
  }
}
