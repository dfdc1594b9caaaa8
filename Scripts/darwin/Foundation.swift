// The part of Foundation that is used here, with the types and the Sendability of Apple's SDK. Bodies do nothing.
@_exported import CoreGraphics
@_exported import Dispatch

#if canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

// MARK: Errors

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
  public var failureReason: String? { nil }
  public var recoverySuggestion: String? { nil }
  public var helpAnchor: String? { nil }
}

public protocol CustomNSError: Error {
  static var errorDomain: String { get }
  var errorCode: Int { get }
  var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
  public static var errorDomain: String { "" }
  public var errorCode: Int { 0 }
  public var errorUserInfo: [String: Any] { [:] }
}

extension Error {
  public var localizedDescription: String { "" }
}

public let NSLocalizedDescriptionKey = ""
public let NSLocalizedFailureReasonErrorKey = ""
public let NSNotFound = Int.max

open class NSError: NSObject, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
  open var domain: String { "" }
  open var code: Int { 0 }
  open var userInfo: [String: Any] { [:] }
  open var localizedDescription: String { "" }
}

extension NSError: Error {}

public struct CocoaError: Error {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let fileNoSuchFile = Code(rawValue: 4)
    public static let fileReadUnknown = Code(rawValue: 256)
    public static let fileReadNoSuchFile = Code(rawValue: 260)
    public static let fileReadCorruptFile = Code(rawValue: 259)
  }
  public let code: Code
  public init(_ code: Code, userInfo: [String: Any] = [:]) { self.code = code }
}

public struct POSIXError: Error {
  public let code: POSIXErrorCode
  public init(_ code: POSIXErrorCode, userInfo: [String: Any] = [:]) { self.code = code }
}

public struct POSIXErrorCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init?(rawValue: Int32) { self.rawValue = rawValue }
  public static let EACCES = POSIXErrorCode(rawValue: 13)!
}

// MARK: Objects

public protocol NSObjectProtocol: AnyObject {}

// `NSObject` is not Sendable; what is, says so.
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  public init() {}
  open func isEqual(_ object: Any?) -> Bool { false }
  open var hash: Int { 0 }
  open func mutableCopy() -> Any { 0 }
  open var description: String { "" }
  public static func == (one: NSObject, other: NSObject) -> Bool { false }
  public func hash(into hasher: inout Hasher) {}
}

public protocol NSCopying {}

/// What has a class beside it.
public protocol ReferenceConvertible: CustomStringConvertible, Hashable {
  associatedtype ReferenceType: NSObject
}

/// Casts to classes and back, as Apple's compiler does them by itself.
extension _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> _ObjectiveCType { fatalError() }
  public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) {}
  public static func _conditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) -> Bool { false }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self { fatalError() }
}

extension Array: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSArray
}
extension Dictionary: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSDictionary
}
extension String: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSString
}
extension Int: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSNumber
}
extension Double: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSNumber
}
extension Bool: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSNumber
}

extension Data: ReferenceConvertible {
  public typealias ReferenceType = NSData
}
extension Date: ReferenceConvertible {
  public typealias ReferenceType = NSDate
}
extension URL: ReferenceConvertible {
  public typealias ReferenceType = NSURL
}
extension UUID: ReferenceConvertible {
  public typealias ReferenceType = NSUUID
}

open class NSNull: NSObject, @unchecked Sendable {
  public override init() {}
}

open class NSString: NSObject, NSCopying, @unchecked Sendable {
  public override init() {}
  public init(string: String) {}
  open var length: Int { 0 }
  open func substring(with range: NSRange) -> String { "" }
  open var lastPathComponent: String { "" }
  open var deletingLastPathComponent: String { "" }
  open func appendingPathComponent(_ text: String) -> String { "" }
}

open class NSMutableString: NSString, @unchecked Sendable {
  open func append(_ text: String) {}
}

open class NSValue: NSObject, NSCopying, @unchecked Sendable {
  open var objCType: UnsafePointer<CChar> { fatalError() }
}

