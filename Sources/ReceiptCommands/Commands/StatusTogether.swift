import ReceiptKit

extension Status {
  /// One history of all inputs, or nothing: what cannot be read might say the opposite.
  func judgeTogether(_ renderer: StatusRenderer, _ input: InputSettings) throws -> ExitStatus {
    var combined = renderer.combined
    var worst = ExitStatus.success
    for source in input.sources {
      do throws(ReceiptError) {
        try combined.add(try input.read(source), from: source)
      } catch {
        Console.report(error, source: source)
        worst = max(worst, ExitStatus(error))
      }
    }
    guard worst == .success else {
      if input.sources.count > 1 { Console.note("nothing is said of the others: the history would not be complete") }
      return worst
    }
    let status: SubscriptionStatus
    do throws(ReceiptError) {
      status = renderer.status(of: try combined.history())
    } catch {
      Console.report(error, source: "-")
      return ExitStatus(error)
    }
    let required = ExitStatus(renderer.verdict(on: status))
    if required == .negative {
      input.explain(status.history.authenticity, "-", because: status.history.unverifiedBecause)
    }
    if let activeProduct { return answer(activeProduct, status, "-", required) }
    if json {
      var writer = JSONWriter(layout: .pretty, handingOverTo: Console.write)
      renderer.write(status, head: DocumentHead(source: nil), to: &writer)
      Console.write(writer.bytes)
    } else {
      Console.write(StatusReport(status, momentIsChosen: at != nil).text(text.report()))
    }
    return required
  }
}
