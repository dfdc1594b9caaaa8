// The API of this module uses JSON values, instants and texts; callers need no second import for them.
@_exported import ReceiptBase
