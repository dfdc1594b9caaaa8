import ReceiptKit
import ReceiptMint
import SystemLibrary
import TestSupport
import Testing

/// Counts how often each content is decoded.
private final class DecodeCounter: Sendable {
  private let contents = Locked<[RecognizedInput.Content]>([])

  func decoder(_ decoder: InputDecoder) -> InputDecoder {
    var decoder = decoder
    decoder.observer = { [self] content in contents.withLock { $0.append(content) } }
    return decoder
  }

  /// The contents since the last time, with the number of times that each was decoded.
  func take() -> [Int] {
    let all = contents.withLock { contents in
      defer { contents = [] }
      return contents
    }
    var counts: [(content: RecognizedInput.Content, count: Int)] = []
    for content in all {
      if let index = counts.firstIndex(where: { $0.content == content }) {
        counts[index].count += 1
      } else {
        counts.append((content, 1))
      }
    }
    return counts.map(\.count)
  }
}

@Suite("Examination: an input is read once")
struct ExaminationTests {
  private static let now = CombinedSamples.date(45)

  /// Inputs of every kind, with the number of contents in each.
  private static func inputs() throws -> [(name: String, bytes: [UInt8], contents: Int)] {
    let receipt = String(decoding: try CombinedSamples.receipt(months: 1...2, made: 40), as: UTF8.self)
    let answer = CombinedSamples.answer(month: 2, asked: 41).dropLast() + #","latest_receipt":"\#(receipt)"}"#
    let pieces = try [1, 2].map { try CombinedSamples.sign(.transaction, CombinedSamples.transaction($0, signed: 40)) }
    let page =
      #"{"revision":"x","hasMore":false,"bundleId":"com.example.reader","environment":"Sandbox","#
      + #""signedTransactions":["\#(pieces.joined(separator: "\",\""))"]}"#
    return [
      ("receipt", receipt, 1), ("transaction", pieces[0], 1), ("answer", String(answer), 1), ("page", page, 2),
      ("two lines", pieces.joined(separator: "\n"), 2), ("receipt and transaction", receipt + "\n\n" + pieces[1], 2),
    ].map { ($0.0, Array($0.1.utf8), $0.2) }
  }

  @Test("the page, inspect and its file decode every content once")
  func once() throws {
    let counter = DecodeCounter()
    let decoder = counter.decoder(try CombinedSamples.reader.decoder)
    for (name, bytes, contents) in try Self.inputs() {
      for isOneFile in [false, true] {
        var question = Examination.Question(Expectations(), now: Self.now, in: .english)
        question.isOneFile = isOneFile
        let page = PageDocument([PastedItem(bytes)], question, decoder)
        // A receipt and a transaction in one file are no single input.
        if isOneFile, name == "receipt and transaction" {
          _ = counter.take()
          continue
        }
        #expect(page.tone != .good, "\(name)")
        #expect(counter.take() == Array(repeating: 1, count: contents), "\(name), page, \(isOneFile)")
        guard isOneFile else { continue }
        #expect(try !Inspection(bytes, decoder, at: Self.now).text(InspectSamples.layout(80)).isEmpty)
        #expect(counter.take() == Array(repeating: 1, count: contents), "\(name), inspect")
      }
    }
  }

  @Test("status, validate and diagnose decode an input once, and the page what it is compared with, too")
  func commands() throws {
    let counter = DecodeCounter()
    let decoder = counter.decoder(try CombinedSamples.reader.decoder)
    let worker = ReceiptWorker(decoder)
    let other = try CombinedSamples.sign(.transaction, CombinedSamples.transaction(2, signed: 42))
    for (name, bytes, contents) in try Self.inputs().prefix(4) {
      let once = Array(repeating: 1, count: contents)
      _ = try StatusRenderer(PurchaseHistoryReader(decoder), at: Self.now, from: .clock, worker).read(bytes)
      #expect(counter.take() == once, "\(name), status")
      _ = Diagnostician(decoder: decoder).diagnose(bytes, with: worker)
      #expect(counter.take() == [1], "\(name), diagnose")
      _ = try ValidateRenderer(worker, Validator(expectations: Expectations(), now: Self.now)).read(bytes)
      #expect(counter.take() == [1], "\(name), validate")
      var question = Examination.Question(Expectations(), now: Self.now, in: .english)
      question.other = Array(other.utf8)
      _ = PageDocument([PastedItem(bytes)], question, decoder)
      #expect(counter.take() == once + [1], "\(name), compared")
    }
  }

