internal import VitrineMedia
internal import VitrineNetwork

/// Does what needs the network; its errors become those of media.
func fetching<Result>(_ body: () throws(NetworkError) -> Result) throws(MediaError) -> Result {
  do throws(NetworkError) {
    return try body()
  } catch {
    throw error == .cancelled ? .interrupted : .unavailable(error.description)
  }
}
