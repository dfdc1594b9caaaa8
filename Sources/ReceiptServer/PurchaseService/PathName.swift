import ReceiptKit

extension QueryParameter {
  /// A name that cannot be part of a path, because programs read it as this folder or the folder above. New accounts
  /// and orders never get such a name; older ones are requested with this parameter.
  static let pathName = QueryParameter(
    "name", "The name, with - in its place in the path: for `.` and `..`, which no path can have.", example: "..")
}

extension Call {
  /// The name of an account, an order or a transaction: the segment of the path in place of `{name}`, or the parameter
  /// `name` if that segment is a hyphen.
  func name(_ query: Query) throws -> String {
    guard let text = parameters["name"], var name = Query.decoded(text[...], plusIsSpace: false) else {
      throw Problem.path("the name is not percent-encoded UTF-8")
    }
    if let given = query[QueryParameter.pathName.name] {
      guard name == "-" else {
        throw Problem.parameter("name is given beside another one in the path; which one counts?")
      }
      name = given
    }
    if let problem = LedgerName.problem(name) { throw Problem.path(problem.description) }
    return name
  }
}
