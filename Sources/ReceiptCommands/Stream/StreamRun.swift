import ReceiptKit
import SystemLibrary

/// The run of one command over a stream: all sources, workers, the output and the final messages.
package struct StreamRun {
  let console: Console
  /// The command's name.
  var command: String
  /// Paths, or `-` for standard input.
  var sources: [String]
  var options: StreamSettings
  /// The word for the work that was not done if there was no input, such as `judged`; `nil` if this does not affect the
  /// exit status.
  var undone: Message?
  /// Whether to print nothing on standard error.
  var isQuiet = false
  /// Other files that the command reads, and that a summary must not replace.
  var otherFiles: [String] = []
  /// Makes the renderer of the lines; called once for each worker, on the worker's thread.
  var makeRenderer: @Sendable () -> any LineRenderer

  /// Makes a run that says how it went; see the properties.
  package init(
    console: Console, command: String, sources: [String], options: StreamSettings, undone: Message? = nil,
    isQuiet: Bool = false, otherFiles: [String] = [], makeRenderer: @escaping @Sendable () -> any LineRenderer
  ) {
    self.console = console
    self.command = command
    self.sources = sources
    self.options = options
    self.undone = undone
    self.isQuiet = isQuiet
    self.otherFiles = otherFiles
    self.makeRenderer = makeRenderer
  }

  /// Processes the whole stream.
  ///
  /// There is no separate reading thread: each worker takes the lock of the input, reads a chunk, processes it into its
  /// own buffer, and writes it in its turn. So nothing waits in queues, and a worker that cannot write does not read.
  package func perform() throws -> ExitStatus {
    let summaryFile = try options.summary.map { try SummaryFile($0, notIn: sources + otherFiles, console) }
    let start = Clock.seconds
    let threadCount = options.jobs ?? processorCount
    let gate = OutputGate(
      workers: threadCount, isOrdered: !options.isUnordered, isQuiet: isQuiet,
      progress: isQuiet ? nil : StreamProgress(sources, console), console)
    try writeHeading()
    let input = Locked(ChunkReader(sources, options.format, console, isQuiet: isQuiet))
    let work: @Sendable () -> Void = { [options, makeRenderer] in
      let worker = StreamWorker(options.format, makeRenderer())
      var chunk = Chunk()
      while !gate.hasFailed, input.withLock({ $0.next(&chunk) }) { worker.work(chunk, gate) }
      gate.workerEnded()
    }
    // This thread only waits, so that it can end the run while a worker waits for input. Without worker threads, it
    // does the work itself.
    let threads = threadCount > 1 ? (0..<threadCount).compactMap { _ in WorkerThread(work) } : []
    if threads.isEmpty { work() }
    do throws(UnwrittenOutput) {
      try gate.waitForEnd(of: max(1, threads.count))
    } catch {
      // If the process continues after this run, its descriptors may be reused: no worker may go on reading.
      if !console.ownsProcess { for thread in threads { thread.join() } }
      throw error
    }
    for thread in threads { thread.join() }
    return try summarize(gate.tally, workers: max(1, threads.count), seconds: Clock.seconds - start, summaryFile)
  }

  /// Writes the summary, reports what was missing in the input, and returns the exit status.
  private func summarize(
    _ tally: StreamTally, workers: Int, seconds: Double, _ summaryFile: SummaryFile?
  ) throws -> ExitStatus {
    let isUndone = undone != nil && tally.items == 0
    // For a table, missing columns are already rejected at the first line, which names the columns.
    let absent = options.format.shape == .jsonLines && tally.items > 0 ? tally.absent : []
    let status = max(
      isUndone || !absent.isEmpty ? .notAReceipt : .success, ExitStatus(code: tally.exitCode))
    let summary = StreamSummary(
      command: command, sources: sources, tally: tally, status: status, jobs: workers, seconds: seconds)
    if !isQuiet { console.note(summary.text) }
    try summaryFile?.write(summary.json)
    if isUndone, let undone, !isQuiet {
      console.report(message: "there was no input: nothing was \(undone)", hint: nil)
    }
    if !isQuiet, let name = absent.sorted().first {
      let option = name == options.format.identifierField ? "--id-field" : "--keep"
      console.report(
        message: "no line has a value of '\(name)', which \(option) names",
        hint: "names have to be written as in the lines")
    }
    return status
  }

  private func writeHeading() throws {
    var output = OutputBuffer()
    makeRenderer().appendHeading(to: &output)
    try console.writeLines(output)
  }
}
