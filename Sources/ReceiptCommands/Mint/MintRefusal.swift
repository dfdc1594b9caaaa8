/// Why nothing is minted.
struct MintRefusal: Error {
  let message: String
  let hint: String?
  let status: ExitStatus
}
