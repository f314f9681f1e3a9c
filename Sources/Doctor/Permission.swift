internal import VitrinePlayback

extension AccessFacts {
  /// Whether the user may open the devices.
  func permissionFindings(_ unit: UnitFile?) -> [Finding] {
    nodes.findings(.permission) { nodes in
      let user = user.value ?? UserFacts(name: "this user")
      let found = NodeFacts.Kind.allCases.compactMap { kind in
        Refused(kind, nodes: nodes, user: user)?.finding(unit)
      }
      guard found.isEmpty else { return found }
      guard !nodes.isEmpty else {
        return [Finding(.permission, .good, "no devices that need permission")]
      }
      return [Finding(.permission, .good, "\(user.name) may use all devices")]
    }
  }

  /// Whether the user is in the groups of the devices.
  var groupFindings: [Finding] {
    user.findings(.groups) { user in
      guard !user.isRoot else {
        return [Finding(.groups, .good, "\(user.name) needs no groups")]
      }
      guard let nodes = nodes.value else { return [.unknown(.groups, "no devices were checked")] }
      let refused = nodes.filter { !$0.isUsable && $0.isOpenToGroup && $0.kind != .terminal }
      let missing = refused.map(\.group).filter { !user.groups.contains($0) }.unique
      if !missing.isEmpty {
        return [
          Finding(
            .groups, .advice, "\(user.name) is not in \(missing.enumerated)",
            cure: joining(missing, user))
        ]
      }
      let late = nodes.map(\.group).filter(user.lateGroups.contains).unique
      if !late.isEmpty {
        return [
          Finding(
            .groups, .advice, "\(user.name) is in \(late.enumerated), but this login predates that",
            cause: "a login session keeps the groups it started with", cure: loggingIn)
        ]
      }
      let groups = nodes.map(\.group).filter(user.groups.contains).unique
      let words =
        groups.isEmpty ? "is in none of the devices' groups" : "is in \(groups.enumerated)"
      return [Finding(.groups, .good, "\(user.name) \(words)")]
    }
  }
}

/// Returns the `usermod` command for these groups.
private func joining(_ groups: [String], _ user: UserFacts) -> String {
  "sudo usermod -aG \(groups.joined(separator: ",").shellWord) \(user.name.shellWord)"
}

private let loggingIn = "log out and in again; for the service: sudo systemctl restart vitrine"

/// The devices of one kind that the user may not open.
private struct Refused {
  let kind: NodeFacts.Kind
  let nodes: [NodeFacts]
  let user: UserFacts

  init?(_ kind: NodeFacts.Kind, nodes: [NodeFacts], user: UserFacts) {
    self.nodes = nodes.filter { $0.kind == kind && !$0.isUsable }
    guard !self.nodes.isEmpty else { return nil }
    self.kind = kind
    self.user = user
  }

  func finding(_ unit: UnitFile?) -> Finding? {
    if kind == .terminal { return terminal(unit) }
    let groups = nodes.filter(\.isOpenToGroup).map(\.group).unique
    let missing = groups.filter { !user.groups.contains($0) }
    let closed = nodes.filter { !$0.isOpenToGroup }
    let cure: String
    if !missing.isEmpty {
      cure = joining(missing, user) + "; then log in again"
    } else if let first = closed.first {
      cure = rule(for: first)
    } else if !user.lateGroups.isDisjoint(with: groups) {
      cure = loggingIn
    } else {
      cure = "getfacl \(nodes[0].path.shellWord)"
    }
    return Finding(
      .permission, verdict,
      "\(nodes.map(\.path).abridged): \(user.name) may not read and write \(pronoun)",
      cause: "\(nodes[0].owners); \(cost)", cure: cure)
  }

  private var pronoun: String { nodes.count == 1 ? "it" : "them" }

  private var verdict: Verdict {
    switch kind {
    case .display, .sound: .bad(.noPermission)
    case .render, .input, .terminal, .heap: .advice
    }
  }

  private var cost: String {
    switch kind {
    case .display: "nothing can be shown"
    case .sound: "videos play without sound"
    case .input: "touchscreens, remotes and keyboards do not work"
    case .render: "the GPU's decoders cannot be used"
    case .heap: "decoder and display cannot share memory, so frames are copied"
    case .terminal: "console text may be visible before and after playback"
    }
  }

  /// Graphics mode requires a controlling terminal or privileges; a group is not enough.
  private func terminal(_ unit: UnitFile?) -> Finding? {
    guard unit?.hasTerminal != true else { return nil }
    return Finding(
      .permission, .advice, "\(nodes.map(\.path).abridged): \(user.name) has no access",
      cause: cost,
      cure: "sudo systemctl edit vitrine, with [Service] TTYPath=/dev/tty1 and StandardInput=tty")
  }

  private func rule(for node: NodeFacts) -> String {
    let (subsystem, group) =
      switch kind {
      case .display: ("drm", "video")
      case .render: ("drm", "render")
      case .sound: ("sound", "audio")
      case .input: ("input", "input")
      case .heap: ("dma_heap", "video")
      case .terminal: ("tty", "tty")
      }
    let nodes =
      switch kind {
      case .display: ", KERNEL==\"card*\""
      case .render: ", KERNEL==\"renderD*\""
      case .sound, .input, .terminal, .heap: ""
      }
    return "echo 'SUBSYSTEM==\"\(subsystem)\"\(nodes), GROUP=\"\(group)\", MODE=\"0660\"' | "
      + "sudo tee -a /etc/udev/rules.d/70-vitrine.rules && sudo udevadm control --reload && "
      + "sudo udevadm trigger --subsystem-match=\(subsystem)"
  }
}
