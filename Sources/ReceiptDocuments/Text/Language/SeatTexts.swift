extension BlockTexts {
  /// Seats of subscriptions that were bought for several people, bundles, and names of developers' tokens.
  static let seats = #"""
    {n} seats
    {n} Plätze
    {n}个席位

    1 seat
    1 Platz
    1个席位

    {n} given back
    {n} zurückgegeben
    退回{n}个

    {n} each on average
    im Durchschnitt je {n}
    平均每个{n}

    Given back
    Zurückgegeben
    已退回

    Seats
    Plätze
    席位

    Next seats
    Nächste Plätze
    下期席位

    Price {n} of {m}
    Preis {n} von {m}
    价格{n}/{m}

    Invitations
    Einladungen
    邀请

    the App Store invites
    der App Store lädt ein
    由 App Store 邀请

    the developer invites
    der Entwickler lädt ein
    由开发者邀请

    Additional
    Zusätzlich
    补充

    seats were added
    Plätze kamen dazu
    增加了席位

    Bundle
    Paket
    套装

    Bundle group
    Paketgruppe
    套装群组

    Bundle buy
    Paketkauf
    套装购买

    Bundle first
    Paket zuerst
    套装首次购买

    Unbundles
    Verlässt Paket
    离开套装

    A number that Apple has not described
    Eine Zahl, die Apple nicht beschrieben hat
    Apple 未说明的编号

    Ask Apple for the status of the subscriptions before you take anything back
    Fragen Sie Apple nach dem Status der Abos, bevor Sie etwas zurücknehmen
    收回任何内容之前，请向 Apple 查询订阅状态

    Unclaimed
    Entzogen
    已收回

    Store
    Store
    商店

    the App Store for consumers
    der App Store für Privatkunden
    面向消费者的 App Store

    the seat was taken back
    der Platz wurde entzogen
    席位已被收回

    a seat, assigned by an organization or a group
    ein Platz, zugeteilt von einer Organisation oder Gruppe
    由组织或群组分配的席位

    New to this version
    Neu für diese Version
    此版本尚不认识

    The purchaser of several seats added some, or took a planned reduction back
    Der Käufer mehrerer Plätze nahm weitere dazu oder eine geplante Verringerung zurück
    购买多个席位的顾客增加了席位，或撤回了计划的减少

    The purchaser of several seats wants fewer from the next renewal on
    Der Käufer mehrerer Plätze möchte ab der nächsten Verlängerung weniger
    购买多个席位的顾客希望从下次续订起减少席位

    Everybody keeps what they have
    Alle behalten, was sie haben
    所有人保留现有权益

    Added seats count from now on
    Neue Plätze zählen ab jetzt
    新增席位即刻生效

    The purchaser keeps it
    Der Käufer behält es
    购买者保留权益

    Members lose it by news of their own
    Mitglieder verlieren es durch eigene Mitteilungen
    成员是否失去权益由各自的通知说明

    Store the transaction
    Speichern Sie die Transaktion
    请保存交易

    Where you invite the members, UNCLAIM_SEATS says whose seats are meant
    Wo Sie die Mitglieder einladen, sagt UNCLAIM_SEATS, wessen Plätze gemeint sind
    如果由您邀请成员，UNCLAIM_SEATS 会说明涉及谁的席位

    Store the transaction, and how many seats renew: renewalQuantity
    Speichern Sie die Transaktion und wie viele Plätze sich verlängern: renewalQuantity
    请保存交易和续订的席位数：renewalQuantity

    Store how many seats renew: renewalQuantity
    Speichern Sie, wie viele Plätze sich verlängern: renewalQuantity
    请保存续订的席位数：renewalQuantity

    Apple refunded some seats of a transaction, which goes on for the others: revokedSeatQuantity says how many
    Apple hat einige Plätze einer Transaktion erstattet, die für die anderen weiterläuft: revokedSeatQuantity sagt, \#
    wie viele
    Apple 退还了一笔交易中的部分席位，其余席位继续有效：revokedSeatQuantity 说明数量

    The App Store unclaimed seats that your server had claimed, because there are fewer seats now
    Der App Store hat Plätze freigegeben, die Ihr Server belegt hatte, weil es jetzt weniger Plätze gibt
    席位减少，App Store 收回了您的服务器占用的席位

    The members who held these seats lose it now
    Die Mitglieder mit diesen Plätzen verlieren es jetzt
    持有这些席位的成员现在失去权益

    Take back what each of unclaimSeatIds unlocked
    Nehmen Sie zurück, was jede von unclaimSeatIds freigeschaltet hat
    请收回 unclaimSeatIds 各项解锁的内容

    A purchase that the customer had through Family Sharing is no longer shared, or an assigned seat was taken back: \#
    revocationType says which
    Ein Kauf, den der Kunde über die Familienfreigabe hatte, wird nicht mehr geteilt, oder ein zugeteilter Platz \#
    wurde entzogen: revocationType sagt, welches
    顾客通过家人共享获得的购买不再共享，或分配的席位被收回：revocationType 说明是哪一种

    a token of a developer for DeviceCheck, the push service or another service of Apple's
    ein Token eines Entwicklers für DeviceCheck, den Push-Dienst oder einen anderen Dienst von Apple
    开发者用于 DeviceCheck、推送服务或 Apple 其他服务的令牌

    a token of another service (a JWT)
    ein Token eines anderen Dienstes (ein JWT)
    其他服务的令牌（JWT）

    a signed request of a developer for {a}
    eine signierte Anfrage eines Entwicklers für {a}
    开发者为{a}签名的请求

    a token of a developer for the App Store Connect API, with the key of a person
    ein Token eines Entwicklers für die App Store Connect API, mit dem Schlüssel einer Person
    开发者用于 App Store Connect API 的令牌，使用个人密钥

    a token of a developer for the App Store Connect API
    ein Token eines Entwicklers für die App Store Connect API
    开发者用于 App Store Connect API 的令牌

    a token of a developer for the App Store Server API
    ein Token eines Entwicklers für die App Store Server API
    开发者用于 App Store Server API 的令牌

    a client secret of a developer for Sign in with Apple
    ein Client-Geheimnis eines Entwicklers für „Mit Apple anmelden“
    开发者用于“通过 Apple 登录”的客户端密钥

    an identity token of Sign in with Apple
    ein Identitätstoken von „Mit Apple anmelden“
    “通过 Apple 登录”的身份令牌

    an identity token of Google
    ein Identitätstoken von Google
    Google 的身份令牌

    an identity token of Firebase
    ein Identitätstoken von Firebase
    Firebase 的身份令牌
    """#
}
