import ReceiptKit
print(JSONWriter(layout: .pretty).bytes.count)
