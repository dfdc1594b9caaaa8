// Judgements are about receipts; callers need no second import for them.
@_exported import ReceiptReading
