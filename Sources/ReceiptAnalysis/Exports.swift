// The API of this module uses the types of ReceiptReading. With this export, callers need no second import for them.
@_exported import ReceiptReading
