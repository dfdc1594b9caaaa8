import HTTPTypes
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after another, on its event loop.
///
/// The handler enforces time limits for requests and answers, and the size of requests. No request is lost when the
/// server ends. Tasks and threads are used only for answers that must be waited for, and for large ones.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a connection without a request stays open at shutdown, for a request that has already been sent.
  private static let lastCall: TimeAmount = .milliseconds(500)
  /// The number of unwanted bytes to discard before closing, so that most clients get to read the reason.
  private static let toleratedExcess = 16 << 20
  /// The maximum number of missing bytes of an answered request for which the connection stays open.
  private static let toleratedRest = 1 << 16
  /// The number of bytes of a body that are held before reading stops. It also limits the input that waits for the
  /// decoder, which itself limits neither the target of a request nor the data after an upgrade.
  private static let mostBytes = 1 << 17

  let responder: Responder
  private let connections: Connections
  private let gate: RequestGate
  let patience: Duration
  private let maximumBody: Int

  private(set) var context: ChannelHandlerContext?
  private var arrival = RequestArrival()
  /// Data that arrived after the current request, or the decoder's error.
  private var queue: CircularBuffer<Result<HTTPServerRequestPart, HTTPParserError>> = []
  /// The request that is being answered.
  private var exchange: Exchange?
  /// The number of requests whose answer is not completely written.
  private var unanswered = 0

  /// The deadline by which the client must accept more of the output; `nil` if it has accepted everything.
  private var takingDeadline: NIODeadline?
  private var timer: Scheduled<Void>?

  private var isFaulty = false
  /// Whether no more requests are answered and arriving data is discarded.
  private var isLeaving = false
  /// The number of discarded bytes.
  private var thrownAway = 0
  private var isInputClosed = false
  private var isDraining = false
  /// Whether the connection is closed after the current answer.
  private var isQuiescing = false

  private var isReadHeld = false
  private var isReading = false
  private var isGoingOn = false
  /// Whether a request was answered in this turn of the event loop. Other connections come before the next request of
  /// this one.
  private var hasHadTurn = false
  private var isTurnScheduled = false

  init(_ responder: Responder, connections: Connections, gate: RequestGate, limits: ServerLimits) {
    self.responder = responder
    self.connections = connections
    self.gate = gate
    patience = limits.patience
    maximumBody = max(limits.input, ServerLimits.appleBody) + Self.toleratedExcess
  }

  /// Adds the handlers of a connection. Call it on the channel's event loop.
  static func prepare(
    _ channel: any Channel, _ responder: Responder, connections: Connections, limits: ServerLimits
  ) throws {
    var decoderLimits = NIOHTTPDecoderLimitConfiguration()
    decoderLimits.maxHeaderFieldSize = 16 << 10
    decoderLimits.maxHeaderListSize = 32 << 10
    decoderLimits.maxHeaderFieldCount = 100
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoderLimits)
    var encoder = HTTPResponseEncoder.Configuration()
    // The head of an answer says how its body is framed.
    encoder.automaticallySetFramingHeaders = false
    let gate = RequestGate()
    try channel.pipeline.syncOperations.addHandlers(
      gate, ByteToMessageHandler(decoder, maximumBufferSize: mostBytes), HTTPResponseEncoder(configuration: encoder),
      HTTPConnection(responder, connections: connections, gate: gate, limits: limits))
  }

  private var later: NIODeadline { .now() + TimeAmount(patience) }
}

/// The events from NIO.
extension HTTPConnection {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    gate.appetite = { [unowned self] in appetite }
    connections.opened(context.channel)
    arrival.wait(until: later)
    schedule()
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    queue.removeAll()
    if let exchange, !exchange.hasArrived { giveUp(exchange, ChannelError.inputClosed) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let fault: HTTPParserError
    switch error {
    case let error as HTTPParserError: fault = error
    case is ByteToMessageDecoderError.PayloadTooLargeError: fault = .headerOverflow
    case ByteToMessageDecoderError.dataReceivedInErrorState(_, let rest):
      throwAway(rest.readableBytes)
      return
    default:
      if !isFaulty { context.close(promise: nil) }
      return
    }
    guard !isFaulty, !isLeaving else { return }
    isFaulty = true
    queue.append(.failure(fault))
    goOn()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    isReading = true
    guard !isLeaving else {
      if case .body(let piece) = part { throwAway(piece.readableBytes) }
      return
    }
    switch part {
    case .head(let head):
      unanswered += 1
      arrival.begin(head.headers, until: later)
      schedule()
    case .body(let piece):
      arrival.take(piece, until: later)
      if !arrival.isStreaming, arrival.count > maximumBody {
        context.close(promise: nil)
        return
      }
    case .end:
      arrival.end()
      // The request was answered before it had arrived completely.
      if unanswered == 0 { arrival.wait(until: later) }
    }
    queue.append(.success(part))
    goOn()
    if isDraining { quiesce() }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    if queue.isEmpty { hasHadTurn = false }
    arrival.pause(at: .now())
  }

