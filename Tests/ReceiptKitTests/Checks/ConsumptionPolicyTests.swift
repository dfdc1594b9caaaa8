import ReceiptKit
import Testing

/// What Apple is told about the use of a purchase, by rules. Values and their limits are those of Apple's
/// "ConsumptionRequest".
@Suite("Policies about the use of purchases")
struct ConsumptionPolicyTests {
  private static let hour: Int64 = 3_600_000
  private static let bought = Instant(milliseconds: 1_767_225_600_000)

  private func purchase(_ product: String?, _ type: ProductType? = .consumable) -> PurchaseRecord {
    var purchase = PurchaseRecord()
    (purchase.productID, purchase.productType, purchase.purchased) = (product, type, Self.bought)
    return purchase
  }

  private func policy(_ rules: String) throws -> ConsumptionPolicy {
    try ConsumptionPolicy(Array(#"{"$schema":"x","rules":[\#(rules)]}"#.utf8))
  }

  private func body(_ policy: ConsumptionPolicy, _ purchase: PurchaseRecord, hours: Int64 = 0) -> String? {
    let asked = Instant(milliseconds: Self.bought.milliseconds + hours * Self.hour)
    return policy.information(about: purchase, askedAt: asked).map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("the first rule that is about product and age counts, and none says nothing")
  func first() throws {
    let policy = try policy(
      """
      {"product":["coins","gems"],"max_age":"2d","delivery_status":"DELIVERED","sample_content_provided":false,
       "consumption_percentage":12.5,"refund_preference":"GRANT_PRORATED"},
      {"product":"coins","delivery_status":"DELIVERED","sample_content_provided":true,"consumption_percentage":100,
       "refund_preference":"DECLINE"}
      """)
    let young = """
      {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED",\
      "consumptionPercentage":12500,"refundPreference":"GRANT_PRORATED"}
      """
    #expect(body(policy, purchase("gems")) == young && body(policy, purchase("coins"), hours: 48) == young)
    #expect(
      body(policy, purchase("coins"), hours: 49) == """
        {"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED",\
        "consumptionPercentage":100000,"refundPreference":"DECLINE"}
        """)
    #expect(body(policy, purchase("gems"), hours: 49) == nil)
    #expect(body(policy, purchase("Coins")) == nil && body(policy, purchase(nil)) == nil)
    var undated = purchase("gems")
    undated.purchased = nil
    #expect(body(policy, undated) == nil)
    #expect(body(try self.policy(""), purchase("coins")) == nil)
  }

  @Test("a rule without products is about all, and what renews by itself gets no percentage (4000209)")
  func renewing() throws {
    let policy = try policy(
      #"{"delivery_status":"DELIVERED","sample_content_provided":false,"consumption_percentage":50}"#)
    #expect(body(policy, purchase("any"))?.contains(#""consumptionPercentage":50000"#) == true)
    #expect(
      body(policy, purchase("any", .autoRenewableSubscription))
        == #"{"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}"#)
    #expect(body(policy, purchase("any", .nonRenewingSubscription))?.contains("50000") == true)
  }

  private static let delivered = #""delivery_status":"DELIVERED","sample_content_provided":false"#

  private static let bad: [(text: String, message: String)] = [
    ("", "JSON that ends"), ("[]", "has to be an object"), ("{}", "there is no array `rules`"),
    (#"{"rules":{}}"#, "there is no array `rules`"), (#"{"rules":[],"rule":[]}"#, "/rule: unknown key"),
    (#"{"rules":[],"rules":[]}"#, "/rules: the key occurs twice"), (#"{"rules":[1]}"#, "/rules/0: has to be an object"),
    (#"{"rules":[{}]}"#, "/rules/0: delivery_status is missing"),
    (#"{"rules":[{"delivery_status":"DELIVERED"}]}"#, "/rules/0: sample_content_provided is missing"),
    (
      #"{"rules":[{"delivery_status":"delivered","sample_content_provided":false}]}"#,
      "/rules/0/delivery_status: 'delivered' is not known"
    ),
    (#"{"rules":[{\#(delivered),"refund_preference":"NO"}]}"#, "/rules/0/refund_preference: 'NO' is not known"),
    (#"{"rules":[{\#(delivered),"products":"a"}]}"#, "/rules/0/products: unknown key"),
    (#"{"rules":[{\#(delivered),"product":[]}]}"#, "/rules/0/product: an empty array"),
    (#"{"rules":[{\#(delivered),"product":""}]}"#, "/rules/0/product: an empty text"),
    (#"{"rules":[{\#(delivered),"max_age":"2"}]}"#, "/rules/0/max_age"),
    (#"{"rules":[{\#(delivered),"max_age":2}]}"#, "/rules/0/max_age: has to be a string"),
    (#"{"rules":[{\#(delivered),"consumption_percentage":101}]}"#, "/rules/0/consumption_percentage: has to be"),
    (#"{"rules":[{\#(delivered),"consumption_percentage":-1}]}"#, "/rules/0/consumption_percentage: has to be"),
    (#"{"rules":[{\#(delivered),"consumption_percentage":1e1}]}"#, "/rules/0/consumption_percentage: has to be"),
    (#"{"rules":[{\#(delivered),"consumption_percentage":1.0001}]}"#, "/rules/0/consumption_percentage: has to be"),
    (#"{"rules":[{\#(delivered),"consumption_percentage":"5"}]}"#, "/rules/0/consumption_percentage: has to be"),
    (
      #"{"rules":[{\#(delivered),"consumption_percentage":100,"refund_preference":"GRANT_PRORATED"}]}"#,
      "/rules/0: GRANT_PRORATED needs"
    ),
    (
      #"{"rules":[{"delivery_status":"UNDELIVERED_OTHER","sample_content_provided":false,"consumption_percentage":1}]}"#,
      "/rules/0: what was not delivered was not used"
    ),
  ]

  @Test("what could keep something back or say something wrong is refused, with its place", arguments: bad)
  func refused(_ text: String, _ message: String) {
    do {
      _ = try ConsumptionPolicy(Array(text.utf8))
      Issue.record("\(text) was taken")
    } catch {
      #expect(error.message.description.contains(message), "\(error.message)")
    }
  }
}
