import HTTPTypes
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after another, on its event loop.
///
///     bytes ─▶ RequestGate ─▶ decoder ─▶ receive ─▶ queue ─▶ handle
///     handle ─▶ begin, receiveBody, end ─▶ answer ─▶ ended
///
/// The gate asks for the ``demand`` before it passes bytes on. It depends on the state, so whatever changes the state
/// outside of ``handle()`` calls ``resume()``. A route says how it is answered (``Route/Answering``): at once, in a
/// task that may read the body, or when the body was read. A small body is collected here (``WholeBody``), any other
/// one by the task.
///
/// The handler enforces time limits for requests and answers, and the size of requests. No request is lost when the
/// server ends. The tasks that make answers stay on the event loop until they wait for something; large bodies go to
/// threads.
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// What a connection does.
  private enum State {
    /// It waits for a request.
    case idle
    /// A request has come with the one before. Other connections are answered first.
    case queued
    case answering(HTTPExchange)
    /// A request was answered before it had arrived. The rest is thrown away.
    case skipping(rest: Int)
    /// No more requests are answered. What comes is thrown away until the client has read the last answer.
    case closing(discarded: Int)
  }

  /// What the decoder makes of the bytes.
  private enum Input {
    case part(HTTPServerRequestPart)
    case fault(HTTPParserError)
    /// The client sends nothing more.
    case closed
  }

  /// How long a connection stays open at shutdown, for a request that has already been sent and for a client that reads
  /// its last answer.
  private static let shutdownDelay: TimeAmount = .milliseconds(500)
  /// The number of unwanted bytes to discard before closing, so that most clients get to read the reason.
  private static let toleratedExcess = 16 << 20
  /// The maximum number of missing bytes of an answered request for which the connection stays open.
  private static let toleratedRest = 1 << 16
  /// The number of bytes of a body that are held before reading stops. It also limits the input that waits for the
  /// decoder, which itself limits neither the target of a request nor the data after an upgrade.
  private static let maximumHeld = 1 << 17

  let responder: Responder
  private let connections: Connections
  private let gate: RequestGate
  let timeLimit: Duration
  private let maximumBody: Int

  private(set) var context: ChannelHandlerContext?
  private var state = State.idle
  /// The input that waits until the current request is answered: the client's end, or what arrived together with the
  /// end of a chunked body, which only the decoder finds.
  private var queue: CircularBuffer<Input> = []
  /// Whether the server ends, and nothing is waited for but the answer of the current request.
  private var isQuiescing = false

  /// The deadline for what the client is to send next; `nil` if nothing has to come.
  private var sendingDeadline: NIODeadline?
  /// Since when the server reads no more. While it is busy with earlier bytes, a client cannot send, and its time does
  /// not count.
  private var pausedSince: NIODeadline?
  /// The deadline by which the client must accept more of the output; `nil` if it has accepted everything.
  private var takingDeadline: NIODeadline?
  private var timer: Scheduled<Void>?

  init(_ responder: Responder, connections: Connections, gate: RequestGate, limits: ServerLimits) {
    self.responder = responder
    self.connections = connections
    self.gate = gate
    timeLimit = limits.timeLimit
    maximumBody = max(limits.input, ServerLimits.appleBody) + Self.toleratedExcess
  }

  /// Adds the handlers of a connection, which reads when they say so. Call it on the channel's event loop.
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
      gate, ByteToMessageHandler(decoder, maximumBufferSize: maximumHeld), HTTPResponseEncoder(configuration: encoder),
      HTTPConnection(responder, connections: connections, gate: gate, limits: limits))
  }
}

/// The events from NIO.
extension HTTPConnection {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    gate.demand = { [unowned self] in demand }
    connections.opened(context.channel)
    expect(until: newDeadline)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    read()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    queue.removeAll()
    if case .answering(let exchange) = state, !exchange.hasArrived { giveUp(exchange, ChannelError.inputClosed) }
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let fault as HTTPParserError: receive(.fault(fault))
    case is ByteToMessageDecoderError.PayloadTooLargeError: receive(.fault(.headerOverflow))
    case ByteToMessageDecoderError.dataReceivedInErrorState(_, let rest): discard(rest.readableBytes)
    default: context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(.part(unwrapInboundIn(data))) }

  func channelReadComplete(context: ChannelHandlerContext) { read() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { receive(.closed) }
    guard event is ChannelShouldQuiesceEvent else { return }
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.shutdownDelay) {
      self.isQuiescing = true
      guard case .answering = self.state else { return context.close(promise: nil) }
    }
  }
}

