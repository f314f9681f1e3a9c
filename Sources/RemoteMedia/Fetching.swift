internal import VitrineMedia
internal import VitrineNetwork

/// Runs `body` and converts its network errors to media errors.
func fetching<Result>(_ body: () throws(NetworkError) -> Result) throws(MediaError) -> Result {
  do throws(NetworkError) {
    return try body()
  } catch {
    throw error == .cancelled ? .interrupted : .unavailable(error.description)
  }
}