open class NSNumber: NSValue, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  @unchecked Sendable
{
  public init(value: Bool) {}
  public init(value: Int) {}
  public init(value: Int64) {}
  public init(value: UInt64) {}
  public init(value: Double) {}
  public required init(integerLiteral value: Int) {}
  public required init(floatLiteral value: Double) {}
  public required init(booleanLiteral value: Bool) {}
  open var boolValue: Bool { false }
  open var intValue: Int { 0 }
  open var int32Value: Int32 { 0 }
  open var int64Value: Int64 { 0 }
  open var uint64Value: UInt64 { 0 }
  open var uint16Value: UInt16 { 0 }
  open var doubleValue: Double { 0 }
  open var stringValue: String { "" }
  open var decimalValue: Decimal { Decimal() }
}

open class NSDecimalNumber: NSNumber, @unchecked Sendable {
  public init(decimal: Decimal) { super.init(value: 0) }
  public init(string: String?) { super.init(value: 0) }
  public required init(integerLiteral value: Int) { super.init(value: 0) }
  public required init(floatLiteral value: Double) { super.init(value: 0) }
  public required init(booleanLiteral value: Bool) { super.init(value: 0) }
}

open class NSDecimalNumberHandler: NSObject, @unchecked Sendable {
  public init(
    roundingMode: Decimal.RoundingMode, scale: Int16, raiseOnExactness: Bool, raiseOnOverflow: Bool,
    raiseOnUnderflow: Bool, raiseOnDivideByZero: Bool
  ) {}
}

open class NSData: NSObject, @unchecked Sendable {
  public init(data: Data) {}
  open var length: Int { 0 }
}

open class NSDate: NSObject, @unchecked Sendable {
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  open var timeIntervalSinceReferenceDate: TimeInterval { 0 }
}

open class NSURL: NSObject, @unchecked Sendable {
  open var absoluteString: String? { nil }
}

open class NSUUID: NSObject, @unchecked Sendable {
  public init(uuidBytes bytes: UnsafePointer<UInt8>?) {}
  public init?(uuidString: String) {}
  open func getBytes(_ uuid: UnsafeMutablePointer<UInt8>) {}
  open var uuidString: String { "" }
}

open class NSArray: NSObject {
  open var count: Int { 0 }
}

open class NSDictionary: NSObject, ExpressibleByDictionaryLiteral {
  public init(dictionary: [AnyHashable: Any]) {}
  public required convenience init(dictionaryLiteral elements: (Any, Any)...) { self.init(dictionary: [:]) }
  open var count: Int { 0 }
  open var allKeys: [Any] { [] }
  open func object(forKey key: Any) -> Any? { nil }
  open subscript(key: Any) -> Any? { nil }
  open func isEqual(to other: [AnyHashable: Any]) -> Bool { false }
}

open class NSCache<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  open func object(forKey key: KeyType) -> ObjectType? { nil }
  open func setObject(_ object: ObjectType, forKey key: KeyType) {}
}

public struct NSRange: Hashable, Sendable {
  public var location: Int
  public var length: Int
  public init() { self.init(location: 0, length: 0) }
  public init(location: Int, length: Int) { (self.location, self.length) = (location, length) }
  public init<Text: StringProtocol>(_ range: some RangeExpression<String.Index>, in text: Text) { self.init() }
}

extension Range where Bound == String.Index {
  public init?(_ range: NSRange, in text: some StringProtocol) { return nil }
}

open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = Options(rawValue: 1)
    public static let anchorsMatchLines = Options(rawValue: 16)
    public static let dotMatchesLineSeparators = Options(rawValue: 8)
  }
  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init(pattern: String, options: Options = []) throws {}
  open func matches(in text: String, options: MatchingOptions = [], range: NSRange) -> [NSTextCheckingResult] { [] }
  open func firstMatch(in text: String, options: MatchingOptions = [], range: NSRange) -> NSTextCheckingResult? { nil }
  open func replaceMatches(
    in text: NSMutableString, options: MatchingOptions = [], range: NSRange, withTemplate template: String
  ) -> Int { 0 }
  open func stringByReplacingMatches(
    in text: String, options: MatchingOptions = [], range: NSRange, withTemplate template: String
  ) -> String { "" }
}

open class NSTextCheckingResult: NSObject, @unchecked Sendable {
  open var range: NSRange { NSRange() }
  open func range(at index: Int) -> NSRange { NSRange() }
  open var numberOfRanges: Int { 0 }
}

// MARK: Locks and threads

public protocol NSLocking {
  func lock()
  func unlock()
}

extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
}

open class NSRecursiveLock: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
}