/// The handling of what arrives.
extension HTTPConnection {
  /// What the gate passes on now.
  private var demand: RequestGate.Demand {
    switch state {
    case .closing: .rest
    case .skipping(let rest): .body(rest)
    case .answering(let exchange) where !exchange.hasArrived: isBodyFull ? .pause : .body(exchange.rest)
    case .idle where queue.isEmpty: .head
    case .idle, .queued, .answering: .nothing
    }
  }

  /// Whether so much of the body waits for the task that reads it that no more is taken.
  private var isBodyFull: Bool {
    guard case .answering(let exchange) = state, case .task = exchange.destination else { return false }
    return exchange.call.pieces.heldCount > Self.maximumHeld
  }

  /// Reads more from the client, if there is space.
  private func read() {
    guard let context else { return }
    if gate.isHolding || isBodyFull {
      pausedSince = pausedSince ?? .now()
    } else {
      sendingDeadline = extendedDeadline
      pausedSince = nil
      context.read()
    }
  }

  private func receive(_ input: Input) {
    if case .closing = state {
      switch input {
      case .part(.body(let piece)): discard(piece.readableBytes)
      case .closed: context?.close(promise: nil)
      case .part, .fault: break
      }
    } else {
      queue.append(input)
      handle()
    }
  }

  /// Handles what has arrived, and lets more come; the gate does so itself while it passes bytes on.
  private func resume() {
    handle()
    guard !gate.isPassing else { return }
    gate.passOn()
    read()
  }

  /// Handles what has arrived, as far as possible.
  private func handle() {
    while let input = next() {
      switch (input, state) {
      case (.part(.head(let head)), _): begin(head)
      case (.part(.body(let piece)), .answering(let exchange)): receiveBody(piece, exchange)
      case (.part(.body(let piece)), .skipping(let rest)): state = .skipping(rest: rest - piece.readableBytes)
      case (.part(.end), .answering(let exchange)): end(exchange)
      case (.part(.end), .skipping): awaitRequest()
      case (.fault(let fault), .answering(let exchange)): fail(exchange, fault)
      case (.fault, .skipping): closeOutput()
      case (.fault(let fault), _): refuse(fault)
      case (.closed, _): context?.close(promise: nil)
      // Nothing of a request comes before its head.
      case (.part, _): break
      }
    }
  }

  private func next() -> Input? {
    switch state {
    case .idle, .skipping: queue.popFirst()
    case .answering(let exchange): exchange.hasArrived ? nil : queue.popFirst()
    case .queued, .closing: nil
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    guard let channel = context?.channel else { return }
    responder.began()
    connections.began(channel)
    var call = Call(head)
    let route = responder.route(of: &call)
    let isHTTP10 = head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
    let answering: Result<Route.Answering, any Error>
    do {
      let permitted = try responder.permittedRoute(for: &call, route)
      if !permitted.isOpen { connections.admitted(channel) }
      if call.hasBody { call.pieces = arrivingBody() }
      answering = .success(try permitted.begin(call))
    } catch {
      answering = .failure(error)
    }
    // The log does not get the requested path, because it can contain a receipt. In HTTP/1.0, keeping a connection open
    // is an extension that requires a length, and a stream of lines has no length.
    let exchange = HTTPExchange(
      call, route: route?.path ?? "other", method: Responder.name(of: call.method), isHTTP10: isHTTP10,
      isLast: isHTTP10 || !head.isKeepAlive || Self.stopsDecoder(head))
    state = .answering(exchange)
    expect(until: newDeadline)
    beginAnswer(exchange, answering)
  }

  /// Whether NIO's decoder stops after this request, because another protocol might follow. No other protocol follows:
  /// an upgrade is ignored (RFC 9110, 7.8), the request is answered, and the answer says that the connection ends.
  private static func stopsDecoder(_ head: HTTPRequestHead) -> Bool {
    head.method == .CONNECT || head.headers.contains(name: "Upgrade")
  }

  /// Begins to answer in the way that the route requires.
  private func beginAnswer(_ exchange: HTTPExchange, _ answering: Result<Route.Answering, any Error>) {
    let call = exchange.call
    switch answering {
    case .failure(let error): answer(exchange, .failure(error))
    case .success(.whenRead(let body)):
      if let length = call.announcedLength, length > body.limit {
        answer(exchange, .success(body.tooLarge(.tooLarge(body.limit))))
        return
      }
      invite(exchange)
      if call.announcedLength ?? 0 > WholeBody.small {
        exchange.destination = .task
        run(exchange) { try await body.answer(call) }
      } else {
        exchange.destination = .connection(body, MemoryShare(body.reader.budget))
        exchange.bytes.reserveCapacity(call.announcedLength ?? 0)
      }
    case .success(.now(let work)):
      exchange.destination = .task
      run(exchange, work)
      if !exchange.hasBegun, !responder.isTooLarge(call) { invite(exchange) }
    }
  }

  /// Tells a client that waits for permission to send the body.
  private func invite(_ exchange: HTTPExchange) {
    guard exchange.isExpecting else { return }
    exchange.isExpecting = false
    let head = HTTPResponseHead(version: .http1_1, status: .continue)
    context?.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
  }

  /// A body that a task reads. The connection continues reading after the task has taken enough.
  private func arrivingBody() -> RequestBody {
    guard let context else { return .none }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    return RequestBody { loop.execute { bound.value.resume() } }
  }

  private func receiveBody(_ piece: ByteBuffer, _ exchange: HTTPExchange) {
    exchange.arrived += piece.readableBytes
    if !exchange.isStreaming {
      guard exchange.arrived <= maximumBody else {
        context?.close(promise: nil)
        return
      }
    } else if piece.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) != nil {
      // After a line has ended, the next line must arrive in time.
      expect(until: newDeadline)
    }
    switch exchange.destination {
    case .discarded: break
    case .task: exchange.call.pieces.add(piece)
    case .connection(let whole, let share):
      exchange.record.received = exchange.arrived
      if exchange.arrived > whole.limit {
        answer(exchange, .success(whole.tooLarge(.tooLarge(whole.limit))))
      } else if exchange.arrived > WholeBody.small {
        // The body is larger than expected, so a thread continues.
        let call = exchange.call
        call.pieces.add(ByteBuffer(bytes: exchange.bytes))
        call.pieces.add(piece)
        exchange.discardBody()
        exchange.destination = .task
        run(exchange) { try await whole.answer(call) }
      } else if share.resize(to: exchange.arrived) {
        exchange.bytes.append(contentsOf: piece.readableBytesView)
      } else {
        answer(exchange, .failure(Problem.busy))
      }
    }
  }

