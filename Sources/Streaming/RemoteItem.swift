internal import Linux
public import Media
public import Network
public import Pictures
public import Playback
public import Streams
public import Timing

/// An item that lies on a server, from its opening on. Thread-safe.
public final class RemoteItem: Sendable {
  private let url: RemoteURL
  private let sources: RemoteSources
  private let state = Shared(State())

  private struct State {
    var source: RemoteByteSource?
    /// Of the whole item, where it is known.
    var length: MediaTime?
  }

  /// Nothing is fetched before `open`.
  public init(_ url: RemoteURL, _ sources: RemoteSources) {
    (self.url, self.sources) = (url, sources)
  }

  /// What gives its bytes; waits until it is clear what it is.
  public func open(
    _ interrupter: Demuxer.Interrupter, limits: PictureLimits = .ofThisMachine
  ) throws(MediaError) -> Demuxer {
    let source = try makeSource()
    state.update { $0.source = source }
    do throws(MediaError) {
      let demuxer = try Demuxer(reading: source, interrupter: interrupter, limits: limits)
      let length = demuxer.duration
      state.update { $0.length = length }
      return demuxer
    } catch {
      source.interrupt()
      throw error
    }
  }

  private func makeSource() throws(MediaError) -> RemoteByteSource {
    do throws(NetworkError) {
      return try RemoteByteSource(url, sources)
    } catch {
      throw .unavailable(error.description)
    }
  }

  /// How it arrives. `read` is how much its demuxer has given ahead of what plays.
  public func arrival(read: MediaTime) -> Arrival {
    let (source, length) = state.update { ($0.source, $0.length) }
    guard let progress = source?.file.progress else { return .awaited }
    var lead = BufferingPolicy.Lead(
      time: max(read, .zero), bytes: progress.ahead, isFull: progress.isFull)
    if let length, let size = progress.size, size > 0 {
      // Bytes last as long as all of them do, on the average.
      let ahead = length.duration.seconds * Double(progress.ahead) / Double(size)
      lead.time = lead.time + Duration(roundingNanoseconds: ahead * 1e9)
      lead.bytes = 0
    }
    return Arrival(
      lead: lead, isAwaited: progress.isStarving, trouble: progress.trouble?.description)
  }
}