  private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array(repeating: 7, count: 500)

  /// A saved mail with these attachments.
  private static func mail(_ attachments: [(name: String, type: String, bytes: [UInt8])]) -> [UInt8] {
    var text = """
      From: jane@example.com
      Subject: Help
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary="=="

      --==
      Content-Type: text/plain

      Hello, I paid and it does not work.

      """
    for (name, type, bytes) in attachments {
      text += """
        --==
        Content-Type: \(type)
        Content-Disposition: attachment; filename="\(name)"
        Content-Transfer-Encoding: base64

        \(InputSamples.base64(bytes))

        """
    }
    return Array((text + "--==--\n").utf8)
  }

  private func answer(
    _ items: [PastedItem], isOneFile: Bool = false, now: Instant = Self.now, _ decoder: InputDecoder? = nil
  ) throws -> ExaminationAnswer {
    var question = Examination.Question(Expectations(), now: now, in: .english)
    question.isOneFile = isOneFile
    return ExaminationAnswer(Examination(items, question, ReceiptWorker(try decoder ?? CombinedSamples.reader.decoder)))
  }

  @Test("what is no evidence is named in small print and changes nothing of the answer", arguments: [false, true])
  func asides(_ isOneFile: Bool) throws {
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    let alone = try answer([PastedItem(receipt)])
    let mail = Self.mail([
      ("receipt.txt", "text/plain", receipt), ("IMG_1.jpg", "image/jpeg", Self.picture),
      ("smime.p7s", "application/pkcs7-signature", Array(repeating: 0x30, count: 300)),
    ])
    let files = [PastedItem(name: "r.b64", receipt), PastedItem(name: "IMG_1.jpg", Self.picture)]
    for (items, names) in [
      ([PastedItem(mail)], "the text of the mail; IMG_1.jpg; smime.p7s"), (files, "IMG_1.jpg"),
      ([files[0], PastedItem(name: "note.txt", Array("Thank you!".utf8))], "note.txt"),
    ] {
      let answer = try answer(items, isOneFile: isOneFile)
      #expect(answer.lines == alone.lines && answer.tone == alone.tone, "\(answer.lines)")
      #expect(answer.remarks == alone.remarks + ["Left out, because it is no evidence of a purchase: \(names)."])
    }
  }

  @Test("what looks like a receipt and cannot be read is named above, and lowers the mark", arguments: [false, true])
  func damaged(_ isOneFile: Bool) throws {
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    let cut = Array(receipt.prefix(900))
    let archive: [UInt8] = [0x1F, 0x8B, 8, 0] + Array(repeating: 9, count: 200)
    for (items, name) in [
      ([PastedItem(Self.mail([("a.txt", "text/plain", receipt), ("b.txt", "text/plain", cut)]))], "b.txt"),
      ([PastedItem(name: "a.b64", receipt), PastedItem(name: "b.b64", cut)], "b.b64"),
      ([PastedItem(name: "a.b64", receipt), PastedItem(name: "b.gz", archive)], "b.gz"),
    ] {
      let answer = try answer(items, isOneFile: isOneFile)
      #expect(answer.lines.last?.text == "\(name) could not be read, and is not in the answer.", "\(answer.lines)")
      #expect(answer.tone >= .caution)
      // No command may grant anything then.
      var question = Examination.Question(Expectations(), now: Self.now, in: .english)
      question.isOneFile = true
      let found = try Inspection(Examination(items, question, ReceiptWorker(CombinedSamples.reader.decoder)))
      #expect(found.authenticity == nil && found.app == nil && found.reason != nil, "\(name)")
    }
  }

