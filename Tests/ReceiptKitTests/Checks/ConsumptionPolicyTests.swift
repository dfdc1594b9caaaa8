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

  @Test(
    "what could keep something back or say something wrong is refused, with its place",
    arguments: try TableCase.read("refused-policies", "rules of consumption"))
  func refused(_ row: TableCase) {
    let error = #expect(throws: ExpectationError.self) { try ConsumptionPolicy(row.bytes) }
    #expect(error?.message.description.contains(row.expected[0]) == true, "\(String(describing: error))")
  }
}
