extension BlockTexts {
  /// Texts for two inputs side by side.
  static let differences = #"""
    There is no purchase in it to compare
    Darin ist kein Kauf zum Vergleichen
    其中没有可比较的购买

    It could not be compared: {A}
    Der Vergleich war nicht möglich: {A}
    无法比较：{A}

    the first
    der erste
    第一份

    the second
    der zweite
    第二份

    first
    erster
    第一份

    second
    zweiter
    第二份

    before
    vorher
    之前

    now
    jetzt
    现在

    unknown environment
    Umgebung unbekannt
    环境未知

    The same in both: 1 purchase
    In beiden gleich: 1 Kauf
    两者相同：1 项购买

    The same in both: {n} purchases
    In beiden gleich: {n} Käufe
    两者相同：{n} 项购买

    Only in the second
    Nur im zweiten
    仅在第二份中

    Only in the first
    Nur im ersten
    仅在第一份中

    agrees
    stimmt überein
    一致

    differs
    weicht ab
    不一致

    the answer holds no receipt to compare
    die Antwort enthält keinen Beleg zum Vergleichen
    应答中没有可比较的收据

    1 field is equal
    1 Feld ist gleich
    1 个字段相同

    {n} fields are equal
    {n} Felder sind gleich
    {n} 个字段相同

    {n} not as expected
    {n} nicht wie erwartet
    {n} 个不符合预期

    {n} as expected
    {n} wie erwartet
    {n} 个符合预期

    status {n}
    Status {n}
    状态 {n}

    silent
    sagt nichts
    无说明

    disagrees
    widerspricht
    不符

    made {n}
    erstellt {n}
    创建于 {n}

    a list of {n}
    eine Liste mit {n}
    含 {n} 项的列表

    an object of {n}
    ein Objekt mit {n}
    含 {n} 项的对象
    """#
}
