// The API of this module uses the types of ReceiptAnalysis. With this export, callers need no second import for them.
@_exported import ReceiptAnalysis
