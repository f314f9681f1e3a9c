import VitrineKMS
package import VitrinePictures

/// The display given on a command line.
package enum DisplayChoice: Hashable, Sendable {
  case screen(path: String?, connector: String?)
  case headless(PixelSize, refresh: Double)

  /// Parses `auto`, `HDMI-A-1`, `/dev/dri/card1`, `/dev/dri/card1:HDMI-A-1` or
  /// `headless:1920x1080@60`; returns nil for other texts.
  package init?(word argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    switch parts.first {
    case "headless":
      guard let request = ModeRequest(parts.count > 1 ? parts[1] : "1920x1080@60") else {
        return nil
      }
      self = .headless(request.size, refresh: request.refresh ?? 60)
    case "auto" where parts.count == 1: self = .screen(path: nil, connector: nil)
    case let path? where path.hasPrefix("/"):
      self = .screen(path: path, connector: parts.count > 1 ? parts[1] : nil)
    case let connector? where parts.count == 1:
      self = .screen(path: nil, connector: connector)
    default: return nil
    }
  }
}
