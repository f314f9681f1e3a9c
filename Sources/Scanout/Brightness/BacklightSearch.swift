internal import VitrineKMS
internal import VitrineLinux

/// The backlight of a panel, as the kernel offers it.
struct Backlight: Hashable {
  let name: String
  /// Its folder, which is a link.
  let path: String
  /// At which it is brightest.
  let most: Int

  /// What to write for so many parts of a hundred. Only 0 may turn it off.
  func level(at percent: Int) -> Int {
    guard percent > 0 else { return 0 }
    let level = (Int64(most) * Int64(min(percent, 100)) + 50) / 100
    return Int(max(level, 1))
  }
}

/// Which of the kernel's backlights is that of a connector. Only reads, and can do so in a test's folder.
struct BacklightSearch {
  /// Where the kernel has its devices: `/sys`.
  var root = "/sys"

  /// What a backlight has to do with the connector. The nearer one has the lower value.
  private enum Relation: Int {
    /// Its device is the connector.
    case connector
    /// Its device is the connector's graphics card, or belongs to it.
    case card
    /// Nothing tells what it belongs to, as on most boards.
    case unknown
  }

  private struct Candidate {
    let light: Backlight
    let relation: Relation
    /// Its place in the order that the kernel's documents give: firmware, platform, raw.
    let rank: Int
  }

  /// That of a built-in panel's connector, on the card called `card0`; nil where there is none, and where it cannot
  /// be told from that of another panel.
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

  /// Nil for a light that is another connector's or another card's.
  private func relation(of device: String?, _ connector: String, _ card: String) -> Relation? {
    guard let device else { return .unknown }
    if device == displays.folder("\(card)-\(connector)").resolvedPath { return .connector }
    for name in displays.names where name.contains("-") {
      if device == displays.folder(name).resolvedPath { return nil }
    }
    // Of several cards one may lie below another: the nearest counts.
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

  /// The connectors of built-in panels that are there, of all cards.
  private var panels: [String] {
    displays.names.filter { name in
      guard let dash = name.firstIndex(of: "-") else { return false }
      return Connector.isBuiltIn(String(name[name.index(after: dash)...]))
        && firstLine(of: displays.folder(name).path(of: "status")) == "connected"
    }
  }

  private var displays: Folder { Folder("\(root)/class/drm") }
}
