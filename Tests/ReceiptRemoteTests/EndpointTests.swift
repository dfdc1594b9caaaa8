import Testing

@testable import ReceiptRemote

@Suite("Endpoints")
struct EndpointTests {
  @Test(
    "HTTPS anywhere, HTTP on this machine",
    arguments: [
      ("https://buy.itunes.apple.com/verifyReceipt", "buy.itunes.apple.com"),
      ("HTTPS://Example.COM/a?b=c", "example.com"), ("https://example.com", "example.com"),
      ("https://example.com:8443/x", "example.com"), ("https://192.0.2.7/", "192.0.2.7"),
      ("https://[2001:DB8::1]:443/", "2001:db8::1"), ("http://localhost/", "localhost"),
      ("http://LOCALHOST:8080", "localhost"), ("http://127.0.0.1:1/", "127.0.0.1"),
      ("http://127.255.254.253/", "127.255.254.253"), ("http://[::1]:8080/verifyReceipt", "::1"),
    ])
  func good(_ url: String, _ host: String) throws {
    #expect(try Endpoint(url).host == host)
  }

  @Test("a URL keeps its path and query, and gets a path if it has none")
  func url() throws {
    #expect(try Endpoint("https://a.example/b/c?d=e").url == "https://a.example/b/c?d=e")
    #expect(try Endpoint("http://localhost:8080").url == "http://localhost:8080/")
    #expect(try Endpoint("https://a.example?x").url == "https://a.example/?x")
    #expect(Endpoint.production.url == "https://buy.itunes.apple.com/verifyReceipt")
    #expect(try Endpoint("https://sandbox.itunes.apple.com/verifyReceipt") == .sandbox)
    #expect(Endpoint.production.isApple && Endpoint.sandbox.isApple)
    // A token of one's own must not go to Apple under any path.
    #expect(try Endpoint("https://buy.itunes.apple.com/other").isApple)
  }

  @Test(
    "everything else is refused",
    arguments: [
      "", "example.com", "//example.com", "ftp://example.com/", "file:///etc/passwd", "https:/example.com", "https://",
      "https:///path", "https://user@example.com/", "https://user:word@example.com/", "https://example.com:0/",
      "https://example.com:65536/", "https://example.com:x/", "https://example.com:-1/", "https://[::1/",
      "https://[::1]x/",
      "https://[example]/", "https://exa mple.com/", "https://example.com/a b", "https://example.com/#part",
      "https://example.com/\u{1B}[31m", "https://ex\u{E4}mple.com/", "https://example.com/'", "https://.example.com/",
      "https://-example.com/", "https://exa_mple.com/", "http://example.com/", "http://127.0.0.1.example.com/",
      "http://127.1/", "http://0177.0.0.1/", "http://127.0.0.01/", "http://127.0.0.256/", "http://128.0.0.1/",
      "http://localhost.example.com/", "http://notlocalhost/", "http://[::2]/", "http://[::ffff:127.0.0.1]/",
      "http://2130706433/", "http://localhost@example.com/", "http://0.0.0.0/", "http://::1/",
    ])
  func bad(_ url: String) {
    #expect(throws: InvalidEndpoint.self) { try Endpoint(url) }
  }
}
