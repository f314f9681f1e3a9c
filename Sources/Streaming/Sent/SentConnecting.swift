internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrineStreams
internal import VitrineTiming

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
  private var connected: HostTime?
  private var backOff = BackOff()

  /// A connection that has held for so long was one.
  private static let holding = Duration.seconds(5)
  private static let farewell = Duration.milliseconds(300)

  /// How long a name and a connection may take; who waits to be called waits longer.
  private var patience: Duration {
    url.query?.contains("mode=listener") == true ? .seconds(60) : .seconds(8)
  }

  /// `interrupter` counts what is read.
  init(
    _ url: RemoteURL, _ rules: AccessRules, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) {
    (self.url, self.rules, self.limits, self.interrupter) = (url, rules, limits, interrupter)
    host = url.host
  }

  /// Something is read, which the watch over the player wants to know.
  func noteRead() { interrupter.noteRead() }

  /// What is awaited of the present connection may take so long from now on.
  func limit(_ patience: Duration) {
    let now = HostTime.now()
    own.interrupt(at: now + patience)
    if let connected, now - connected > Self.holding { backOff.succeed() }
  }

  /// The sender is told that it is over: some have room for few.
  func beginFarewell() { own.allowFarewell(until: .now() + Self.farewell) }

  /// Tries until it is connected, ever more rarely. What will not change by waiting throws where it is
  /// the `isFirst` time.
  func connect(_ line: SentLine, isFirst: Bool) throws(MediaError) -> Demuxer {
    // One that hangs up at once is not called again at once.
    if !isFirst, !line.wait(backOff.fail(chance: .random(in: 0...1))) { throw .interrupted }
    while true {
      do throws(NetworkError) {
        let demuxer = try attempt(line)
        connected = .now()
        return demuxer
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
    let deadline = HostTime.now() + patience
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