  /// Called when the channel is ready to read more.
  func read(context: ChannelHandlerContext) {
    guard !isFull else {
      isReadHeld = true
      return
    }
    arrival.resume(at: .now())
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed {
      isInputClosed = true
      if isLeaving || unanswered == 0 { context.close(promise: nil) }
    }
    guard event is ChannelShouldQuiesceEvent else { return }
    isDraining = true
    if unanswered > 0 {
      quiesce()
    } else {
      context.eventLoop.assumeIsolated().scheduleTask(in: Self.lastCall) { self.quiesce() }
    }
  }
}

/// The handling of arriving data, and its timing.
extension HTTPConnection {
  /// What the gate passes on now.
  private var appetite: RequestGate.Appetite {
    if isLeaving || isFaulty { return .rest }
    // A request that was answered before it arrived has no exchange, and its body still comes.
    guard queue.isEmpty, !(exchange?.hasArrived ?? false) else { return .nothing }
    if isBodyFull { return .pause }
    return arrival.isUnderWay ? .body(arrival.rest) : .head
  }

  /// Whether so much of the body waits for the task that reads it that no more is taken.
  private var isBodyFull: Bool { exchange?.source.map { $0.heldCount > Self.mostBytes } ?? false }

  private var isFull: Bool { !isLeaving && (gate.isHolding || isBodyFull) }

  /// Resumes reading once there is space.
  private func resumeReading() {
    gate.passOn()
    guard isReadHeld, !isFull, let context else { return }
    isReadHeld = false
    read(context: context)
  }

  /// Processes data that has arrived: the rest of the current request, or the next one.
  private func goOn() {
    guard !isGoingOn else { return }
    isGoingOn = true
    while let next = queue.first, isReady(for: next) {
      queue.removeFirst()
      switch next {
      case .success(.head(let head)): begin(head)
      case .success(.body(let piece)): take(piece)
      case .success(.end): end()
      case .failure(let fault): fail(fault)
      }
    }
    isGoingOn = false
    if !queue.isEmpty, exchange == nil {
      scheduleTurn()
    } else if queue.isEmpty, !isReading {
      hasHadTurn = false
    }
    resumeReading()
  }

  private func isReady(for next: Result<HTTPServerRequestPart, HTTPParserError>) -> Bool {
    if let exchange { return !exchange.hasArrived }
    if case .success(.head) = next { return !hasHadTurn }
    return true
  }

