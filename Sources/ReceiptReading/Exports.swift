// JSON, moments and texts are a part of what this module says; callers need no second import for them.
@_exported import ReceiptBase
