import ArgumentParser
import ReceiptCommands
import ReceiptKit
import ReceiptServer

/// `--listen`
struct Listening: CustomStringConvertible {
  let address: ListenAddress

  init(_ address: ListenAddress) {
    self.address = address
  }

  init(_ text: String) throws {
    guard let address = ListenAddress(text) else {
      throw ValidationError("'\(text)' is not an address with a port; use 127.0.0.1:8080, [::1]:8080 or localhost:0")
    }
    self.address = address
  }

  var description: String { address.description }
}

/// `--fail`
struct FailureShare {
  let failure: Outage.Failure
  let rate: Double

  init(_ text: String) throws {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let code = Int32(parts[0]).map(Int.init) else {
      throw ValidationError("'\(text)' is not a failure with its share; use 21005:0.1 or 503:5%")
    }
    switch code {
    case 21000...21010, 21100...21199: failure = .status(code)
    case 400...599: failure = .http(code)
    case 4_000_000...5_999_999 where AppStoreServerError.of(Int64(code)) != nil: failure = .api(Int64(code))
    default:
      throw ValidationError(
        """
        \(code) is neither a status of verifyReceipt (21000 to 21010, 21100 to 21199) nor of HTTP (400 to 599), and \
        no error code of the App Store Server API
        """
      )
    }
    rate = try Share(String(parts[1])).value
  }
}

/// `--drop`: a share of all requests, 0.1 or 10%.
struct Share {
  let value: Double

  init(_ text: String) throws {
    let isPercent = text.hasSuffix("%")
    let digits = isPercent ? text.dropLast() : text[...]
    let isNumber = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isNumber, let number = Double(digits), (0...(isPercent ? 100 : 1)).contains(number) else {
      throw ValidationError("'\(text)' is not a share; use 0 to 1, or 0% to 100%")
    }
    value = isPercent ? number / 100 : number
  }
}

/// `--delay`: 0.25, 250ms, 1.5s, or a range of them.
struct DelayRange {
  let range: ClosedRange<Duration>

  init(_ text: String) throws {
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map(WaitingTime.duration)
    guard bounds.count <= 2, let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last else {
      throw ValidationError("'\(text)' is not a delay; use seconds (1.5), 250ms or a range like 200ms-2s, at most 600s")
    }
    range = first...last
  }
}

/// `--timeout`
struct WaitingTime: CustomStringConvertible {
  let duration: Duration

  init(_ duration: Duration) {
    self.duration = duration
  }

  init(_ text: String) throws {
    guard let duration = Self.duration(text[...]), duration >= .milliseconds(100) else {
      throw ValidationError("'\(text)' is not a time to wait; use seconds (30, 0.5) or 500ms, from 100ms to 600s")
    }
    self.duration = duration
  }

  /// Reads a duration, in seconds by default, as in `verify`; `nil` for unreasonably long times.
  static func duration(_ text: Substring) -> Duration? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = Double(digits) else { return nil }
    let milliseconds: Double
    switch text[digits.endIndex...] {
    case "ms": milliseconds = number
    case "", "s": milliseconds = number * 1_000
    default: return nil
    }
    return (0...600_000).contains(milliseconds) ? .milliseconds(milliseconds) : nil
  }

  var description: String { "\(duration.components.seconds)s" }
}
