import NIOHTTP1
import ReceiptKit
import TestSupport
import Testing

@testable import ReceiptServer

@Suite("Whom a request is for")
struct HostFieldTests {
  @Test("a host and a port are taken apart, and nothing else is")
  func fields() {
    for (text, host, port) in [
      ("localhost", "localhost", nil), ("LocalHost:8080", "localhost", 8080), ("127.0.0.1:0", "127.0.0.1", 0),
      ("[::1]", "::1", nil), ("[::1]:65535", "::1", 65_535), ("[FE80::1.2.3.4]:1", "fe80::1.2.3.4", 1),
      ("a_b-c~!$&'()*+,;=.example", "a_b-c~!$&'()*+,;=.example", nil), ("localhost.", "localhost.", nil),
    ] as [(String, String, UInt16?)] {
      let field = HostField(text)
      #expect(field?.host == host && field?.port == port, "\(text)")
    }
    for text in [
      "", ":", ":80", "localhost:", "localhost:80:80", "localhost:x", "localhost:+80", "localhost:-1",
      "localhost:65536", "localhost:80 ", " localhost", "local host", "localhost\t", "user@localhost",
      "user:password@localhost", "127.0.0.1:80@evil.example", "localhost/", "localhost:80/", "localhost?", "localhost#",
      "localhost\\", "%6cocalhost", "localhost%00", "localhost\u{0}", "::1", "[::1", "::1]", "[]", "[localhost]",
      "[::1]80", "[::1].evil.example", "[::1]:80:80", "[::1]]", "[[::1]]", "[::1%lo]", "[::1%25lo]", "[v1.a:b]",
      "x[::1]", "localhöst", "localhost\u{200D}", "ｌocalhost", "localhost:８０", "http://localhost",
    ] {
      #expect(HostField(text) == nil, "\(text)")
    }
  }

  /// What is answered to without a token, as an expression of its own.
  private func isOurs(_ text: String) -> Bool {
    let name = #/(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*localhost)/#
    let address = #/127(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])){3}/#
    let shape = #/^([^:\[\]]*|\[::1\])(?::([0-9]+))?$/#
    guard let match = text.lowercased().wholeMatch(of: shape) else { return false }
    if let digits = match.2, (Int(digits) ?? .max) > 65_535 { return false }
    return match.1 == "[::1]" || match.1.wholeMatch(of: name) != nil || match.1.wholeMatch(of: address) != nil
  }

  private func isAdmitted(_ host: String) throws -> Bool {
    let address = try #require(ListenAddress("127.0.0.1:8080"))
    let call = Call(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/healthz", headers: ["Host": host]))
    do {
      _ = try Gatekeeper(address: address, access: nil).admit(call, isOpen: true, scope: nil)
      return true
    } catch let problem as Problem {
      #expect(problem.name == "host")
      return false
    }
  }

  @Test("of names of this machine and all that can be made of them, only the names are answered to", .thorough)
  func mutations() throws {
    let names = [
      "localhost", "127.0.0.1", "127.255.0.9", "[::1]", "app.localhost", "localhost:80", "127.0.0.1:8080", "[::1]:1",
    ]
    let fragments = [
      "@", ":", ".", "/", "\\", "%", "%2e", "%00", "[", "]", "[::1]", " ", "\t", "-", "+", "0", "256", "65536", "evil",
      ".evil.example", "@evil.example", "evil.example@", "127.0.0.1", "localhost", ":80", "::", "%lo", "%25lo", "#",
      "?", "user:password@", "\u{0}", "\u{200D}", "。", "１", "é", ",", ";", "http://", "x.",
    ]
    for name in names { #expect(try isAdmitted(name) && isOurs(name), "\(name)") }
    var random = SplitMix(seed: 11)
    var admitted = 0
    for round in 0..<20_000 {
      var text = names[Int(random.next() % UInt64(names.count))]
      for _ in 0...(round % 3) {
        let index = text.index(text.startIndex, offsetBy: Int(random.next() % UInt64(text.count + 1)))
        let fragment = fragments[Int(random.next() % UInt64(fragments.count))]
        if random.next() % 4 == 0, index < text.endIndex {
          text.remove(at: index)
        } else {
          text.insert(contentsOf: fragment, at: index)
        }
      }
      // What surrounds a field's value does not belong to it, and what stands for NUL there is a space.
      let value = text.replacing("\u{0}", with: " ")
      let isAdmitted = try isAdmitted(text)
      #expect(isAdmitted == isOurs(value.trimmingSpace), "\(text)")
      if isAdmitted { admitted += 1 }
    }
    // A test that never gets to the other side shows nothing.
    #expect((100..<10_000).contains(admitted), "\(admitted)")
  }
}

extension String {
  fileprivate var trimmingSpace: String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
