import ReceiptKit
import ReceiptRemote

extension StandIn {
  /// Answers a request of one call; `nil` answers with the status alone.
  typealias Function = @Sendable (StandIn) -> @Sendable (APIQuestion) throws -> JSONValue?

  /// The function of each call, by the name of its operation.
  static let functions: [String: Function] = {
    let functions: [String: Function] = [
      "transactionInfo": { $0.transactionInfo },
      "transactionHistory": { standIn in { try standIn.transactionHistory($0, version: 2) } },
      "transactionHistoryV1": { standIn in { try standIn.transactionHistory($0, version: 1) } },
      "subscriptionStatuses": { $0.subscriptionStatuses }, "appTransactionInfo": { $0.appTransactionInfo },
      "orderLookup": { $0.orderLookup }, "refundHistory": { $0.refundHistory },
      "notificationHistory": { $0.notificationHistory }, "requestTestNotification": { $0.requestTestNotification },
      "testNotificationStatus": { $0.testNotificationStatus }, "extendRenewalDate": { $0.extendRenewalDate },
      "extendRenewalDates": { $0.extendRenewalDates }, "renewalDateExtensions": { $0.renewalDateExtensions },
      "consumptionV1": { $0.consumptionV1 }, "consumption": { $0.consumption },
      "setAppAccountToken": { $0.setAppAccountToken }, "finishTransaction": { $0.finishTransaction },
      "customerGroups": { $0.customerGroups }, "groupMembers": { $0.groupMembers }, "seatInfo": { $0.seatInfo },
      "claimSeat": { $0.claimSeat }, "unclaimSeat": { $0.unclaimSeat }, "associateSeat": { $0.associateSeat },
      "imageList": { $0.imageList }, "uploadImage": { $0.uploadImage }, "deleteImage": { $0.deleteImage },
      "messageList": { $0.messageList }, "uploadMessage": { $0.uploadMessage }, "deleteMessage": { $0.deleteMessage },
      "defaultMessage": { $0.defaultMessage }, "setDefaultMessage": { $0.setDefaultMessage },
      "deleteDefaultMessage": { $0.deleteDefaultMessage }, "realtimeURL": { $0.realtimeURL },
      "setRealtimeURL": { $0.setRealtimeURL }, "deleteRealtimeURL": { $0.deleteRealtimeURL },
      "performanceTest": { $0.performanceTest }, "performanceTestResult": { $0.performanceTestResult },
      "sendReport": { $0.sendReport }, "report": { $0.report },
    ]
    let commerce = AdvancedCommerceCall.allCases.map { call -> (String, Function) in
      ("advancedCommerce-" + call.rawValue, { standIn in { try standIn.advancedCommerce(call, $0) } })
    }
    return functions.merging(commerce) { first, _ in first }
  }()
}