open class NSCondition: NSObject, NSLocking, @unchecked Sendable {
  public override init() {}
  open func lock() {}
  open func unlock() {}
  open func wait() {}
  open func wait(until limit: Date) -> Bool { false }
  open func signal() {}
  open func broadcast() {}
}

open class Thread: NSObject, @unchecked Sendable {
  public override init() {}
  public convenience init(block: @escaping @Sendable () -> Void) { self.init() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  open class func sleep(forTimeInterval interval: TimeInterval) {}
  open class var current: Thread { fatalError() }
  open class var isMainThread: Bool { false }
  open var threadDictionary: NSMutableDictionary { fatalError() }
  open var stackSize: Int {
    get { 0 }
    set {}
  }
  open func start() {}
}

open class NSMutableDictionary: NSDictionary {
  open func removeObject(forKey key: Any) {}
  open func removeObjects(forKeys keys: [Any]) {}
  open override subscript(key: Any) -> Any? {
    get { nil }
    set {}
  }
}

// MARK: Values

public typealias TimeInterval = Double

public enum ComparisonResult: Int, Sendable {
  case orderedAscending = -1
  case orderedSame = 0
  case orderedDescending = 1
}

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}
public protocol ContiguousBytes {
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

extension Array: DataProtocol, ContiguousBytes where Element == UInt8 {}
extension ArraySlice: DataProtocol, ContiguousBytes where Element == UInt8 {}

public struct Data: DataProtocol, ContiguousBytes, MutableCollection, RangeReplaceableCollection, Hashable, Sendable,
  Codable, CustomStringConvertible
{
  public typealias Index = Int
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let atomic = WritingOptions(rawValue: 1)
    public static let withoutOverwriting = WritingOptions(rawValue: 2)
  }
  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let lineLength64Characters = Base64EncodingOptions(rawValue: 1)
    public static let lineLength76Characters = Base64EncodingOptions(rawValue: 2)
    public static let endLineWithCarriageReturn = Base64EncodingOptions(rawValue: 16)
    public static let endLineWithLineFeed = Base64EncodingOptions(rawValue: 32)
  }
  public struct Base64DecodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let ignoreUnknownCharacters = Base64DecodingOptions(rawValue: 1)
  }
  public enum Deallocator {
    case free, none, unmap, virtualMemory
    case custom((UnsafeMutableRawPointer, Int) -> Void)
  }

  public init() {}
  public init(count: Int) {}
  public init(capacity: Int) {}
  public init(repeating value: UInt8, count: Int) {}
  public init(bytes: UnsafeRawPointer, count: Int) {}
  public init(bytesNoCopy bytes: UnsafeMutableRawPointer, count: Int, deallocator: Deallocator) {}
  public init(buffer: UnsafeBufferPointer<some Any>) {}
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
  public init(referencing reference: NSData) {}
  public init(contentsOf url: URL, options: ReadingOptions = []) throws {}
  public init?(base64Encoded text: String, options: Base64DecodingOptions = []) {}
  public init?(base64Encoded data: Data, options: Base64DecodingOptions = []) {}
  public init(from decoder: any Decoder) throws {}
  public func encode(to encoder: any Encoder) throws {}

  public var count: Int { 0 }
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 {
    get { 0 }
    set {}
  }
  public subscript(range: Range<Int>) -> Data {
    get { self }
    set {}
  }
  public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<UInt8>) {}
  public mutating func append(_ other: Data) {}
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
  public mutating func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) rethrows -> R { fatalError() }
  public func base64EncodedString(options: Base64EncodingOptions = []) -> String { "" }
  public func base64EncodedData(options: Base64EncodingOptions = []) -> Data { self }
  public func write(to url: URL, options: WritingOptions = []) throws {}
  public func range(of other: Data, in range: Range<Int>? = nil) -> Range<Int>? { nil }
  public func subdata(in range: Range<Int>) -> Data { self }
  public var description: String { "" }
}

