public import VitrineEngine
import VitrineNetwork
public import VitrinePictures
import VitrinePlayback
public import VitrinePlaylists
public import VitrineScanout
public import VitrineSettings
import VitrineStreaming
import VitrineVideoDecoders

/// Where items are auditioned as a configuration would play them. Closed after the last.
public final class AuditionRoom {
  private let settings: Configuration
  private let route: ExpectedRoute
  private let decoders: Decoders
  private let remotes: RemoteSources

  /// `known` is what the board's file says of its decoders; of another board than this one, which has
  /// them and not this machine, the processor decodes.
  public init(
    _ settings: Configuration, on route: ExpectedRoute, known: [KnownDecoder], isElsewhere: Bool,
    _ log: Log
  ) {
    (self.settings, self.route) = (settings, route)
    let wish = DecoderWish(word: settings.playback.decoder) ?? .software
    decoders = Decoders(isElsewhere ? .software : wish, known: known)
    let proxy = AccessBook.proxy(settings.network) { log.warning("network.proxy: \($0)") }
    remotes = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy),
      rules: AccessBook.rules(settings.access, log))
  }

  /// Opens an item and decodes its beginning, as a player would.
  public func audition(_ item: Item) -> AuditionFindings {
    Audition(
      item, on: route,
      Arrangement(fit: settings.display.fit, rotation: settings.display.rotation),
      decoders: decoders, remotes: remotes, streams: settings.streamWishes
    ).run()
  }

  public func close() { remotes.close() }
}
