import ReceiptKit

extension FuzzTarget {
  /// A policy that is read names no environment and no check that nobody knows.
  static let policy = FuzzTarget(name: "policy", usualLength: 1024) { input in
    let expectations = try Policy(input).expectations
    require(expectations.requiredChecks.allSatisfy(Expectations.checkNames.contains), "only known checks are required")
  }

  /// A GUID that is read has the length of one.
  static let deviceGUID = FuzzTarget(name: "device-guid", usualLength: 64) { input in
    let text = String(decoding: input, as: UTF8.self)
    if let guid = try? DeviceGUID(text) { require([6, 16].contains(guid.octets.count), "a GUID has 6 or 16 bytes") }
    if let version = DottedVersion(text) { require(version == version && !(version < version), "a version is itself") }
    _ = try? DurationText(text)
  }
}