public struct Date: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  public init() {}
  public init(timeIntervalSince1970: TimeInterval) {}
  public init(timeIntervalSinceReferenceDate: TimeInterval) {}
  public init(timeIntervalSinceNow: TimeInterval) {}
  public init(timeInterval: TimeInterval, since date: Date) {}
  public static let distantFuture = Date()
  public static let distantPast = Date()
  public static var now: Date { Date() }
  public var timeIntervalSince1970: TimeInterval { 0 }
  public var timeIntervalSinceReferenceDate: TimeInterval { 0 }
  public var timeIntervalSinceNow: TimeInterval { 0 }
  public func timeIntervalSince(_ date: Date) -> TimeInterval { 0 }
  public func addingTimeInterval(_ interval: TimeInterval) -> Date { self }
  public struct ISO8601FormatStyle: Hashable, Sendable {
    public init() {}
    public func year() -> ISO8601FormatStyle { self }
    public func month() -> ISO8601FormatStyle { self }
    public func day() -> ISO8601FormatStyle { self }
    public func time(includingFractionalSeconds: Bool) -> ISO8601FormatStyle { self }
    public func format(_ date: Date) -> String { "" }
    public func parse(_ text: String) throws -> Date { Date() }
  }
  public init<T: ParseStrategy>(_ value: T.ParseInput, strategy: T) throws where T.ParseOutput == Date {}
  public func formatted<F: FormatStyle>(_ style: F) -> F.FormatOutput where F.FormatInput == Date { fatalError() }
  public static func < (one: Date, other: Date) -> Bool { false }
  public static func + (date: Date, interval: TimeInterval) -> Date { date }
  public static func - (date: Date, interval: TimeInterval) -> Date { date }
  public static func += (date: inout Date, interval: TimeInterval) {}
  public var description: String { "" }
  public func ISO8601Format() -> String { "" }
}

public protocol FormatStyle<FormatInput, FormatOutput> {
  associatedtype FormatInput
  associatedtype FormatOutput
  func format(_ value: FormatInput) -> FormatOutput
}

public protocol ParseStrategy<ParseInput, ParseOutput> {
  associatedtype ParseInput
  associatedtype ParseOutput
  func parse(_ value: ParseInput) throws -> ParseOutput
}

extension Date.ISO8601FormatStyle: FormatStyle, ParseStrategy {}

extension FormatStyle where Self == Date.ISO8601FormatStyle {
  public static var iso8601: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  public static var iso8601: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}

public typealias uuid_t = (
  UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
)

public struct UUID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
  public init() {}
  public init?(uuidString: String) {}
  public init(uuid: uuid_t) {}
  public var uuid: uuid_t { fatalError() }
  public var uuidString: String { "" }
  public var description: String { "" }
  public static func < (one: UUID, other: UUID) -> Bool { false }
}