  /// Handles the end of a request.
  private func end(_ exchange: HTTPExchange) {
    exchange.hasArrived = true
    expect(until: nil)
    exchange.call.pieces.end()
    answerCollectedBody(exchange)
  }

  /// Makes the answer to a body that the connection has collected.
  private func answerCollectedBody(_ exchange: HTTPExchange) {
    guard case .connection(let whole, let share) = exchange.destination else { return }
    let bytes = exchange.bytes
    exchange.discardBody()
    run(exchange) { try share.holding(try await whole.make(bytes)) }
  }

  /// Makes the answer in a task. It stays on the event loop until it waits for something.
  private func run(_ exchange: HTTPExchange, _ work: @escaping @Sendable () async throws -> Reply) {
    guard let loop = context?.eventLoop else { return }
    let bound = NIOLoopBound((self, exchange), eventLoop: loop)
    Task.immediate(priority: .serving) {
      let result: Result<Reply, any Error>
      do { result = .success(try await work()) } catch { result = .failure(error) }
      @Sendable func finish() {
        let (connection, exchange) = bound.value
        connection.answer(exchange, result)
      }
      if loop.inEventLoop { finish() } else { loop.execute(finish) }
    }
  }

  /// Ends a request that is malformed, or ends too early.
  private func fail(_ exchange: HTTPExchange, _ fault: HTTPParserError) {
    guard context?.channel.isActive ?? false else { return giveUp(exchange, fault) }
    exchange.hasArrived = true
    exchange.isLast = true
    exchange.call.pieces.end(fault)
    // A task that reads the body gets the fault from it, and answers.
    if case .task = exchange.destination { return }
    // An answer that is already being written is the last one.
    if !exchange.hasBegun { answer(exchange, .failure(fault)) }
  }

  /// Answers bytes that are not a request.
  private func refuse(_ fault: HTTPParserError) {
    responder.began()
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    let unreadable = HTTPExchange(Call(head), route: "other", method: "other", isHTTP10: false, isLast: true)
    unreadable.hasArrived = true
    state = .answering(unreadable)
    answer(unreadable, .failure(fault))
  }

  /// Ends an exchange whose request will not arrive and gets no answer.
  private func giveUp(_ exchange: HTTPExchange, _ error: any Error) {
    exchange.hasArrived = true
    exchange.call.pieces.end(error)
    // A task that reads the body ends the exchange.
    if case .task = exchange.destination { return }
    if !exchange.hasBegun { ended(exchange, isBrokenOff: false) }
  }
}

