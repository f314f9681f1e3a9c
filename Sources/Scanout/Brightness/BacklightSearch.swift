internal import VitrineKMS
internal import VitrineLinux

/// A backlight of the kernel.
struct Backlight: Hashable {
  let name: String
  /// Its folder, a link.
  let path: String
  /// The value for full brightness.
  let most: Int

  /// The value for a percentage. Only 0 per cent may turn it off.
  func level(at percent: Int) -> Int {
    guard percent > 0 else { return 0 }
    let level = (Int64(most) * Int64(min(percent, 100)) + 50) / 100
    return Int(max(level, 1))
  }
}

/// Finds the backlight of a connector, without changing anything.
struct BacklightSearch {
  /// The mount point of sysfs; tests use another folder.
  var root = "/sys"

  /// How a backlight relates to the connector; nearer relations have lower values.
  private enum Relation: Int {
    /// Its device is the connector.
    case connector
    /// Its device is the connector's graphics card, or belongs to it.
    case card
    /// Unknown, as on most boards.
    case unknown
  }

  private struct Candidate {
    let light: Backlight
    let relation: Relation
    /// The order recommended by the kernel's documentation: firmware, platform, raw.
    let rank: Int
  }

  /// The backlight of a built-in panel's connector, on the card named `card0`; nil if there is
  /// none, or if it may belong to another panel.
  func find(_ connector: String, on card: String) -> Backlight? {
    guard Connector.isBuiltIn(connector) else { return nil }
    let all = candidates(connector, on: card)
    let own = all.filter { $0.relation != .unknown }
    guard !own.isEmpty || panels.count < 2 else { return nil }
    return (own.isEmpty ? all : own).min {
      ($0.rank, $0.relation.rawValue, $0.light.name) < (
        $1.rank, $1.relation.rawValue, $1.light.name
      )
    }?.light
  }

  private func candidates(_ connector: String, on card: String) -> [Candidate] {
    let folder = Folder("\(root)/class/backlight")
    return folder.names.compactMap { name -> Candidate? in
      let light = folder.folder(name)
      guard let most = firstLine(of: light.path(of: "max_brightness")).flatMap({ Int($0) }),
        (1...Int(Int32.max)).contains(most),
        let relation = relation(of: light.folder("device").resolvedPath, connector, card)
      else { return nil }
      let types = ["firmware", "platform", "raw"]
      let type = firstLine(of: light.path(of: "type")) ?? ""
      return Candidate(
        light: Backlight(name: name, path: light.path, most: most), relation: relation,
        rank: types.firstIndex(of: type) ?? types.count)
    }
  }

  /// Nil for the backlight of another connector or another card.
  private func relation(of device: String?, _ connector: String, _ card: String) -> Relation? {
    guard let device else { return .unknown }
    if device == displays.folder("\(card)-\(connector)").resolvedPath { return .connector }
    for name in displays.names where name.contains("-") {
      if device == displays.folder(name).resolvedPath { return nil }
    }
    // One of several cards may be below another: the nearest counts.
    var nearest: (card: String, path: String)?
    for name in displays.names where name.hasPrefix("card") && !name.contains("-") {
      guard let path = displays.folder(name).folder("device").resolvedPath,
        device == path || device.hasPrefix(path + "/"),
        path.utf8.count > nearest?.path.utf8.count ?? 0
      else { continue }
      nearest = (name, path)
    }
    guard let nearest else { return .unknown }
    return nearest.card == card ? .card : nil
  }

  /// The connectors of all connected built-in panels, on all cards.
  private var panels: [String] {
    displays.names.filter { name in
      guard let dash = name.firstIndex(of: "-") else { return false }
      return Connector.isBuiltIn(String(name[name.index(after: dash)...]))
        && firstLine(of: displays.folder(name).path(of: "status")) == "connected"
    }
  }

  private var displays: Folder { Folder("\(root)/class/drm") }
}