public struct URL: Hashable, Sendable, Codable, CustomStringConvertible {
  public enum DirectoryHint: Sendable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }
  public init?(string: String) {}
  public init?(string: String, relativeTo url: URL?) {}
  public init(fileURLWithPath path: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}
  public var absoluteString: String { "" }
  public var path: String { "" }
  public var query: String? { nil }
  public var host: String? { nil }
  public var scheme: String? { nil }
  public var port: Int? { nil }
  public var fragment: String? { nil }
  public var lastPathComponent: String { "" }
  public var pathExtension: String { "" }
  public var pathComponents: [String] { [] }
  public var standardizedFileURL: URL { self }
  public func path(percentEncoded: Bool = true) -> String { "" }
  public func appendingPathComponent(_ component: String) -> URL { self }
  public func appendingPathComponent(_ component: String, isDirectory: Bool) -> URL { self }
  public func appendingPathExtension(_ extension: String) -> URL { self }
  public func appending(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
  public func appending(component: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func deletingPathExtension() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
  public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues { URLResourceValues() }
  public func checkResourceIsReachable() throws -> Bool { false }
  public var description: String { "" }
}

public struct URLResourceKey: Hashable, Sendable {
  public static let isDirectoryKey = URLResourceKey()
  public static let isRegularFileKey = URLResourceKey()
  public static let fileSizeKey = URLResourceKey()
  public static let contentModificationDateKey = URLResourceKey()
}

public struct URLResourceValues {
  public var isDirectory: Bool? { nil }
  public var isRegularFile: Bool? { nil }
  public var fileSize: Int? { nil }
  public var contentModificationDate: Date? { nil }
}

public struct Decimal: Hashable, Comparable, SignedNumeric, Sendable, Codable, CustomStringConvertible {
  public enum RoundingMode: UInt, Sendable {
    case plain, down, up, bankers
  }
  public init() {}
  public init?(string: String, locale: Locale? = nil) {}
  public init?<T: BinaryInteger>(exactly source: T) {}
  public init(_ value: Int) {}
  public init(_ value: Int64) {}
  public init(_ value: Double) {}
  public init(integerLiteral value: Int) {}
  public var magnitude: Decimal { self }
  public static func < (one: Decimal, other: Decimal) -> Bool { false }
  public static func + (one: Decimal, other: Decimal) -> Decimal { one }
  public static func - (one: Decimal, other: Decimal) -> Decimal { one }
  public static func * (one: Decimal, other: Decimal) -> Decimal { one }
  public static func / (one: Decimal, other: Decimal) -> Decimal { one }
  public static func *= (one: inout Decimal, other: Decimal) {}
  public var description: String { "" }
}

public struct Locale: Hashable, Sendable, Codable {
  public init(identifier: String) {}
  public static var current: Locale { Locale(identifier: "") }
  public var identifier: String { "" }
}

public struct TimeZone: Hashable, Sendable, Codable {
  public init?(identifier: String) {}
  public init?(secondsFromGMT seconds: Int) {}
  public init?(abbreviation: String) {}
  public static var gmt: TimeZone { TimeZone(secondsFromGMT: 0)! }
  public static var current: TimeZone { gmt }
  public func secondsFromGMT(for date: Date = Date()) -> Int { 0 }
  public var identifier: String { "" }
}

public struct DateComponents: Hashable, Sendable, Codable {
  public init(
    calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil, month: Int? = nil,
    day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil, nanosecond: Int? = nil,
    weekday: Int? = nil, weekdayOrdinal: Int? = nil, quarter: Int? = nil, weekOfMonth: Int? = nil,
    weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil
  ) {}
  public var calendar: Calendar?
  public var timeZone: TimeZone?
  public var year: Int?
  public var month: Int?
  public var day: Int?
  public var hour: Int?
  public var minute: Int?
  public var second: Int?
  public var nanosecond: Int?
}

public struct Calendar: Hashable, Sendable, Codable {
  public enum Identifier: Sendable {
    case gregorian, iso8601
  }
  public enum Component: Sendable {
    case era, year, month, day, hour, minute, second, weekday, nanosecond
  }
  public init(identifier: Identifier) {}
  public var timeZone: TimeZone {
    get { .gmt }
    set {}
  }
  public var locale: Locale? {
    get { nil }
    set {}
  }
  public func date(from components: DateComponents) -> Date? { nil }
  public func date(byAdding component: Component, value: Int, to date: Date) -> Date? { nil }
  public func dateComponents(_ components: Set<Component>, from date: Date) -> DateComponents { DateComponents() }
  public func component(_ component: Component, from date: Date) -> Int { 0 }
}

open class Formatter: NSObject {}

open class DateFormatter: Formatter, @unchecked Sendable {
  public override init() {}
  open var locale: Locale! {
    get { nil }
    set {}
  }
  open var calendar: Calendar! {
    get { nil }
    set {}
  }
  open var timeZone: TimeZone! {
    get { nil }
    set {}
  }
  open var dateFormat: String! {
    get { nil }
    set {}
  }
  open func date(from text: String) -> Date? { nil }
  open func string(from date: Date) -> String { "" }
}

open class ISO8601DateFormatter: Formatter, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let withInternetDateTime = Options(rawValue: 1907)
    public static let withFractionalSeconds = Options(rawValue: 2048)
  }
  public override init() {}
  open var formatOptions: Options = []
  open func date(from text: String) -> Date? { nil }
  open func string(from date: Date) -> String { "" }
}

public struct CharacterSet: Hashable, Sendable, Codable {
  public init() {}
  public init(charactersIn text: String) {}
  public static let whitespaces = CharacterSet()
  public static let whitespacesAndNewlines = CharacterSet()
  public static let newlines = CharacterSet()
  public static let alphanumerics = CharacterSet()
  public static let decimalDigits = CharacterSet()
  public static let letters = CharacterSet()
  public static let punctuationCharacters = CharacterSet()
  public static let urlQueryAllowed = CharacterSet()
  public var inverted: CharacterSet { self }
  public func union(_ other: CharacterSet) -> CharacterSet { self }
  public func contains(_ scalar: Unicode.Scalar) -> Bool { false }
}

// MARK: Text

extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let ascii = Encoding(rawValue: 1)
    public static let utf8 = Encoding(rawValue: 4)
    public static let isoLatin1 = Encoding(rawValue: 5)
    public static let utf16 = Encoding(rawValue: 10)
    public static let utf16LittleEndian = Encoding(rawValue: 0x9400_0100)
    public static let utf16BigEndian = Encoding(rawValue: 0x9000_0100)
  }
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = CompareOptions(rawValue: 1)
    public static let literal = CompareOptions(rawValue: 2)
    public static let backwards = CompareOptions(rawValue: 4)
    public static let anchored = CompareOptions(rawValue: 8)
    public static let numeric = CompareOptions(rawValue: 64)
    public static let regularExpression = CompareOptions(rawValue: 1024)
  }
  public init(contentsOf url: URL, encoding: Encoding) throws { self = "" }
  public init(contentsOfFile path: String, encoding: Encoding) throws { self = "" }
  public init?(data: Data, encoding: Encoding) { return nil }
  public init?(bytes: some Sequence<UInt8>, encoding: Encoding) { return nil }
  public init(format: String, _ arguments: any CVarArg...) { self = "" }
  public init(format: String, locale: Locale?, _ arguments: any CVarArg...) { self = "" }
  public init(format: String, arguments: [any CVarArg]) { self = "" }
}

extension StringProtocol {
  public func data(using encoding: String.Encoding, allowLossyConversion: Bool = false) -> Data? { nil }
  public func contains(_ other: some StringProtocol) -> Bool { false }
  public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
  public func components(separatedBy separators: CharacterSet) -> [String] { [] }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func replacingOccurrences(
    of target: some StringProtocol, with replacement: some StringProtocol, options: String.CompareOptions = [],
    range: Range<Self.Index>? = nil
  ) -> String { "" }
  public func replacingCharacters(
    in range: some RangeExpression<Self.Index>, with replacement: some StringProtocol
  ) -> String { "" }
  public func range(
    of other: some StringProtocol, options: String.CompareOptions = [], range: Range<Self.Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Self.Index>? { nil }
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { nil }
  public func appendingPathComponent(_ text: String) -> String { "" }
  public var removingPercentEncoding: String? { nil }
  public var capitalized: String { "" }
  public func padding(
    toLength length: Int, withPad pad: some StringProtocol, startingAt start: Int
  ) -> String { "" }
  public func write(to url: URL, atomically: Bool, encoding: String.Encoding) throws {}
  public func write(toFile path: some StringProtocol, atomically: Bool, encoding: String.Encoding) throws {}
  public func compare(
    _ other: some StringProtocol, options: String.CompareOptions = [], range: Range<Self.Index>? = nil,
    locale: Locale? = nil
  ) -> ComparisonResult { .orderedSame }
  public var localizedCapitalized: String { "" }
  public var localizedLowercase: String { "" }
  public var localizedUppercase: String { "" }
  public func localizedCompare(_ other: some StringProtocol) -> ComparisonResult { .orderedSame }
  public func localizedCaseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult { .orderedSame }
  public func localizedStandardCompare(_ other: some StringProtocol) -> ComparisonResult { .orderedSame }
  public func caseInsensitiveCompare(_ other: some StringProtocol) -> ComparisonResult { .orderedSame }
  public func folding(options: String.CompareOptions = [], locale: Locale?) -> String { "" }
  public var decomposedStringWithCanonicalMapping: String { "" }
  public var precomposedStringWithCanonicalMapping: String { "" }
}

// MARK: JSON

open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    public static let mutableContainers = ReadingOptions(rawValue: 1)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = WritingOptions(rawValue: 1)
    public static let sortedKeys = WritingOptions(rawValue: 2)
    public static let fragmentsAllowed = WritingOptions(rawValue: 4)
    public static let withoutEscapingSlashes = WritingOptions(rawValue: 8)
  }
  open class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { 0 }
  open class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { Data() }
  open class func isValidJSONObject(_ object: Any) -> Bool { false }
}

open class JSONEncoder: @unchecked Sendable {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    public static let sortedKeys = OutputFormatting(rawValue: 2)
    public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
  }
  public enum DataEncodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }
  public enum DateEncodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }
  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
  }
  public init() {}
  open var outputFormatting: OutputFormatting = []
  open var dataEncodingStrategy = DataEncodingStrategy.base64
  open var dateEncodingStrategy = DateEncodingStrategy.iso8601
  open var nonConformingFloatEncodingStrategy = NonConformingFloatEncodingStrategy.throw
  open func encode<T: Encodable>(_ value: T) throws -> Data { Data() }
}

