extension BlockTexts {
  /// States of subscriptions and purchases.
  static let states = #"""
    active until {n}
    aktiv bis {n}
    有效至 {n}

    active without an end ({n})
    aktiv ohne Ende ({n})
    有效，无结束时间（{n}）

    active by Apple's status
    aktiv laut Apples Status
    按 Apple 的状态有效

    in Apple's grace period until {n}
    in Apples Nachfrist bis {n}
    在 Apple 宽限期内，至 {n}

    in Apple's grace period
    in Apples Nachfrist
    在 Apple 宽限期内

    access, although not paid yet
    Zugriff, obwohl noch nicht bezahlt
    仍可使用，但尚未付费

    its end is not in it
    ihr Ende steht nicht darin
    其中没有结束时间

    and is at the latest {n}
    spätestens {n}
    最迟 {n}

    its end is not in it, and is at the latest {n}
    ihr Ende steht nicht darin, spätestens {n}
    其中没有结束时间，最迟 {n}

    in billing retry, no access
    Zahlung fehlgeschlagen, kein Zugriff
    扣费失败，不可使用

    and Apple tries to charge for up to 60 days
    und Apple versucht bis zu 60 Tage lang, abzubuchen
    Apple 会在最多 60 天内尝试扣费

    not paid, no access
    nicht bezahlt, kein Zugriff
    未付费，不可使用

    and Apple tried to charge for up to 60 days
    und Apple versuchte bis zu 60 Tage lang, abzubuchen
    Apple 曾在最多 60 天内尝试扣费

    a payment may be missing
    eine Zahlung kann fehlen
    可能缺少付款

    expired {n}
    abgelaufen am {n}
    于 {n} 过期

    expired at an unknown time
    abgelaufen zu unbekannter Zeit
    已过期，时间未知

    at an unknown time
    zu unbekannter Zeit
    时间未知

    no longer shared at an unknown time
    nicht mehr geteilt, seit wann ist unbekannt
    不再共享，时间未知

    refunded at an unknown time
    erstattet zu unbekannter Zeit
    已退款，时间未知

    refunded, or no longer shared by the family, {n}
    erstattet oder nicht mehr in der Familie geteilt am {n}
    于 {n} 退款，或不再由家人共享

    refunded, or no longer shared by the family
    erstattet oder nicht mehr in der Familie geteilt
    已退款，或不再由家人共享

    the seat was taken back {n}
    der Platz wurde entzogen am {n}
    席位于 {n} 收回

    ended {n} for a reason that need not be a refund, such as a move to a bundle
    beendet am {n} aus einem Grund, der keine Erstattung sein muss, etwa beim Wechsel in ein Paket
    于 {n} 结束，原因未必是退款，例如转入套装

    replaced by {a} at {b}
    ersetzt durch {a} am {b}
    于 {b} 被 {a} 取代

    replaced by another product
    ersetzt durch ein anderes Produkt
    已被其他产品取代

    replaced by another product at {n}
    ersetzt durch ein anderes Produkt am {n}
    于 {n} 被其他产品取代

    replaced by {a}
    ersetzt durch {a}
    已被 {a} 取代

    replaced by another product at an unknown time
    ersetzt durch ein anderes Produkt, Zeitpunkt unbekannt
    已被其他产品取代，时间未知

    replaced by another subscription to it at {n}
    ersetzt durch ein anderes Abo desselben Produkts am {n}
    于 {n} 被同一产品的另一订阅取代

    replaced by another subscription to it at an unknown time
    ersetzt durch ein anderes Abo desselben Produkts, Zeitpunkt unbekannt
    已被同一产品的另一订阅取代，时间未知

    replaced by {a} at an unknown time
    ersetzt durch {a}, Zeitpunkt unbekannt
    已被 {a} 取代，时间未知

    the last known period ended {n}
    der letzte bekannte Zeitraum endete am {n}
    已知的最后周期于 {n} 结束

    a renewal may be missing
    eine Verlängerung kann fehlen
    可能缺少续订

    only earlier periods are in it; the newest one ends {n}
    darin sind nur frühere Zeiträume; der neueste endet am {n}
    其中只有之前的周期；最新的于 {n} 结束

    not begun: begins {n}
    noch nicht begonnen: beginnt am {n}
    尚未开始：于 {n} 开始

    bought {n}
    gekauft am {n}
    购买于 {n}

    bought at an unknown time
    gekauft zu unbekannter Zeit
    已购买，时间未知

    shared by the family {n}
    von der Familie geteilt seit {n}
    自 {n} 起由家人共享

    shared by the family at an unknown time
    von der Familie geteilt, seit wann ist unbekannt
    由家人共享，时间未知

    assigned {n}
    zugeteilt am {n}
    于 {n} 分配

    assigned at an unknown time
    zugeteilt zu unbekannter Zeit
    已分配，时间未知

    got for free {n}
    kostenlos erhalten am {n}
    于 {n} 免费获得

    got for free at an unknown time
    kostenlos erhalten zu unbekannter Zeit
    已免费获得，时间未知

    not yet
    noch nicht
    尚未

    bought {n} times, the last time {m}
    {n}-mal gekauft, zuletzt am {m}
    购买 {n} 次，最近一次于 {m}

    not known: whether anything is paid is not in it
    unbekannt: ob etwas bezahlt ist, steht nicht darin
    未知：其中没有付费信息

    not known: no period has dates that tell
    unbekannt: kein Zeitraum hat die nötigen Daten
    未知：没有周期带有可供判断的日期

    is not in it
    steht nicht darin
    不在其中

    in billing retry
    Zahlung fehlgeschlagen
    扣费失败

    no access
    kein Zugriff
    不可使用

    or no longer shared by the family
    oder nicht mehr in der Familie geteilt
    或不再由家人共享
    """#
}
