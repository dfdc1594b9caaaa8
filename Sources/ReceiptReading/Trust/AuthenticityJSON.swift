extension JSONWriter {
  /// Writes a judgement with its steps, the time of judging and all certificates.
  public mutating func authenticity(_ authenticity: Authenticity) {
    if layout == .compact, let template = authenticity.template, let moment = authenticity.judgedAt?.instant {
      let time = Array(moment.rfc3339.utf8)
      return value(compact: { template.append(to: &$0, time: time.span.bytes) })
    }
    object { writer in
      writer.member("verdict", authenticity.verdict.rawValue)
      writer.member("reason", authenticity.reason)
      writer.member("judged_at", authenticity.judgedAt?.instant.rfc3339)
      writer.member("judged_at_source", authenticity.judgedAt?.source.rawValue)
      writer.member("digest_algorithm", authenticity.digestAlgorithm?.rawValue)
      writer.key("anchor")
      if let anchor = authenticity.anchor {
        writer.object { writer in
          writer.member("subject", anchor.certificate.subject)
          writer.member("sha256", anchor.certificate.sha256Fingerprint)
          writer.member("origin", anchor.origin.rawValue)
        }
      } else {
        writer.null()
      }
      writer.key("steps")
      writer.array { writer in
        for step in authenticity.steps {
          writer.object { writer in
            writer.member("step", step.name.rawValue)
            writer.member("outcome", step.outcome.rawValue)
            writer.member("detail", step.detail)
          }
        }
      }
      writer.key("certificates")
      writer.array { writer in
        for certificate in authenticity.certificates {
          writer.certificate(certificate, chainPosition: authenticity.chain.firstIndex { $0.der == certificate.der })
        }
      }
    }
  }

  private mutating func certificate(_ certificate: Certificate, chainPosition: Int?) {
    object { writer in
      writer.member("subject", certificate.subject)
      writer.member("issuer", certificate.issuer)
      writer.member("serial_number", certificate.serialNumber)
      writer.member("not_before", certificate.notBefore?.rfc3339)
      writer.member("not_after", certificate.notAfter?.rfc3339)
      writer.member("sha256", certificate.sha256Fingerprint)
      writer.member("marker_oids", certificate.markerOIDs)
      writer.member("chain_position", chainPosition)
    }
  }
}
