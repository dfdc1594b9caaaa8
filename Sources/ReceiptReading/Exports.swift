// The API of this module uses JSON values, instants and texts. With this export, callers need no second import for
// them.
@_exported import ReceiptBase
