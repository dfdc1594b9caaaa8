import ReceiptKit
import ReceiptMint
import Synchronization
import TestSupport
import Testing

@testable import ReceiptAnalysis
@testable import ReceiptDocuments
@testable import ReceiptReading

/// Counts how often each content is decoded.
private final class DecodeCounter: Sendable {
  private let contents = Mutex<[RecognizedInput.Content]>([])

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
    let answer =
      CombinedSamples.answer(month: 2, asked: 41).dropLast() + #","latest_receipt":"\#(receipt)"}"#
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

  @Test("status, validate, diagnose, diff and compare decode every input once")
  func commands() throws {
    let counter = DecodeCounter()
    let decoder = counter.decoder(try CombinedSamples.reader.decoder)
    let worker = ReceiptWorker(decoder)
    for (name, bytes, contents) in try Self.inputs().prefix(4) {
      let once = Array(repeating: 1, count: contents)
      _ = try StatusRenderer(PurchaseHistoryReader(decoder), at: Self.now, from: .clock, worker).read(bytes)
      #expect(counter.take() == once, "\(name), status")
      _ = Diagnostician(decoder: decoder).diagnose(bytes, with: worker)
      #expect(counter.take() == [1], "\(name), diagnose")
      _ = try ValidateRenderer(worker, Validator(expectations: Expectations(), now: Self.now)).read(bytes)
      #expect(counter.take() == [1], "\(name), validate")
      var question = Examination.Question(Expectations(), now: Self.now, in: .english)
      question.other = try Self.inputs()[1].bytes
      _ = PageDocument([PastedItem(bytes)], question, decoder)
      #expect(counter.take().count <= contents + 1, "\(name), compared")
    }
  }
}
