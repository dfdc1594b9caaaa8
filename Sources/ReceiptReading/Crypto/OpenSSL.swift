import COpenSSL

/// What several files need of OpenSSL.
package enum OpenSSL {
  /// Initialises libcrypto once, without its configuration file, so that no file, environment variable or system policy
  /// changes a verdict. Access it before the first call that needs an algorithm, and before another library that shares
  /// libcrypto could load its configuration file.
  package static let isReady: Bool = copenssl_initialize() == 1

  /// Runs `body` with the bytes in the form that OpenSSL's decoders expect: a pointer that they advance, and a length.
  static func decode<Result>(
    _ bytes: [UInt8], _ body: (inout UnsafePointer<UInt8>?, Int) -> Result?
  ) -> Result? {
    guard isReady else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      var pointer = buffer.baseAddress
      let result = body(&pointer, buffer.count)
      // Otherwise, unread errors would accumulate in the thread's queue.
      if result == nil { ERR_clear_error() }
      return result
    }
  }

  /// Copies the content octets of any ASN.1 string.
  static func octets(of string: UnsafePointer<ASN1_STRING>?) -> [UInt8] {
    guard let string, let data = ASN1_STRING_get0_data(string) else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(max(0, ASN1_STRING_length(string)))))
  }

  /// The version at build time, with its date. At run time it differs if the shared library was updated.
  package static let builtVersion = OPENSSL_VERSION_TEXT
  package static var runningVersion: String {
    OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? builtVersion
  }

  /// Runs `body` with an object identifier; `nil` if it cannot be read.
  ///
  /// - Parameter element: the OBJECT IDENTIFIER, including its header.
  static func withObject<Result>(_ element: [UInt8], _ body: (OpaquePointer) -> Result) -> Result? {
    decode(element) { (pointer, count) -> Result? in
      guard let object = d2i_ASN1_OBJECT(nil, &pointer, count) else { return nil }
      defer { ASN1_OBJECT_free(object) }
      return body(object)
    }
  }

  /// The dotted form of an object identifier: `1.2.840.113549.1.7.1`.
  static func dotted(_ object: OpaquePointer?) -> String { text(object, isAlwaysDotted: true) }

  /// `commonName` for the names that OpenSSL knows, the dotted form otherwise.
  static func name(_ object: OpaquePointer?) -> String { text(object, isAlwaysDotted: false) }

  private static func text(_ object: OpaquePointer?, isAlwaysDotted: Bool) -> String {
    guard let object else { return "" }
    // Longer identifiers are truncated; no known identifier comes near that length.
    var buffer = [CChar](repeating: 0, count: 256)
    let length = OBJ_obj2txt(&buffer, Int32(buffer.count), object, isAlwaysDotted ? 1 : 0)
    guard length > 0 else { return "" }
    return String(
      decoding: buffer.prefix(min(Int(length), buffer.count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `CN=name,O=organisation,C=country`
  static func distinguishedName(_ name: OpaquePointer?) -> String {
    guard let bio = BIO_new(BIO_s_mem()) else { return "" }
    defer { BIO_free(bio) }
    _ = copenssl_X509_NAME_print(bio, name)
    var data: UnsafePointer<UInt8>?
    let length = copenssl_BIO_get_mem_data(bio, &data)
    guard let data, length > 0 else { return "" }
    return String(decoding: UnsafeBufferPointer(start: data, count: length), as: UTF8.self)
  }

  /// The moment in a validity field of a certificate, to the second; `nil` for a form that RFC 5280 does not allow.
  static func instant(_ time: UnsafePointer<ASN1_TIME>?) -> Instant? {
    var parts = tm()
    guard let time, ASN1_TIME_to_tm(time, &parts) == 1,
      let date = CivilDate(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    else { return nil }
    return Instant(date, hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}
