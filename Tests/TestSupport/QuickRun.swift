import Foundation

/// A run of `Scripts/test quick`.
public enum QuickRun {
  /// Whether this is one.
  public static let isOn = ProcessInfo.processInfo.environment["RECEIPT_TESTS"] == "quick"
}
