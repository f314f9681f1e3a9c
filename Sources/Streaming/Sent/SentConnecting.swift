internal import Linux
internal import Media
internal import Network
internal import Pictures
internal import Streams
internal import Timing

/// How a sender is connected to: its name looked up anew each time, since machines get other addresses.
/// Bound to the demuxer's thread.
final class SentConnecting {
  let host: String
  private let url: RemoteURL
  private let rules: AccessRules
  private let limits: PictureLimits
  private let interrupter: Demuxer.Interrupter
  /// Of the present connection.
  private var own = Demuxer.Interrupter()

  /// How long a name and a connection may take.
  private static let patience = Duration.seconds(8)

  /// `interrupter` counts what is read.
  init(
    _ url: RemoteURL, _ rules: AccessRules, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) {
    (self.url, self.rules, self.limits, self.interrupter) = (url, rules, limits, interrupter)
    host = url.host
  }

  /// What is read of the present connection may take so long.
  func limit(_ patience: Duration) {
    interrupter.noteRead()
    own.interrupt(at: .now() + patience)
  }

  /// Tries until it is connected, ever more rarely. What will not change by waiting throws where it is
  /// the `isFirst` time.
  func connect(_ line: SentLine, isFirst: Bool) throws(MediaError) -> Demuxer {
    var backOff = BackOff()
    while true {
      do throws(NetworkError) {
        return try attempt(line)
      } catch {
        if line.isInterrupted { throw .interrupted }
        if isFirst, !error.isTransient { throw .unavailable(error.description) }
        line.lose(error)
        guard line.wait(backOff.fail(chance: .random(in: 0...1))) else { throw .interrupted }
      }
    }
  }

  private func attempt(_ line: SentLine) throws(NetworkError) -> Demuxer {
    interrupter.noteRead()
    let deadline = HostTime.now() + Self.patience
    let lookup = NameLookup(url.host)
    line.watch(lookup.cancel)
    let address = try lookup.address(until: deadline)
    let own = Demuxer.Interrupter()
    self.own = own
    own.interrupt(at: deadline)
    line.watch(own.interrupt)
    do throws(MediaError) {
      return try Demuxer(
        receiving: try SentStream(url, at: address, rules), interrupter: own, limits: limits)
    } catch {
      throw error == .interrupted
        ? .timedOut(.connecting, host) : NetworkError(error, of: host)
    }
  }
}
