// Everything that reads, judges and prints a receipt, in one import. The modules behind it are layers; see
// ARCHITECTURE.md.
@_exported import ReceiptDocuments
