extension TextPage {
  /// Writes every certificate of an input, in the input's order.
  mutating func certificates(_ authenticity: Authenticity) {
    let certificates = authenticity.certificates
    guard !certificates.isEmpty else {
      heading("Certificates: none")
      return
    }
    heading("Certificates: \(grouped: certificates.count)", "in the order in which they are embedded")
    for (index, certificate) in certificates.enumerated() {
      if index > 0 { blank() }
      paragraph(
        StyledText("\(index + 1)  ") + StyledText(certificate.displayName, .heading), indent: 2, hanging: 3)
      self.certificate(certificate, role: role(of: index, in: authenticity), judgedAt: authenticity.judgedAt?.instant)
    }
    if let anchor = authenticity.anchor, !certificates.contains(where: { $0.der == anchor.certificate.der }) {
      blank()
      paragraph(
        StyledText("+  ") + StyledText(anchor.certificate.displayName, .heading), indent: 2, hanging: 3)
      certificate(
        anchor.certificate, role: "the anchor that you gave; not embedded", judgedAt: authenticity.judgedAt?.instant)
    }
  }

  private mutating func certificate(_ certificate: Certificate, role: Message, judgedAt: Instant?) {
    func row(_ name: Message, _ value: Message, _ textRole: TextRole = .plain) {
      field(name, value, textRole, indent: 5, nameWidth: 11)
    }
    row("role", role)
    row("subject", "\(certificate.subject.displayed())")
    row("issuer", certificate.issuer == certificate.subject ? "itself" : "\(certificate.issuer.displayed())")
    row("serial", "\(certificate.serialNumber.displayed(limit: 100))")
    row("valid", validity(certificate, judgedAt: judgedAt))
    for (index, marker) in certificate.markerOIDs.enumerated() {
      row(
        index == 0 ? "marks" : "",
        MarkerOID.names[marker].map { "\(marker.displayed(limit: 100)) \(Message(english: $0))" }
          ?? "\(marker.displayed(limit: 100))")
    }
    row("sha256", "\(certificate.sha256Fingerprint)")
  }

  private func validity(_ certificate: Certificate, judgedAt: Instant?) -> Message {
    guard let first = certificate.notBefore, let last = certificate.notAfter else { return "dates that cannot be read" }
    var text: Message = "\(first.utcText) to \(last.utcText)"
    // The certificate is valid until the end of its last second.
    let end = Instant(milliseconds: last.milliseconds + 999)
    if layout.now > end {
      text = "\(text); expired \(layout.age(of: last))"
    } else if layout.now < first {
      text = "\(text); not valid yet"
    }
    guard let judgedAt else { return text }
    return (first...max(first, end)).contains(judgedAt)
      ? "\(text); valid when judged" : "\(text); NOT valid when judged"
  }

  private func role(of index: Int, in authenticity: Authenticity) -> Message {
    let certificate = authenticity.certificates[index]
    let place = authenticity.chain.firstIndex { $0.der == certificate.der }
    var parts: [Message] = []
    if index == authenticity.signerIndex { parts.append("the signature names it as the signer's") }
    if let anchor = authenticity.anchor, anchor.certificate.der == certificate.der {
      parts.append(anchor.origin == .pinned ? "root of Apple, pinned" : "anchor that you gave")
    } else if let place, place > 0 {
      parts.append("intermediate of the chain")
    }
    if place == nil { parts.append("part of no chain to an anchor") }
    if parts.isEmpty { parts.append("another copy of the signer's certificate") }
    return parts.joined(separator: "; ")
  }
}
