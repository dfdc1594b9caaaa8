import ReceiptMint

/// What is measured: rows of a table, or one piece of work often enough for an instruction counter.
///
///     throughput [ROUNDS]                  prints the table
///     throughput count NAME WORK TIMES     does a piece of work TIMES times; NAME is small or large
///     throughput answer BODY SECONDS       answers the request in a file for so long, and prints how many a second
let arguments = CommandLine.arguments.dropFirst()

let authority = try TestAuthority(seed: "benchmarks")

func small() throws -> Sample { try Sample(authority, .sha256, purchases: 2) }
func large() throws -> Sample { try Sample(authority, .sha1, purchases: 187) }

func count(_ sample: Sample, _ work: String, _ times: Int) {
  let table: [String: () -> Candidate] = [
    "swift-verify": { sample.workerPrinting(isBase64: false, verifies: true) },
    "c-verify": { sample.floorPrinting(isBase64: false, verifies: true) },
    "swift-print": { sample.workerPrinting(isBase64: false, verifies: false) },
    "c-print": { sample.floorPrinting(isBase64: false, verifies: false) },
    "swift-print-base64": { sample.workerPrinting(isBase64: true, verifies: false) },
    "c-print-base64": { sample.floorPrinting(isBase64: true, verifies: false) },
    "values-verify": { sample.valuePrinting(verifies: true) },
    "values-print": { sample.valuePrinting(verifies: false) },
    "nothing": { Candidate(name: "nothing") { 1 } },
  ]
  guard let make = table[work] else {
    print("error: no work is called \(work)")
    return
  }
  let candidate = make()
  for _ in 0..<times { precondition(candidate.run() > 0, "\(work) does nothing") }
}

func table(rounds: Int) throws {
  let pieces: [(String, Bool, Bool)] = [
    ("verify and print", true, false), ("verify and print, from base64", true, true),
    ("print", false, false), ("print, from base64", false, true),
  ]
  for sample in [try small(), try large()] {
    print("\(sample.name); the line has \(sample.lineLength) octets")
    for candidate in [sample.parsing, sample.verifyingWithCMS] {
      let seconds = Comparison(title: candidate.name, candidates: [candidate]).measure(rounds: rounds, seconds: 0.05)
      print(Row(candidate.name, [seconds[0]]).text)
    }
    for (title, verifies, isBase64) in pieces {
      let comparison = Comparison(
        title: title,
        candidates: [
          sample.floorPrinting(isBase64: isBase64, verifies: verifies),
          sample.workerPrinting(isBase64: isBase64, verifies: verifies),
        ])
      print(Row(title, comparison.measure(rounds: rounds, seconds: 0.05)).text)
    }
  }
  let firstSight = try FirstSight(authority, chains: 200)
  let comparison = Comparison(title: "first sight", candidates: [firstSight.c, firstSight.swift])
  print(Row("first sight: CMS_verify in C, a line here", comparison.measure(rounds: rounds, seconds: 0.1)).text)
}

/// One row of the table: rates of C and Swift, and the ratio of their times.
struct Row {
  let text: String

  init(_ title: String, _ seconds: [Double]) {
    let rates = seconds.map { Int((1 / $0).rounded()) }
    var columns = [title] + rates.map { "\($0)/s" }
    if seconds.count == 2 { columns.append("ratio of times \((seconds[1] / seconds[0] * 1000).rounded() / 1000)") }
    text = "  " + columns.joined(separator: "   ")
  }
}

if arguments.first == "count", arguments.count == 4, let times = Int(arguments[4]) {
  count(try arguments[2] == "large" ? large() : small(), arguments[3], times)
} else if arguments.first == "answer", arguments.count == 3, let seconds = Double(arguments[3]) {
  print(Int(try Answering(path: arguments[2]).rate(seconds: seconds).rounded()))
} else {
  try table(rounds: arguments.first.flatMap { Int($0) } ?? 11)
}
