import ReceiptKit
import ReceiptMint
import Testing

@Suite("What stands around a receipt")
struct WrapperCheckTests {
  private func outcome(_ json: (String) -> String) throws -> CheckResult {
    let chain = try Mint.authority.chain()
    let text = try EnvelopeMinter(chain).mint(.sandboxSample()).base64
    let decoded = try Mint.decoder(trusting: chain.root).decode(json(text))
    return try #require(try CheckSamples.validate(decoded)["request_bundle"])
  }

  @Test(
    "is compared, by whichever name",
    arguments: ["bundle_id", "bundleId", "bundleID", "bundle-id", "bundleIdentifier", "bundle_identifier", "bid"])
  func names(_ name: String) throws {
    #expect(try outcome { #"{"receipt-data":"\#($0)","\#(name)":"com.example.test"}"# }.outcome == .passed)
    let other = try outcome { #"{"\#(name)":"com.example.other","receipt-data":"\#($0)"}"# }
    #expect(other.outcome == .failed)
    #expect(other.expected == "com.example.other" && other.found == "com.example.test")
  }

  @Test("one that is right does not make up for one that is wrong")
  func several() throws {
    let result = try outcome {
      #"{"receipt":{"bundle_id":"com.example.test"},"latest_receipt":"\#($0)","bid":"com.example.other"}"#
    }
    #expect(result.outcome == .failed)
    #expect(result.expected == "com.example.test and com.example.other")
  }

  @Test("says nothing if it names nothing")
  func silent() throws {
    #expect(try outcome { $0 }.outcome == .skipped)
    #expect(try outcome { #"{"receipt-data":"\#($0)","bidder":"com.example.other","bid":7}"# }.outcome == .skipped)
    #expect(try outcome { #"{"receipt-data":"\#($0)","bundle_id":""}"# }.outcome == .skipped)
  }

  @Test("is seen through every layer")
  func layers() throws {
    let result = try outcome {
      let inner = #"{\"bundle_id\":\"com.example.other\",\"receipt-data\":\"\#($0)\"}"#
      return #"{"Store":"AppleAppStore","Payload":"\#(inner)"}"#
    }
    #expect(result.outcome == .failed)
  }
}
