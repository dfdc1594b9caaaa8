/// What a server should do about a server notification of version 2, given what the customer may use after it.
///
/// The type of a notification has a rule, which is right for most of its notifications. Where the rule does not agree
/// with the holding, the holding counts, and the rule is not printed. No other code decides this.
package struct NotificationAdvice: Equatable, Sendable {
  /// What to do about access.
  package enum Effect: String, CaseIterable, Sendable {
    /// What the type means in general.
    case rule
    /// The customer keeps access, although the type means something else in general.
    case keep
    /// The customer has no access, although the type means something else in general.
    case withhold
    /// No statement in the notification decides.
    case ask
  }

  /// The meaning of the type that fits the holding best.
  package let meaning: NotificationMeaning
  /// What to do about access.
  package let effect: Effect
  /// Whether the task of the meaning is to be done although its rule does not hold.
  private let keepsTask: Bool

  /// - Parameters:
  ///   - holding: what the customer may use after the notification; `nil` if it is about no purchase.
  ///   - subscription: the subscription with this holding; `nil` for a product that is bought once.
  /// - Returns: `nil` if the type, or the subtype with this type, is unknown.
  init?(_ type: String, _ subtype: String?, _ holding: Holding?, of subscription: Subscription?) {
    guard let common = NotificationMeaning.of(type, subtype) else { return nil }
    var meaning = common
    if let state = holding?.state, common.type == "DID_FAIL_TO_RENEW" {
      // Apple's status, and not the subtype, says whether there is a grace period.
      let provenSubtype: String? =
        if state.isInGrace { "GRACE_PERIOD" } else if state.access == .no { nil } else { subtype }
      meaning = .of(type, provenSubtype) ?? common
    }
    if subscription?.isCommitted == true { meaning = .ofCommitment(meaning.type, meaning.subtype) ?? meaning }
    self.meaning = meaning
    let isConsistent = Self.agrees(meaning, holding, subscription?.continuation ?? .unknown)
    keepsTask = isConsistent && meaning.access == .keep
    guard let holding, meaning.access != .nothing else {
      effect = .rule
      return
    }
    // `nothing` has returned above; the switch names it only to be complete.
    switch (holding.access, meaning.access) {
    case (.yes, .grant), (.yes, .keep), (.yes, .giveBack): effect = isConsistent ? .rule : .keep
    case (.yes, .end), (.yes, .takeBack), (.yes, .nothing): effect = .keep
    case (.no, .end), (.no, .takeBack): effect = .rule
    case (.no, .grant), (.no, .keep), (.no, .giveBack), (.no, .nothing): effect = .withhold
    // Nothing changes, whatever it was.
    case (.unknown, .keep): effect = isConsistent ? .rule : .ask
    case (.unknown, _): effect = .ask
    }
  }

  /// Whether what the meaning says beside access agrees with the state and with the renewal information.
  private static func agrees(
    _ meaning: NotificationMeaning, _ holding: Holding?, _ continuation: Subscription.Continuation
  ) -> Bool {
    switch (meaning.type, meaning.subtype) {
    case ("DID_FAIL_TO_RENEW", "GRACE_PERIOD"?): holding?.state.isInGrace ?? true
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"?):
      continuation != .renews && continuation != .needsConsent
    case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED"?): continuation != .ends
    // Turned off after a notice of a higher price.
    case ("DID_CHANGE_RENEWAL_STATUS", nil): continuation == .ends || continuation == .unknown
    default: true
    }
  }

  // -- Sentences.

  /// What happened. Details of it that are right only if the rule holds are left out.
  package var event: Message {
    guard effect != .rule, let end = meaning.event.firstRange(of: ". ") else { return Message(english: meaning.event) }
    return Message(english: meaning.event[..<end.lowerBound] + ".")
  }

  /// The effect on access as a word of the table of types, for programs.
  package var access: NotificationMeaning.Access {
    switch effect {
    case .rule: meaning.access
    case .keep: .keep
    case .withhold, .ask: .nothing
    }
  }

  /// What to do about access, in a few words.
  package var words: Message {
    switch effect {
    case .rule: Message(english: meaning.access.words)
    case .keep: Message(english: NotificationMeaning.Access.keep.words)
    case .withhold: "grant nothing"
    case .ask: "change nothing"
    }
  }

  /// The reason, in one or two sentences.
  package var detail: Message {
    switch effect {
    case .rule: Message(english: meaning.accessDetail)
    case .keep, .withhold: "The status and the dates in it count, and not its type."
    case .ask: "Nothing in it says whether the customer has access."
    }
  }

  /// The task of the server, in whole sentences; empty if there is none.
  package var action: Message {
    let task: Message? =
      (effect == .rule || keepsTask) && !meaning.action.isEmpty ? Message(english: meaning.action) : nil
    let own: Message =
      switch effect {
      case .rule: ""
      case .keep: "Keep access."
      case .withhold: "Grant nothing because of it."
      case .ask where meaning.access == .end || meaning.access == .takeBack:
        "Ask Apple for the status of the subscriptions before you take anything back."
      case .ask: "Ask Apple for the newest transaction before you grant anything."
      }
    return [own == "" ? nil : own, task].compactMap(\.self).joined(separator: " ")
  }

  /// The number of hours within which the server must act.
  package var hours: Int? { effect == .rule || keepsTask ? meaning.hours : nil }
}

/// What a notification of version 2 says of access, according to all signed data in it.
package struct NotificationOutcome: Sendable {
  /// What the customer may use; `nil` if the notification is about no purchase.
  package let holding: Holding?
  /// The subscription with this holding; `nil` for a product that is bought once.
  package let subscription: Subscription?
  /// When the notification was signed.
  package let moment: Instant?
  /// What to do; `nil` if the type, or the subtype with this type, is unknown.
  package let advice: NotificationAdvice?

  /// - Parameters:
  ///   - history: the history of one notification.
  ///   - now: the moment of the question if the notification does not say when it was signed.
  package init(_ history: PurchaseHistory, at now: Instant) {
    moment = history.knownUntil?.instant
    let status = SubscriptionStatus(history, at: moment ?? now)
    subscription = status.subscriptions.first
    holding = subscription?.holding ?? status.holdings.purchases.first
    advice = NotificationAdvice(
      history.notificationType ?? "", history.notificationSubtype, holding, of: subscription)
  }
}

extension Holding.State {
  /// Whether Apple grants access while it tries to charge.
  fileprivate var isInGrace: Bool {
    switch self {
    case .gracePeriod, .graceWithoutEnd: true
    default: false
    }
  }
}
