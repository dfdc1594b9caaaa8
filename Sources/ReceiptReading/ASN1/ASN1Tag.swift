import COpenSSL

/// The universal tags (X.690 8.6 to 8.23) that receipts use. With this type, other folders need no OpenSSL constants.
enum ASN1Tag {
  static let integer = V_ASN1_INTEGER
  static let octetString = V_ASN1_OCTET_STRING
  static let utf8String = V_ASN1_UTF8STRING
  static let printableString = V_ASN1_PRINTABLESTRING
  static let ia5String = V_ASN1_IA5STRING
  static let sequence = V_ASN1_SEQUENCE
  static let set = V_ASN1_SET
}
