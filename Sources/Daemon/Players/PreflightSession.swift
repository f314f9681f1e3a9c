package import VitrineEngine
import VitrineNetwork
package import VitrinePictures
import VitrinePlayback
package import VitrinePlaylists
import VitrineRemoteMedia
package import VitrineScanout
package import VitrineSettings
import VitrineVideoDecoders

/// Runs preflight checks with the settings of a configuration. Close it after the last one.
package final class PreflightSession {
  private let settings: Configuration
  private let route: ExpectedRoute
  private let decoders: Decoders
  private let remotes: RemoteSources

  /// `known` are the decoders of the board's file. `isElsewhere`: the check is for another board,
  /// whose decoders this machine lacks, so it decodes in software.
  package init(
    _ settings: Configuration, on route: ExpectedRoute, known: [KnownDecoder], isElsewhere: Bool,
    _ log: Log
  ) {
    self.settings = settings
    self.route = route
    let preference = DecoderPreference(word: settings.playback.decoder) ?? .software
    decoders = Decoders(isElsewhere ? .software : preference, known: known)
    let proxy = CredentialFiles.proxy(settings.network) {
      log.write(.credentialsUnreadable, "network.proxy: \($0)")
    }
    remotes = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy),
      rules: CredentialFiles.rules(settings.access, log))
  }

  /// Opens an item and decodes its beginning like a player.
  package func check(_ item: Item) -> PreflightResult {
    Preflight(
      item, on: route,
      Arrangement(fit: settings.display.fit, rotation: settings.display.rotation),
      decoders: decoders, remotes: [NetworkAccess(remotes, latency: settings.latency)],
      quality: settings.quality
    ).run()
  }

  package func close() { remotes.close() }
}
