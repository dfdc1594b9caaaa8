import ReceiptKit
import Testing

@testable import ReceiptServer

@Suite("Addresses, dates, embedded schemas")
struct ListenAddressTests {
  @Test("addresses with a port are read, and anything else is not")
  func addresses() {
    for (text, host, port, isLoopback) in [
      ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("127.3.2.1:1", "127.3.2.1", 1, true),
      ("localhost:0", "localhost", 0, true), ("[::1]:65535", "::1", 65_535, true),
      ("a.localhost:80", "a.localhost", 80, true), ("0.0.0.0:8080", "0.0.0.0", 8080, false),
      ("[::]:8080", "::", 8080, false), ("192.168.1.2:80", "192.168.1.2", 80, false),
      ("127.0.0.1.example.com:80", "127.0.0.1.example.com", 80, false), ("1270.0.0.1:80", "1270.0.0.1", 80, false),
      ("notlocalhost:80", "notlocalhost", 80, false), ("[::ffff:127.0.0.1]:80", "::ffff:127.0.0.1", 80, false),
    ] {
      let address = ListenAddress(text)
      #expect(address?.host == host && address?.port == port && address?.isLoopback == isLoopback, "\(text)")
      #expect(address?.description == text)
    }
    for text in [
      "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80",
      "[]:80",
      "http://127.0.0.1:80", "a b:80", "127.0.0.1:+80", "127.0.0.1:080000",
    ] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
  }

  @Test("the date of RFC 9110")
  func dates() {
    for (milliseconds, text) in [
      (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (1_709_208_000_999, "Thu, 29 Feb 2024 12:00:00 GMT"),
    ] as [(Int64, String)] {
      #expect(DateHeader(clock: { Instant(milliseconds: milliseconds) }).value == text)
    }
  }
}
