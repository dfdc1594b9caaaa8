// Documents are of judgements; callers need no second import for them.
@_exported import ReceiptAnalysis
