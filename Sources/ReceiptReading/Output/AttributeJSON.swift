extension JSONWriter {
  /// Writes every attribute of a receipt: type, version, name, decoded and raw value, offset in the payload.
  ///
  /// The attributes of a purchase are written inside the attribute of type 17 that holds them.
  package mutating func attributes(of receipt: Receipt) {
    let bytes = receipt.payload
    var purchases = receipt.inApp[...]
    array { writer in
      for attribute in receipt.attributes {
        writer.object { writer in
          writer.attribute(attribute, Receipt.table, bytes)
          // An unreadable purchase has no element in `inApp`.
          guard let purchase = purchases.first, purchase.offset == attribute.offset else { return }
          purchases.removeFirst()
          writer.key("attributes")
          writer.array { writer in
            for inner in purchase.attributes {
              writer.object { writer in writer.attribute(inner, InAppPurchase.table, bytes) }
            }
          }
        }
      }
    }
  }

  private mutating func attribute(_ attribute: ReceiptAttribute, _ table: AttributeTable, _ payload: [UInt8]) {
    let row = table.row(attribute.type)?.row
    key("type")
    integer(attribute.type)
    key("version")
    integer(attribute.version)
    member("name", row?.name)
    key("value")
    switch row.map({ AttributeValue.read(attribute.value, $0.encoding, payload.span).value }) {
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .date(let date): string(date.text)
    case .noDate: string("")
    case .bytes, .unreadable, nil: null()
    }
    member("raw", hexadecimal(payload[attribute.value]))
    member("offset", attribute.offset)
  }
}
