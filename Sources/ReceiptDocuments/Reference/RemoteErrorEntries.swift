extension ReferenceEntry {
  /// The entries for the reasons why a server gave no answer. The codes are those of ReceiptRemote, which needs a
  /// network and is not part of this library. A test there makes sure that every code has an entry here.
  static let remoteErrors: [ReferenceEntry] = [
    entry("host_not_found", "The name of the server has no address, or no name server could be asked.", lookAtNetwork),
    entry("connection_refused", "The server is there, and nothing listens at the port.", "Look at host and port."),
    entry("unreachable", "No way leads to the server.", lookAtNetwork),
    entry(
      "connect_timeout", "The connection was not accepted in time, or the encryption not agreed on in time.",
      lookAtNetwork),
    entry(
      "certificate",
      """
      The server's certificate is not one that this machine trusts for the name. Nothing was sent, and nothing can be \
      set to send it all the same.
      """,
      "Look for a proxy that inspects TLS, and at the machine's clock and authorities."),
    entry("tls", "The encrypted connection could not be set up. Nothing was sent.", "Look at host and port."),
    entry("answer_timeout", "The request was sent, and no answer began in time.", again),
    entry("answer_unfinished", "An answer began and did not end in time.", again),
    entry("connection_closed", "The connection ended before the answer did.", again),
    entry("invalid_http", "What answered does not speak HTTP, or its header is too large.", "Look at host and port."),
    entry(
      "redirect",
      "The server sends elsewhere. A receipt goes only where it was meant to go: the redirect was not followed.",
      lookForProxy),
    entry(
      "request_too_large", "The body of the request is over 3,145,728 bytes, which Apple does not take.",
      "Look at what was sent: the largest receipt ever seen has 83 KB."),
    entry("server_busy", "The server asks to try again: HTTP 408, 425, 429 or 5xx.", again),
    entry(
      "http_status", "The server refused the request, without a look at the receipt.",
      "Look at the URL. " + lookForProxy),
    entry("empty_answer", "The answer had no body.", again),
    entry("html_page", "A page of HTML or XML came, a proxy's or a login page of the network.", lookForProxy),
    entry(
      "answer_too_large", "The answer is larger than any of Apple's. No more than the limit was read.", lookForProxy),
    entry("truncated_answer", "The JSON of the answer ends too early.", again),
    entry("answer_not_utf8", "The answer is not UTF-8: it was damaged or changed on the way.", lookForProxy),
    entry("not_an_answer", "What came is not an answer to what was asked.", lookForProxy),
    entry(
      "unauthorized", "The App Store Server API does not accept the token (HTTP 401).",
      "Run receipt-tool explain 401, which lists the causes and how to rule them out."),
    entry(
      "api_refused", "The App Store Server API refused the request with an error code that is final.",
      "Run receipt-tool explain with the code."),
    entry(
      "unproven_answer",
      "An answer of the App Store Server API holds signed data that is not proven. It was refused as a whole.",
      "Do not use it. Look at what answered; give --trust-anchor for a server of your own."),
    entry(
      "foreign_answer",
      """
      An answer of the App Store Server API holds what belongs to another app, environment, customer or transaction. \
      It was refused as a whole.
      """,
      "Do not use it. Look at what answered, and at the bundle id and the transaction id that were asked for."),
    entry(
      "repeated_page",
      """
      A page of an answer of the App Store Server API came twice, its revision does not move, or page after page was \
      empty. It would have gone on without end.
      """,
      "Ask again from the last page that differs. Report it to who runs the server if it stays so."),
    entry(
      "not_sent",
      """
      The request could not be made on this machine: its token could not be signed with the key, or libcurl cannot be \
      used. Nothing was sent, and it says nothing about the network.
      """,
      "Look at the message, and at the versions of libcrypto and libcurl that receipt-tool --version names."),
    entry("cancelled", "The program that asked gave up.", ""),
  ]

  private static let again = "Send the same again later. It says nothing about the receipt."
  private static let lookAtNetwork = "Look at the network and its name servers, then send the same again."
  private static let lookForProxy = "Look for proxies on the way."

  private static func entry(_ code: String, _ meaning: String, _ action: String) -> ReferenceEntry {
    ReferenceEntry(.errorCode, code, meaning, action.isEmpty ? .noOne : .developer, action)
  }
}
