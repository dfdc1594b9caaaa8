extension ReferenceEntry {
  /// The entries for this software's verdicts and their steps, its checks, and the stages of a diagnosis. They are
  /// switches, so that the compiler demands an entry for every new case; checks have their own words.
  static let judgements: [ReferenceEntry] =
    Authenticity.Verdict.allCases.map(verdict) + Authenticity.Step.Name.allCases.map(step)
    + Authenticity.Step.Outcome.allCases.map(outcome) + Authenticity.JudgedAt.Source.allCases.map(source)
    + Check.all.map { check in
      ReferenceEntry(.check, check.identifier, check.summary, check.actor, check.action)
    }
    + Diagnosis.Stage.Name.allCases.map(stage)

  private static func verdict(_ verdict: Authenticity.Verdict) -> ReferenceEntry {
    func entry(_ meaning: String, _ actor: ReferenceEntry.Actor, _ action: String = "") -> ReferenceEntry {
      ReferenceEntry(.verdict, verdict.rawValue, meaning, actor, action)
    }
    return switch verdict {
    case .authentic:
      entry(
        """
        Apple signed it: the chain ends at a pinned Apple root, every marker is there, and the signature is right. It \
        says nothing about whose receipt it is.
        """, .noOne)
    case .testSigned:
      entry(
        """
        The chain, its markers and the signature are right, but the chain ends at an anchor that you gave with \
        --trust-anchor, such as Xcode's certificate or a test authority. Apple did not sign it.
        """, .developer, "Use it for tests only.")
    case .untrustedChain:
      entry(
        """
        No chain leads from the signer to a trusted root. Receipts of StoreKit testing in Xcode end here, and forged \
        ones.
        """,
        .developer,
        "Grant nothing. For a receipt from Xcode, give the certificate that Xcode exports with --trust-anchor.")
    case .wrongPurpose:
      entry(
        """
        The certificates are Apple's, but they were not issued for signing receipts. Any developer has such \
        certificates.
        """,
        .developer, "Grant nothing: this is how receipts are forged.")
    case .outsideValidity:
      entry(
        """
        A certificate of the chain was not valid when the receipt claims to have been made, or at the time of --at. \
        It does not speak of the signature of a PKCS#7 receipt, which is checked only once the certificates hold: it \
        may be wrong as well.
        """,
        .developer,
        """
        Leave --at out: receipts are judged at their own date. If it fails even so, grant nothing, and ask for a new \
        receipt: a genuine one passes, however old it is.
        """
      )
    case .badSignature:
      entry(
        "Contents and signature do not belong together: one of the two was changed or damaged.",
        .sender, "Take the receipt again from the device. If it fails again, grant nothing.")
    case .unsigned:
      entry("There is no signature: anybody could have written it.", .developer, "Grant nothing.")
    }
  }

  private static func step(_ step: Authenticity.Step.Name) -> ReferenceEntry {
    let meaning =
      switch step {
      case .signerCertificate: "Finds the certificate that the signature names among the embedded ones."
      case .chain: "Looks for a chain from that certificate to a trusted root, whatever the dates."
      case .validity:
        "Asks whether every certificate of the chain was valid when the receipt was made. Never at today's clock: real "
          + "receipts are older than their certificates last."
      case .markerOIDs:
        "Looks for Apple's marks for receipt signing: \(MarkerOID.receiptSigning) on the signer, "
          + "\(MarkerOID.developerRelations) on the intermediate."
      case .signature: "Verifies that the signature belongs to the payload."
      }
    return ReferenceEntry(.step, step.rawValue, meaning, source: "RFC 5652, RFC 5280; " + FactSource.observed)
  }

  private static func outcome(_ outcome: Authenticity.Step.Outcome) -> ReferenceEntry {
    let meaning =
      switch outcome {
      case .passed: "The step holds."
      case .failed: "The step does not hold. The verdict follows from the first step that failed."
      case .skipped:
        "The step was not looked at, because one before it failed or because it does not apply. It has not passed."
      }
    return ReferenceEntry(.step, outcome.rawValue, meaning)
  }

  private static func source(_ source: Authenticity.JudgedAt.Source) -> ReferenceEntry {
    let meaning =
      switch source {
      case .receiptCreationDate: "Certificates were judged when the receipt was made, as its attribute 12 says."
      case .purchaseDate: "Certificates were judged at the purchase: an iOS 6 transaction receipt has no other date."
      case .signedDate: "Certificates were judged when the data was signed, as its `signedDate` says."
      case .now: "Certificates were judged at the time of the check: the signed data has no date."
      case .override: "Certificates were judged at the time that --at gave."
      }
    return ReferenceEntry(.judgingTime, source.rawValue, meaning)
  }

  private static func stage(_ stage: Diagnosis.Stage.Name) -> ReferenceEntry {
    let meaning =
      switch stage {
      case .decoded: "The wrappings came off and the bytes of a receipt were found."
      case .envelope: "The bytes are a signed envelope that can be taken apart."
      case .payload: "The claims of the receipt can be read."
      case .signer: "The certificate that signed is there."
      case .chain: "A chain leads from it to a trusted root."
      case .time: "The certificates were valid when the receipt was made."
      case .purpose: "The certificates were issued for signing receipts."
      case .signature: "The signature belongs to these bytes."
      }
    return ReferenceEntry(.stage, stage.rawValue, meaning)
  }
}
