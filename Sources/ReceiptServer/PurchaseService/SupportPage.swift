import HTTPTypes

extension PurchaseService {
  /// `GET /support`: the page for support staff.
  ///
  /// The route is open because the page contains no data. The page asks the user for a token, and sends the token with
  /// its requests to the other routes.
  var supportPage: Route {
    var preset = settings.page
    preset.asksApple = service.lookUp != nil
    let page = EmbeddedPage(
      html: PackageResources.support_html, style: PackageResources.support_css,
      scripts: [PackageResources.answer_js, PackageResources.support_js], preset: preset)
    return Route("/support", [.get], isOpen: true, operation: Self.supportOperation, begin: { _ in .now(page.reply()) })
  }

  private static let supportOperation = Operation(
    "support", "A page to look up customers",
    """
    For people; programs want the other routes. No token is asked for: the page asks for one with the scope read, and \
    keeps it in memory.
    """,
    answers: [.text("The page", "text/html")])
}
