/// A file that cannot be written.
struct UnwritableFile: Error {
  let path: String
  let reason: String
}