  private func scheduleTurn() {
    guard !isTurnScheduled, let context else { return }
    isTurnScheduled = true
    context.eventLoop.assumeIsolated().execute {
      self.isTurnScheduled = false
      self.hasHadTurn = false
      self.goOn()
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    guard let channel = context?.channel else { return }
    responder.began()
    connections.began(channel)
    var call = Call(head)
    let route = responder.route(of: &call)
    let isOld = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
    let answering: Result<Route.Answering, any Error>
    do {
      let route = try responder.admit(&call, route)
      if !route.isOpen { connections.admitted(channel) }
      if call.hasBody { call.pieces = arrivingBody() }
      answering = .success(try route.begin(call))
    } catch {
      answering = .failure(error)
    }
    // The log does not get the requested path, because it can contain a receipt. In HTTP/1.0, keeping a connection open
    // is an extension that requires a length, and a stream of lines has no length.
    let exchange = Exchange(
      call, route: route?.path ?? "other", method: Responder.name(of: call.method), isOld: isOld,
      isLast: isOld || !head.isKeepAlive || Self.stopsDecoder(head))
    exchange.hasArrived = !call.hasBody
    self.exchange = exchange
    pursue(exchange, answering)
  }

  /// Whether NIO's decoder stops after this request, because another protocol might follow. No other protocol follows:
  /// an upgrade is ignored (RFC 9110, 7.8), the request is answered, and the answer says that the connection ends.
  private static func stopsDecoder(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT || head.headers.contains(name: "Upgrade")
  }

  /// Begins to answer in the way that the route requires.
  private func pursue(_ exchange: Exchange, _ answering: Result<Route.Answering, any Error>) {
    let call = exchange.call
    switch answering {
    case .failure(let error): answer(exchange, .failure(error))
    case .success(.now(let reply)):
      // A stream of lines is read and answered at the same time.
      if case .stream = reply.body, call.hasBody {
        exchange.source = call.pieces
        // If more than one request is unanswered, a later request is already arriving, so this one has arrived
        // completely.
        if unanswered == 1 { arrival.stream(until: later) }
        invite(exchange)
      }
      answer(exchange, .success(reply))
    case .success(.whenRead(let body)):
      if let length = call.announcedLength, length > body.limit {
        answer(exchange, .success(body.tooLarge(.tooLarge(body.limit))))
        return
      }
      invite(exchange)
      if call.announcedLength ?? 0 > WholeBody.small {
        exchange.source = call.pieces
        run(exchange) { try await body.answer(call) }
      } else {
        exchange.whole = body
        exchange.share = MemoryShare(body.reader.budget)
        exchange.bytes.reserveCapacity(call.announcedLength ?? 0)
        if exchange.hasArrived { make(exchange) }
      }
    case .success(.called(let start)):
      exchange.source = call.hasBody ? call.pieces : nil
      start(finish(exchange))
    case .success(.later(let work)):
      if call.hasBody {
        exchange.source = call.pieces
        if !responder.isTooLarge(call) { invite(exchange) }
      }
      run(exchange, work)
    }
  }

  /// Tells a client that waits for permission to send the body.
  private func invite(_ exchange: Exchange) {
    // HTTP/1.0 clients do not understand interim answers.
    guard !exchange.isOld, exchange.call.headers[.expect]?.lowercased() == "100-continue", let context else { return }
    context.writeAndFlush(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  /// A body that a task reads. The connection continues reading after the task has taken enough.
  private func arrivingBody() -> RequestBody {
    guard let context else { return .none }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    return RequestBody { loop.execute { bound.value.resumeReading() } }
  }

  private func take(_ piece: ByteBuffer) {
    guard let exchange else { return }
    if let source = exchange.source {
      source.add(piece)
      return
    }
    guard let whole = exchange.whole, let share = exchange.share else { return }
    let count = exchange.bytes.count + piece.readableBytes
    exchange.record.received = count
    guard count <= whole.limit else {
      answer(exchange, .success(whole.tooLarge(.tooLarge(whole.limit))))
      return
    }
    guard count <= WholeBody.small else {
      // The body is larger than expected, so a thread continues.
      let call = exchange.call
      call.pieces.add(ByteBuffer(bytes: exchange.bytes))
      call.pieces.add(piece)
      (exchange.source, exchange.whole, exchange.share, exchange.bytes) = (call.pieces, nil, nil, [])
      run(exchange) { try await whole.answer(call) }
      return
    }
    guard share.resize(to: count) else {
      answer(exchange, .failure(Problem.busy))
      return
    }
    exchange.bytes.append(contentsOf: piece.readableBytesView)
  }

  private func end() {
    guard let exchange, !exchange.hasArrived else { return }
    exchange.hasArrived = true
    exchange.source?.end()
    make(exchange)
  }

  /// Makes the answer to a body that has arrived.
  private func make(_ exchange: Exchange) {
    guard let whole = exchange.whole, let share = exchange.share else { return }
    let bytes = exchange.bytes
    (exchange.whole, exchange.share, exchange.bytes) = (nil, nil, [])
    do {
      switch try whole.make(bytes) {
      case .reply(let reply): answer(exchange, .success(try share.holding(reply)))
      case .called(let start):
        let finish = finish(exchange)
        start { result in finish(Result { try share.holding(try result.get()) }) }
      }
    } catch {
      answer(exchange, .failure(error))
    }
  }

  private func fail(_ fault: HTTPParserError) {
    if let exchange {
      guard context?.channel.isActive ?? false else { return giveUp(exchange, fault) }
      exchange.hasArrived = true
      if exchange.hasBegun, exchange.source == nil {
        // The answer is already being written and comes first.
        queue.prepend(.failure(fault))
        return
      }
      exchange.isLast = true
      if let source = exchange.source {
        source.end(fault)
      } else {
        answer(exchange, .failure(fault))
      }
    } else {
      responder.began()
      unanswered += 1
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
      let unreadable = Exchange(Call(head), route: "other", method: "other", isOld: false, isLast: true)
      unreadable.hasArrived = true
      exchange = unreadable
      answer(unreadable, .failure(fault))
    }
  }

  /// Ends an exchange whose request will not arrive and gets no answer.
  private func giveUp(_ exchange: Exchange, _ error: any Error) {
    exchange.hasArrived = true
    if let source = exchange.source {
      // The task that reads the body ends the exchange.
      source.end(error)
    } else if !exchange.hasBegun {
      ended(exchange, isBrokenOff: false)
    }
  }

  private func run(_ exchange: Exchange, _ work: @escaping @Sendable () async throws -> Reply) {
    let finish = finish(exchange)
    Task(priority: .serving) {
      let result: Result<Reply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      finish(result)
    }
  }

  /// The callback with which another thread returns the answer.
  private func finish(_ exchange: Exchange) -> @Sendable (Result<Reply, any Error>) -> Void {
    guard let context else { return { _ in } }
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, exchange), eventLoop: loop)
    return { result in
      loop.execute {
        let (connection, exchange) = bound.value
        connection.answer(exchange, result)
      }
    }
  }
}

/// The ways in which an exchange ends.
extension HTTPConnection {
  private func answer(_ exchange: Exchange, _ result: Result<Reply, any Error>) {
    let isActive = context?.channel.isActive ?? false
    let reply: Reply
    switch result {
    case .success(let made): reply = made
    case .failure(let problem as Problem): reply = problem.reply
    case .failure(let fault as HTTPParserError) where isActive && !exchange.hasBegun:
      exchange.isLast = true
      reply = Problem.malformed(fault).reply
    case .failure: return drop(exchange)
    }
    guard !reply.isDropped else { return drop(exchange) }
    (exchange.whole, exchange.share, exchange.bytes) = (nil, nil, [])
    exchange.record.code = reply.status.code
    exchange.record.appleStatus = reply.appleStatus
    isLeaving = !exchange.hasArrived && isUnwanted(restFor: reply)
    exchange.isLast = exchange.isLast || isLeaving || isDraining || connections.isDraining
    if isLeaving { queue.removeAll() }
    write(reply, of: exchange)
  }