  /// What `inspect` would grant: the proven app of an input that was read completely.
  private func proof(
    _ bytes: [UInt8], _ decoder: InputDecoder? = nil
  ) throws -> (app: String?, authenticity: Authenticity?) {
    var question = Examination.Question(Expectations(), now: Self.now, in: .english)
    question.isOneFile = true
    let worker = ReceiptWorker(try decoder ?? CombinedSamples.reader.decoder)
    let found = try Inspection(Examination([PastedItem(bytes)], question, worker))
    return (found.app, found.authenticity)
  }

  @Test("what hides in a mail beside two receipts is not passed over")
  func hidden() throws {
    let pieces = try [1, 2].map { try CombinedSamples.sign(.transaction, CombinedSamples.transaction($0, signed: 40)) }
    let other = try CombinedSamples.sign(.transaction, CombinedSamples.transaction(3, signed: 41, app: "com.example.x"))
    let receipts = pieces.enumerated().map { (name: "\($0).txt", type: "text/plain", bytes: Array($1.utf8)) }
    let mail = String(decoding: Self.mail(receipts), as: UTF8.self)
    #expect(try proof(Array(mail.utf8)).app == "com.example.reader")
    func with(_ file: (name: String, type: String, bytes: [UInt8])) -> String {
      String(decoding: Self.mail(receipts + [file]), as: UTF8.self)
    }
    for (place, text) in [
      ("before the parts", mail.replacing("\n\n--==\n", with: "\n\n\(other)\n--==\n", maxReplacements: 1)),
      ("behind the parts", mail + other + "\n"),
      ("in a field", mail.replacing("Subject: Help", with: "Subject: Help\nX-Note: \(other)")),
      ("in a picture", with(("p.jpg", "image/jpeg", Self.picture + Array("\n\(other)\n".utf8)))),
      ("as a signature", with(("smime.p7s", "application/pkcs7-signature", Array(other.utf8)))),
      ("packed", with(("b.xz", "application/x-xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0, 4, 0xE6]))),
    ] {
      let proof = try proof(Array(text.utf8))
      #expect(proof.app == nil, "\(place)")
    }
    // The same receipt in another form of the text is a copy.
    let copy = Self.mail(receipts + [receipts[0]])
    #expect(try proof(copy).app == "com.example.reader")
  }

  @Test("inputs that may be of two customers, and one that names no app, prove no app")
  func doubtful() throws {
    let decoder = try InputDecoder.ofVectors
    for names in [["sandbox-subscription.b64", "consumable.b64"], ["few-attributes.b64", "jws-transaction.jws"]] {
      let files = try names.map { (name: $0, type: "text/plain", bytes: try PackageFiles.read("TestReceipts/" + $0)) }
      #expect(try proof(files[1].bytes, decoder).app == "com.example.reader", "\(names)")
      let both = try proof(Self.mail(files), decoder)
      #expect(both.app == nil, "\(names)")
    }
  }

  @Test("a private key is named as the secret that it is, alone and beside a receipt")
  func privateKey() throws {
    let key = Array(
      "-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQg\n-----END PRIVATE KEY-----\n".utf8)
    #expect(
      try answer([PastedItem(key)]).lines.map(\.text)
        == ["A private key, not a receipt. It is secret: tell your developers at once."])
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    let mail = Self.mail([("r.txt", "text/plain", receipt), ("AuthKey.p8", "text/plain", key)])
    for items in [[PastedItem(receipt), PastedItem(name: "AuthKey.p8", key)], [PastedItem(mail)]] {
      let lines = try answer(items).lines.map(\.text)
      #expect(lines.contains("AuthKey.p8 is a private key. It is secret: tell your developers at once."), "\(lines)")
    }
  }

  @Test(
    "words are words, and no damaged receipt",
    arguments: [
      "Mein Abo funktioniert nicht mehr", "Max Mustermann", "Martin Schulz", "[29.11.26, 10:11:12] Jane: Hello",
      "[Photo]", "{Hello} you", "Ja", "[10:11, 29.11.2026] Jane: Hello",
    ])
  func words(_ text: String) throws {
    #expect(!PartOutcome(Array(text.utf8)).isEvidence, "\(text)")
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    let items = [PastedItem(receipt), PastedItem(name: "note.txt", Array(text.utf8))]
    #expect(try answer(items).lines == answer([items[0]]).lines)
  }

  @Test("receipts of two customers: each is named with what it says, and none is green")
  func apart() throws {
    let other = try CombinedSamples.sign(.transaction, CombinedSamples.transaction(2, signed: 40, app: "com.example.x"))
    let mail = Self.mail([
      ("a.txt", "text/plain", try CombinedSamples.receipt(months: 1...2, made: 40)),
      ("b.txt", "text/plain", Array(other.utf8)),
    ])
    for isOneFile in [false, true] {
      let answer = try answer([PastedItem(mail)], isOneFile: isOneFile)
      #expect(
        answer.lines.map(\.text) == [
          "These items cannot be combined: all items have to be of one customer and one app.",
          "a.txt (com.example.reader): Test: Subscribed until 2 March 2026.",
          "b.txt (com.example.x): Test: Subscribed until 2 March 2026.",
        ], "\(answer.lines)")
      #expect(answer.tone == .bad && !answer.lines.contains { $0.tone == .good })
      #expect(answer.remarks.first == "Data of two apps: com.example.reader and com.example.x.", "\(answer.remarks)")
    }
  }

  @Test("a text of more than 1,000 parts is one input, and a mail of more than 100 parts is not read")
  func bounded() throws {
    let pieces = try [1, 2].map { try CombinedSamples.sign(.transaction, CombinedSamples.transaction($0, signed: 40)) }
    for (count, isRead) in [(998, true), (999, false)] {
      let text = Array(repeating: "x", count: count) + pieces
      let answer = try answer([PastedItem(text.joined(separator: "\n"))])
      #expect((answer.summary != nil) == isRead, "\(count): \(answer.lines)")
    }
    for (count, isRead) in [(97, true), (98, false)] {
      let pictures = (0..<count).map { (name: "\($0).jpg", type: "image/jpeg", bytes: Self.picture) }
      let receipts = pieces.map { (name: "r.txt", type: "text/plain", bytes: Array($0.utf8)) }
      let answer = try answer([PastedItem(Self.mail(pictures + receipts))])
      #expect((answer.summary != nil) == isRead, "\(count): \(answer.lines)")
    }
  }

  @Test("pictures, videos and documents have their own reply")
  func pictures() throws {
    let starts: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("%PDF-1.7".utf8), Array("RIFFxxxxWEBP".utf8),
      [0, 0, 0, 24] + Array("ftypheic".utf8), [0, 0, 0, 20] + Array("ftypqt  ".utf8),
    ]
    for start in starts {
      let error = #expect(throws: ReceiptError.self) {
        try InputDecoder().decode(start + Array(repeating: 0, count: 60))
      }
      #expect(error?.cause == .picture, "\(start)")
    }
    let question = Examination.Question(Expectations(), now: Self.now, in: .german)
    let page = PageDocument([PastedItem(name: "IMG_1.jpg", Self.picture)], question, InputDecoder())
    #expect(page.remarks.first?.hasPrefix("Das ist ein Bild, eine Aufnahme oder ein PDF-Dokument") == true)
    #expect(page.html().contains("Danke für die Datei."))
  }

  @Test("what is dated in the future asks for the clock")
  func future() throws {
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    let answer = try answer([PastedItem(receipt)], now: CombinedSamples.date(30))
    #expect(
      answer.lines.last?.text == "It is dated in the future: 10 February 2026, 00:00. Is the clock right?",
      "\(answer.lines)")
    #expect(!answer.lines.contains { $0.text.contains("check failed") })
  }

  @Test("in a rehearsal a test purchase gets the reply of a real one")
  func rehearsal() throws {
    let receipt = try CombinedSamples.receipt(months: 1...2, made: 40)
    for isRehearsal in [false, true] {
      var question = Examination.Question(Expectations(), now: Self.now, in: .english)
      question.frames.isRehearsal = isRehearsal
      let page = PageDocument([PastedItem(receipt)], question, try CombinedSamples.reader.decoder)
      let text = page.html()
      #expect(text.contains("Your subscription is paid until 2 March 2026.") == isRehearsal, "\(text)")
      #expect(text.contains("comes from a test purchase") != isRehearsal)
      // The answer itself does not change.
      #expect(page.lines.first?.text.hasPrefix("Test: ") == true && page.tone == .caution)
    }
  }
}
