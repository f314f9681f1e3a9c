internal import VitrineEngine
public import VitrineKit
internal import VitrineLists
internal import VitrinePlayback
internal import VitrinePlaylists

/// A template that divides the display into zones: the film in one, and texts, tables, pictures and
/// clocks in others.
///
/// ```swift
/// player.setTemplate(Template("/srv/board/menu-board.yaml", data: "/srv/board"))
/// ```
///
/// docs/operate/zones.md in Vitrine's repository describes templates and their data files, and
/// `vitrine template show` prints those that the service comes with.
public struct Template: Hashable, Sendable {
  /// The path of the template, a YAML file.
  public var path: String
  /// The folder of the data files and pictures that the template names.
  public var data: String?

  /// Creates a template. Nothing is read before `Player.setTemplate(_:)`.
  public init(_ path: String, data: String? = nil) {
    self.path = path
    self.data = data
  }
}

extension VitrineKit.Player {
  /// Shows the zones of a template, instead of those of an earlier one; nil gives the film the whole
  /// display.
  ///
  /// The template and its data are read on a separate thread, and again when they change. A damaged
  /// file changes nothing, and is sent as `PlayerEvent.warning`. The videos of zones are silent.
  public func setTemplate(_ template: Template?) {
    setZones(template.map { TemplateFiles($0.path, data: $0.data) }) { [warn] engine in
      template.map { template in
        ZonePlayers(
          on: engine, beside: template.path,
          .init(
            configure: { _, _ in },
            onEvent: { event, zone in
              guard case .failed(let item, let error) = event else { return }
              warn("zone \(zone): \(item.location): \(error.message)")
            }, warn: { warn("zone \($1): \($0)") }))
      }
    }
  }
}