open class JSONDecoder: @unchecked Sendable {
  public enum DataDecodingStrategy: Sendable {
    case deferredToData, base64
    case custom(@Sendable (any Decoder) throws -> Data)
  }
  public enum DateDecodingStrategy: Sendable {
    case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
    case custom(@Sendable (any Decoder) throws -> Date)
  }
  public enum NonConformingFloatDecodingStrategy: Sendable {
    case `throw`
  }
  public init() {}
  open var dataDecodingStrategy = DataDecodingStrategy.base64
  open var dateDecodingStrategy = DateDecodingStrategy.iso8601
  open var nonConformingFloatDecodingStrategy = NonConformingFloatDecodingStrategy.throw
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}

open class PropertyListSerialization: NSObject {
  public struct ReadOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public enum PropertyListFormat: UInt, Sendable {
    case xml = 100
    case binary = 200
  }
  open class func propertyList(
    from data: Data, options: ReadOptions = [], format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { 0 }
  open class func data(fromPropertyList: Any, format: PropertyListFormat, options: Int) throws -> Data { Data() }
}

// MARK: The system

public func NSTemporaryDirectory() -> String { "" }
public func NSHomeDirectory() -> String { "" }
public func NSUserName() -> String { "" }
public func NSLog(_ format: String, _ arguments: any CVarArg...) {}

public struct FileAttributeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let type = FileAttributeKey(rawValue: "")
  public static let size = FileAttributeKey(rawValue: "")
  public static let posixPermissions = FileAttributeKey(rawValue: "")
  public static let modificationDate = FileAttributeKey(rawValue: "")
  public static let creationDate = FileAttributeKey(rawValue: "")
  public static let systemFileNumber = FileAttributeKey(rawValue: "")
  public static let ownerAccountID = FileAttributeKey(rawValue: "")
  public static let referenceCount = FileAttributeKey(rawValue: "")
}

public struct FileAttributeType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let typeDirectory = FileAttributeType(rawValue: "")
  public static let typeRegular = FileAttributeType(rawValue: "")
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public let boolValue: Bool
  public init(_ value: Bool) { boolValue = value }
  public init(booleanLiteral value: Bool) { boolValue = value }
}

open class FileManager: NSObject, @unchecked Sendable {
  public struct DirectoryEnumerationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let skipsHiddenFiles = DirectoryEnumerationOptions(rawValue: 4)
  }
  open class DirectoryEnumerator: NSEnumerator {
    open var fileAttributes: [FileAttributeKey: Any]? { nil }
    open func skipDescendants() {}
  }
  open class var `default`: FileManager { fatalError() }
  open var temporaryDirectory: URL { URL(fileURLWithPath: "") }
  open var homeDirectoryForCurrentUser: URL { URL(fileURLWithPath: "") }
  open var currentDirectoryPath: String { "" }
  open func changeCurrentDirectoryPath(_ path: String) -> Bool { false }
  open func fileExists(atPath path: String) -> Bool { false }
  open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { false }
  open func isExecutableFile(atPath path: String) -> Bool { false }
  open func isReadableFile(atPath path: String) -> Bool { false }
  open func isWritableFile(atPath path: String) -> Bool { false }
  open func contents(atPath path: String) -> Data? { nil }
  open func contentsEqual(atPath path: String, andPath other: String) -> Bool { false }
  @discardableResult open func createFile(
    atPath path: String, contents: Data?, attributes: [FileAttributeKey: Any]? = nil
  ) -> Bool { false }
  open func createDirectory(
    at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createDirectory(
    atPath path: String, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
  open func createSymbolicLink(at url: URL, withDestinationURL destination: URL) throws {}
  open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws {}
  open func destinationOfSymbolicLink(atPath path: String) throws -> String { "" }
  open func linkItem(at url: URL, to other: URL) throws {}
  open func linkItem(atPath path: String, toPath other: String) throws {}
  open func copyItem(at url: URL, to other: URL) throws {}
  open func copyItem(atPath path: String, toPath other: String) throws {}
  open func moveItem(at url: URL, to other: URL) throws {}
  open func moveItem(atPath path: String, toPath other: String) throws {}
  open func removeItem(at url: URL) throws {}
  open func removeItem(atPath path: String) throws {}
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { [:] }
  open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
  open func contentsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func contentsOfDirectory(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options: DirectoryEnumerationOptions = []
  ) throws -> [URL] { [] }
  open func subpathsOfDirectory(atPath path: String) throws -> [String] { [] }
  open func enumerator(atPath path: String) -> DirectoryEnumerator? { nil }
  open func enumerator(
    at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options: DirectoryEnumerationOptions = [],
    errorHandler: ((URL, any Error) -> Bool)? = nil
  ) -> DirectoryEnumerator? { nil }
}

open class NSEnumerator: NSObject {
  open func nextObject() -> Any? { nil }
  open var allObjects: [Any] { [] }
}

extension NSEnumerator: Sequence {
  public func makeIterator() -> AnyIterator<Any> { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
  open class var processInfo: ProcessInfo { fatalError() }
  open var environment: [String: String] { [:] }
  open var arguments: [String] { [] }
  open var processIdentifier: Int32 { 0 }
  open var activeProcessorCount: Int { 0 }
  open var processorCount: Int { 0 }
  open var physicalMemory: UInt64 { 0 }
  open var systemUptime: TimeInterval { 0 }
  open var hostName: String { "" }
  open var userName: String { "" }
  open var globallyUniqueString: String { "" }
}

open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal = 2
  }
  public override init() {}
  open var executableURL: URL?
  open var arguments: [String]?
  open var environment: [String: String]?
  open var currentDirectoryURL: URL?
  open var standardInput: Any?
  open var standardOutput: Any?
  open var standardError: Any?
  open var terminationHandler: (@Sendable (Process) -> Void)?
  open var processIdentifier: Int32 { 0 }
  open var isRunning: Bool { false }
  open var terminationStatus: Int32 { 0 }
  open var terminationReason: TerminationReason { .exit }
  open func run() throws {}
  open func interrupt() {}
  open func terminate() {}
  open func waitUntilExit() {}
}

