extension ReferenceEntry {
  /// The entries for the words of `serve` other than Apple's. The names of problems are those of ReceiptServer, which
  /// needs a network and is not part of this library. A test there makes sure that every name has an entry here.
  static let serve: [ReferenceEntry] = [
    entry(
      "Receipt-Tool-Reason",
      """
      A header of the answers on Apple's routes: why the status is what it is, in words. Apple sends nothing of the \
      kind.
      """
    ),
    entry(
      "apple-quirks",
      """
      serve answers as Apple does in practice, and not as Apple documents it: 21002 where 21003 is documented.
      """,
      "Rehearse with it what has to work in production."),
    entry(
      "broken-off",
      """
      In the log: the answer was begun and not sent to its end, because the client left, did not read in time, or \
      sent half a body. The code before it is the one that was sent at the beginning.
      """,
      "A client that sends many lines has to read answers meanwhile."),
    entry(
      "closed",
      "In the log: the connection was closed without an answer, as --drop does it, because the client left, "
        + "or because the request did not arrive within --timeout."
    ),
    problem(
      "host", "The request is for a name that is not this machine's, or for none, or for two.",
      "Use 127.0.0.1 or localhost. With --token-file any name is answered to, as behind a proxy."),
    problem(
      "origin", "A page that did not come from this server made the request; a browser says so.",
      "Open the server's own page."),
    problem(
      "token", "The server was started with --token-file, and the request shows no token, or another one.",
      """
      Send Authorization: Bearer TOKEN; verify and compare do with --token-file. Where only a URL can be set: \
      http://any:TOKEN@host/.
      """
    ),
    problem(
      "scope", "The token is one of this server's, and lets its owner do other things than this.",
      "Use a token with the scope that the detail names, or add it to the file of --token-file and send SIGHUP."),
    problem(
      "rate", "More requests came with this token than its line in the file of --token-file allows.",
      "Send it again after a moment (Retry-After), or raise the number."),
    problem(
      "ledger", "The database of the purchase service cannot be read or written now.",
      """
      Send the request again: what was recorded is recognised. The log of the server says what is wrong with the \
      database.
      """
    ),
    problem(
      "notification",
      "A server notification that is not proven, or is about another app or environment. It changed nothing.",
      "The detail says which. Version 1 needs --shared-secret-file."),
    problem(
      "idempotency-key", "The Idempotency-Key of the request was used before with another body. Nothing was decided.",
      "Send a new request with a new key, and a repeated one as it was."),
    problem("unknown", "This ledger knows no such order, account or transaction.", "Check the name and the database."),
    problem(
      "events-gone", "Events after the given number were pruned, or there never was one with that number.",
      "Begin anew from ledger export, then follow from the last number."),
    problem(
      "apple", "Apple was asked about a number that support entered, and gave no answer that is proven.",
      "The detail says why. Ask again later, or look at key and profile of --app."),
    problem(
      "followers", "As many clients as may follow the events of one instance do: 1,000.",
      "Follow those of another instance, or ask from time to time without wait."),
    problem(
      "malformed", "The request is not HTTP, or ends before its body does.",
      "Look at the client, and at proxies on the way."),
    problem(
      "transfer-coding", "The body is coded in another way than chunked.", "Send it with a length, or in chunks."),
    problem(
      "not-found", "There is no such path.",
      "The hint of the problem lists those that there are, /openapi.json describes them."),
    problem("method", "The path does not take this method.", "The header Allow says which it takes."),
    problem(
      "parameter", "A query parameter is unknown, given twice, or has a value that cannot be read.",
      "Look at /openapi.json."),
    problem(
      "path", "The name of the account, order or transaction of the path is not percent-encoded UTF-8, or not allowed.",
      "Encode it: jane/doe is jane%2Fdoe. A name has 1 to 1,024 bytes, none of them NUL."),
    problem("header", "A header field has a value that cannot be read.", "Look at /openapi.json."),
    problem("body", "The body is not what this path takes.", "The detail says why, /openapi.json what it takes."),
    problem(
      "too-large", "The body, or what was announced of it, is over the limit.",
      "serve --max-size raises it, but not Apple's own."),
    problem(
      "busy", "So many requests and answers are held that no more of them fit into memory.",
      "Send it again after a moment (Retry-After)."),
  ]

  private static func entry(_ key: String, _ meaning: String, _ action: String = "") -> ReferenceEntry {
    ReferenceEntry(.serve, key, meaning, action.isEmpty ? .noOne : .developer, action)
  }

  private static func problem(_ name: String, _ meaning: String, _ action: String) -> ReferenceEntry {
    ReferenceEntry(
      .serve, name, aliases: ["urn:receipt-tool:problem:" + name], "A problem of serve. " + meaning, .developer, action)
  }
}