  /// Closes the connection without an answer, or in the middle of one.
  func drop(_ exchange: Exchange) {
    ended(exchange, isBrokenOff: exchange.hasBegun)
    context?.close(promise: nil)
  }

  /// Ends an exchange after its answer was written, or if it cannot be written.
  func ended(_ exchange: Exchange, isBrokenOff: Bool) {
    exchange.record.isBrokenOff = isBrokenOff
    if let source = exchange.source { exchange.record.received = source.takenCount }
    responder.note(exchange.record, ContinuousClock.now - exchange.began)
    guard self.exchange === exchange else { return }
    self.exchange = nil
    unanswered = max(0, unanswered - 1)
    guard let context, context.channel.isActive, !isBrokenOff else { return }
    if isQuiescing || (isInputClosed && (exchange.isLast || unanswered == 0)) {
      context.close(promise: nil)
    } else if exchange.isLast {
      leave(context)
    } else {
      if unanswered == 0 {
        connections.answered(context.channel)
        if !arrival.isUnderWay { arrival.wait(until: later) }
        schedule()
      }
      hasHadTurn = true
      goOn()
    }
  }

  /// Ends the output and waits a moment until the client has read the answer.
  ///
  /// If the connection were closed at once, arriving data would reset it, and the answer would be lost.
  private func leave(_ context: ChannelHandlerContext) {
    isLeaving = true
    queue.removeAll()
    unanswered = 0
    connections.answered(context.channel)
    arrival.wait(until: later)
    schedule()
    context.close(mode: .output, promise: nil)
    resumeReading()
  }

  /// Whether the rest of the request exceeds the limit for discarding. An answer without a length is a stream of lines,
  /// which continues with the request.
  private func isUnwanted(restFor reply: Reply) -> Bool {
    if case .stream = reply.body { return false }
    return arrival.rest.map { $0 > Self.toleratedRest } ?? true
  }

  private func throwAway(_ count: Int) {
    thrownAway += count
    if thrownAway > Self.toleratedExcess { context?.close(promise: nil) }
  }

  /// Closes the connection: at once, or after the current answer.
  private func quiesce() {
    isQuiescing = true
    if unanswered == 0 { context?.close(promise: nil) }
  }
}

/// Time limits.
extension HTTPConnection {
  /// Writes, and measures the time until the client, or the system's buffer for it, accepts the data.
  func writeWatched(_ part: HTTPServerResponsePart) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let promise = context.eventLoop.makePromise(of: Void.self)
    takingDeadline = later
    schedule()
    promise.futureResult.assumeIsolated().whenComplete { _ in self.takingDeadline = nil }
    context.writeAndFlush(wrapOutboundOut(part), promise: promise)
    return promise.futureResult
  }

  private var nextDeadline: NIODeadline? {
    guard let takingDeadline else { return arrival.deadline(at: .now()) }
    return arrival.deadline(at: .now()).map { min($0, takingDeadline) } ?? takingDeadline
  }

  /// Schedules the only timer of the connection. The timer is rescheduled when it fires, not with every request.
  private func schedule() {
    guard timer == nil, let context, let next = nextDeadline else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) {
      self.timer = nil
      if let deadline = self.nextDeadline, deadline <= .now() {
        context.close(promise: nil)
      } else {
        self.schedule()
      }
    }
  }
}
