extension BlockTexts {
  /// Certificates.
  static let certificates = #"""
    in the order in which they are embedded
    in der Reihenfolge, in der sie enthalten sind
    按其包含的顺序

    the anchor that you gave; not embedded
    der Anker, den Sie angegeben haben; nicht enthalten
    您给出的信任锚；未包含在内

    the signature names it as the signer's
    die Signatur nennt es als das des Unterzeichners
    签名将其列为签名者的证书

    root of Apple, pinned
    Wurzel von Apple, fest eingebaut
    内置的 Apple 根证书

    anchor that you gave
    Anker, den Sie angegeben haben
    您给出的信任锚

    intermediate of the chain
    Zwischenzertifikat der Kette
    证书链的中间证书

    part of no chain to an anchor
    in keiner Kette zu einem Anker
    不属于通向信任锚的证书链

    itself
    es selbst
    自身

    dates that cannot be read
    Daten, die sich nicht lesen lassen
    无法读取的日期

    {n} to {m}
    {n} bis {m}
    {n} 至 {m}

    expired {n} years ago
    abgelaufen vor {n} Jahren
    已过期 {n} 年

    expired {n} months ago
    abgelaufen vor {n} Monaten
    已过期 {n} 个月

    expired {n} days ago
    abgelaufen vor {n} Tagen
    已过期 {n} 天

    expired {n} hours ago
    abgelaufen vor {n} Stunden
    已过期 {n} 小时

    expired {n} minutes ago
    abgelaufen vor {n} Minuten
    已过期 {n} 分钟

    expired {n} seconds ago
    abgelaufen vor {n} Sekunden
    已过期 {n} 秒

    not valid yet
    noch nicht gültig
    尚未生效

    valid when judged
    gültig zum Zeitpunkt der Prüfung
    判断时有效

    NOT valid when judged
    NICHT gültig zum Zeitpunkt der Prüfung
    判断时无效

    {a} receipt signing
    {a} Signieren von Belegen
    {a} 收据签名
    """#
}