/// The ways in which an exchange ends:
///
/// | what happened | answer | connection afterwards |
/// | --- | --- | --- |
/// | ``answer(_:_:)`` with a reply | is written, then ``ended(_:isBrokenOff:)`` | waits, skips the rest, or closes |
/// | ``drop(_:)``: an error without a reply | none, or broken off | closes at once |
/// | ``fail(_:_:)``: the request is malformed | 400, if none is being written | closes its output |
/// | ``giveUp(_:_:)``: the client is gone | none | is closed |
extension HTTPConnection {
  private func answer(_ exchange: HTTPExchange, _ result: Result<Reply, any Error>) {
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
    if case .connection = exchange.destination { exchange.discardBody() }
    if !exchange.hasArrived {
      // A request without a body may be answered before its end is handled, and has no lines.
      if case .stream = reply.body, exchange.call.hasBody {
        // The lines of the body are read and answered at the same time. The route decides this, not the client:
        // otherwise, a client could keep any request open by sending a line now and then.
        exchange.isStreaming = true
        expect(until: newDeadline)
        invite(exchange)
      } else if exchange.rest ?? .max > Self.toleratedRest {
        // The rest is too long, or its length is unknown.
        exchange.isLast = true
      }
    }
    exchange.isLast = exchange.isLast || connections.isDraining
    exchange.record.code = reply.status.code
    exchange.record.appleStatus = reply.appleStatus
    write(reply, of: exchange)
  }

  /// Closes the connection without an answer, or in the middle of one.
  func drop(_ exchange: HTTPExchange) {
    ended(exchange, isBrokenOff: exchange.hasBegun)
    context?.close(promise: nil)
  }

  /// Ends an exchange after its answer was written, or if it cannot be written.
  func ended(_ exchange: HTTPExchange, isBrokenOff: Bool) {
    exchange.record.isBrokenOff = isBrokenOff
    if case .task = exchange.destination { exchange.record.received = exchange.call.pieces.takenCount }
    responder.note(exchange.record, ContinuousClock.now - exchange.began)
    guard case .answering(let current) = state, current === exchange else { return }
    guard let context, context.channel.isActive, !isBrokenOff else {
      state = .closing(discarded: 0)
      return
    }
    connections.answered(context.channel)
    if exchange.isLast || isQuiescing {
      closeOutput(discarded: exchange.hasArrived ? 0 : exchange.arrived)
    } else if exchange.hasArrived {
      awaitRequest()
    } else if let rest = exchange.rest, !exchange.isStreaming {
      state = .skipping(rest: rest)
    } else {
      closeOutput()
    }
    resume()
  }

  /// Waits for the next request. Other connections come before one that has already arrived.
  private func awaitRequest() {
    state = .idle
    expect(until: newDeadline)
    guard gate.isHolding || !queue.isEmpty, let context else { return }
    state = .queued
    context.eventLoop.assumeIsolated().execute {
      guard case .queued = self.state else { return }
      self.state = .idle
      self.resume()
    }
  }

  /// Ends the output and waits a moment until the client has read the answer.
  ///
  /// If the connection were closed at once, arriving data would reset it, and the answer would be lost.
  private func closeOutput(discarded: Int = 0) {
    let isInputClosed = if case .closed? = queue.last { true } else { false }
    state = .closing(discarded: discarded)
    queue.removeAll()
    expect(until: newDeadline)
    context?.close(mode: isInputClosed || isQuiescing ? .all : .output, promise: nil)
  }

  private func discard(_ count: Int) {
    guard case .closing(let discarded) = state else { return }
    state = .closing(discarded: discarded + count)
    if discarded + count > maximumBody { context?.close(promise: nil) }
  }
}

/// Time limits.
extension HTTPConnection {
  /// The deadline for what begins now.
  private var newDeadline: NIODeadline { .now() + TimeAmount(timeLimit) }

  /// Closes the connection unless a request, or its body, has arrived by a time.
  private func expect(until time: NIODeadline?) {
    sendingDeadline = time
    pausedSince = nil
    schedule()
  }

  /// The deadline for sending, with the time in which the server did not read.
  private var extendedDeadline: NIODeadline? {
    guard let sendingDeadline, let pausedSince else { return sendingDeadline }
    return sendingDeadline + (.now() - pausedSince)
  }

  /// Writes, and measures the time until the client, or the system's buffer for it, accepts the data.
  func writeWatched(_ part: HTTPServerResponsePart) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    let promise = context.eventLoop.makePromise(of: Void.self)
    takingDeadline = newDeadline
    schedule()
    promise.futureResult.assumeIsolated().whenComplete { _ in self.takingDeadline = nil }
    context.writeAndFlush(wrapOutboundOut(part), promise: promise)
    return promise.futureResult
  }

  private var nextDeadline: NIODeadline? { [extendedDeadline, takingDeadline].compactMap(\.self).min() }

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