open class Pipe: NSObject, @unchecked Sendable {
  public override init() {}
  open var fileHandleForReading: FileHandle { fatalError() }
  open var fileHandleForWriting: FileHandle { fatalError() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
  public convenience init(fileDescriptor: Int32) { self.init(fileDescriptor: fileDescriptor, closeOnDealloc: false) }
  public convenience init?(forReadingAtPath path: String) { return nil }
  public convenience init?(forWritingAtPath path: String) { return nil }
  public convenience init?(forUpdatingAtPath path: String) { return nil }
  public convenience init(forReadingFrom url: URL) throws { self.init(fileDescriptor: 0) }
  public convenience init(forWritingTo url: URL) throws { self.init(fileDescriptor: 0) }
  public convenience init(forUpdating url: URL) throws { self.init(fileDescriptor: 0) }
  open class var standardInput: FileHandle { fatalError() }
  open class var standardOutput: FileHandle { fatalError() }
  open class var standardError: FileHandle { fatalError() }
  open class var nullDevice: FileHandle { fatalError() }
  open var fileDescriptor: Int32 { 0 }
  open var availableData: Data { Data() }
  open var readabilityHandler: (@Sendable (FileHandle) -> Void)?
  open func readDataToEndOfFile() -> Data { Data() }
  open func readData(ofLength length: Int) -> Data { Data() }
  open func write(_ data: Data) {}
  public func readToEnd() throws -> Data? { nil }
  public func read(upToCount count: Int) throws -> Data? { nil }
  public func write<T: DataProtocol>(contentsOf data: T) throws {}
  @discardableResult public func seekToEnd() throws -> UInt64 { 0 }
  public func seek(toOffset offset: UInt64) throws {}
  public func truncate(atOffset offset: UInt64) throws {}
  public func synchronize() throws {}
  public func close() throws {}
}

open class Bundle: NSObject, @unchecked Sendable {
  public convenience init(for type: AnyClass) { self.init() }
  open class var main: Bundle { fatalError() }
  open class var allBundles: [Bundle] { [] }
  open var bundlePath: String { "" }
  open var bundleURL: URL { URL(fileURLWithPath: "") }
  open var executableURL: URL? { nil }
}

open class NSNotification: NSObject {
  public struct Name: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

public struct Notification {
  public typealias Name = NSNotification.Name
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  open class var `default`: NotificationCenter { fatalError() }
  open func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  open func removeObserver(_ observer: Any) {}
}

open class OperationQueue: NSObject, @unchecked Sendable {}
