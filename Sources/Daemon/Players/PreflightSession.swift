package import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrineNetwork
package import VitrinePictures
import VitrinePlayback
package import VitrinePlaylists
import VitrineRemoteMedia
package import VitrineScanout
package import VitrineSettings
import VitrineStage
import VitrineVideoDecoders

/// Runs preflight checks with the settings of a configuration. Close it after the last one.
package final class PreflightSession {
  private let settings: Configuration
  private let route: ExpectedRoute
  private let decoders: Decoders
  private let remotes: RemoteSources
  private let template: StageTemplate?
  /// The film's zone, in pixels of the panel.
  private let area: PixelRect?

  /// `known` are the decoders of the board's file. `isElsewhere`: the check is for another board,
  /// whose decoders this machine lacks, so it decodes in software.
  package init(
    _ settings: Configuration, on route: ExpectedRoute, known: [KnownDecoder], isElsewhere: Bool,
    _ log: Log
  ) {
    self.settings = settings
    self.route = route
    let rotation = settings.display.rotation + route.panelRotation
    template = settings.zones.templatePath.flatMap { template in
      var files = TemplateFiles(
        template, edited: settings.zones.editedPath(in: settings.service.state),
        data: settings.zones.data)
      for fault in files.read(at: .now()).faults { log.write(.zonesFailed, "zones: \(fault)") }
      return files.contents.template
    }
    area = template?.filmArea(on: rotation.upright(route.size)).map {
      rotation.onPanel($0, of: route.size)
    }
    let preference = DecoderPreference(word: settings.playback.decoder) ?? .software
    decoders = Decoders(isElsewhere ? .software : preference, known: known)
    let proxy = CredentialFiles.proxy(settings.network) {
      log.write(.credentialsUnreadable, "network.proxy: \($0)")
    }
    remotes = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy),
      rules: CredentialFiles.rules(settings.access, log))
  }

  /// The zones with their own lists, and why they cost the processor more than decoding; nil if they do not.
  package var zones: (names: [String], cost: String?) {
    let names = template?.videos.map(\.zone.name) ?? []
    guard !names.isEmpty, let template else { return ([], nil) }
    let rotation = settings.display.rotation
    let onPanel = rotation + route.panelRotation
    let description = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(1920, 1080),
      color: ColorDescription(matrix: .bt709, range: .limited))
    let parts = template.videos.map { zone, _ in
      var part = Arrangement(
        fit: settings.display.fit, rotation: rotation,
        area: onPanel.onPanel(zone.pixels(on: onPanel.upright(route.size)), of: route.size))
      part.isInset = true
      return part
    }
    let film = Arrangement(fit: settings.display.fit, rotation: rotation, area: area)
    return switch route.hasPlanes(for: parts, over: film, description) {
    case true?: (names, nil)
    case false?:
      (
        names,
        "the display has no planes for the film, the videos of the zones and the interface: the processor composes them, "
          + "and a zone stays black if that takes too long"
      )
    case nil: (names, "the planes of the display cannot be tested now")
    }
  }

  /// Opens an item and decodes its beginning like a player.
  package func check(_ item: Item) -> PreflightResult {
    Preflight(
      item, on: route,
      Arrangement(fit: settings.display.fit, rotation: settings.display.rotation, area: area),
      decoders: decoders, remotes: [NetworkAccess(remotes, latency: settings.latency)],
      quality: settings.quality
    ).run()
  }

  package func close() { remotes.close() }
}
