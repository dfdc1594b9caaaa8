import ReceiptKit

extension Status {
  /// Combines all inputs into one history, or reports nothing: an unreadable input might say the opposite.
  func judgeTogether(
    _ renderer: StatusRenderer, _ input: InputSettings, _ console: Console
  ) throws -> ExitStatus {
    var combined = renderer.combined
    var worst = ExitStatus.success
    for source in input.sources {
      do throws(ReceiptError) {
        try combined.add(try input.read(source, console), from: source)
      } catch {
        console.report(error, source: source)
        worst = max(worst, ExitStatus(error))
      }
    }
    guard worst == .success else {
      if input.sources.count > 1 { console.note("nothing is said of the others: the history would not be complete") }
      return worst
    }
    let status: SubscriptionStatus
    do throws(ReceiptError) {
      status = renderer.status(of: try combined.history())
    } catch {
      console.report(error, source: "-")
      return ExitStatus(error)
    }
    if activeProduct != nil, status.history.sharesNothing {
      console.note("two inputs have no purchase in common: they may be of two customers")
    }
    let required = ExitStatus(renderer.verdict(on: status))
    if required == .negative {
      input.explain(status.history.authenticity, "-", console, because: status.history.unverifiedBecause)
    }
    if let activeProduct { return answer(activeProduct, status, "-", required, console) }
    if json {
      var writer = JSONWriter(layout: .pretty, handingOverTo: console.pass)
      renderer.write(status, head: DocumentHead(source: nil), to: &writer)
      try console.write(writer.bytes)
    } else {
      try console.write(StatusReport(status, momentIsChosen: at != nil).text(text.report(console)))
    }
    return required
  }
}
