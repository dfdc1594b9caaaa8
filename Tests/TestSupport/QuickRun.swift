import Foundation

/// A run without the tests that take long and seldom find anything: `Scripts/test` and `Scripts/test quick`.
public enum QuickRun {
  /// Whether this is one.
  public static let isOn = ProcessInfo.processInfo.environment["RECEIPT_TESTS"] == "quick"

  /// Why a test was skipped.
  public static let reason = "Scripts/test all runs it"
}
