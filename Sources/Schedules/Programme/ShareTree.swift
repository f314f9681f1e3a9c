internal import VitrineTiming

/// The order of eligible items: by showings due in the hour, by shares of the time, or in turn.
///
/// Shares use earliest eligible virtual deadline first (Stoica and Abdel-Wahab, TR-95-22): of the
/// nodes that have not received more than their share, the one whose next showing would end first
/// by its own share. No item ever deviates from its share by more than the longest showing.
struct ShareTree: Sendable {
  private var nodes: [Node] = []
  private var leaves: [Int] = []
  private var hourly: [Int] = []
  /// The hourly nodes whose showings could be due at the last choice.
  private var evaluated: [Int] = []
  private let lengths: [Double]
  private let seed: UInt64?
  /// The items that take part.
  private var members: [Int] = []

  /// The children of a node that currently share or take turns.
  private struct Participants {
    var children: [Int] = []
    var useShares = false
    var totalWeight = 0.0
  }

  private struct Node {
    let key: String
    let parent: Int
    let weight: Int?
    let perHour: Int?
    /// The node's item; nil for a list.
    let item: Int?
    var children: [Int] = []
    var isActive = false
    /// Whether the node is in `evaluated`.
    var isEvaluated = false
    var active = Participants()
    var account = Account()
    /// The child that was shown last.
    var last = -1

    var part: Double { Double(weight ?? 1) }
  }

  /// The tolerance for rounding errors in sums of fractions.
  private static let tolerance = 1e-6
  /// A break of at most this many seconds, such as a restart of the player, does not count as one.
  private static let longestBreak: Int64 = 60

  init(_ items: [ScheduledItem], shuffleSeed: UInt64?) {
    (lengths, seed) = (items.map(\.length), shuffleSeed)
    nodes = [Node(key: "", parent: -1, weight: nil, perHour: nil, item: nil)]
    var known: [String: Int] = [:]
    var seen: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      var parent = 0
      for campaign in item.rules.campaigns {
        let key = nodes[parent].key + "/" + campaign.key
        if let node = known[key] {
          parent = node
        } else {
          parent = add(
            Node(
              key: key, parent: parent, weight: campaign.weight, perHour: campaign.perHour,
              item: nil))
          known[key] = parent
        }
      }
      // The same file may be in a list twice.
      let count = seen[item.key, default: 0]
      seen[item.key] = count + 1
      let key = count == 0 ? item.key : "\(item.key)#\(count + 1)"
      leaves.append(
        add(
          Node(
            key: key, parent: parent, weight: item.rules.weight, perHour: item.rules.perHour,
            item: index)))
    }
    hourly = nodes.indices.filter { nodes[$0].perHour != nil }
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    nodes[node.parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  var hasHourly: Bool { !hourly.isEmpty }

  /// The accounts of all nodes, by key.
  var accounts: [String: Account] {
    get {
      Dictionary(nodes.map { ($0.key, $0.account) }) { first, _ in first }
        .filter { $0.value != Account() }
    }
    set {
      let places = Dictionary(nodes.indices.map { (nodes[$0].key, $0) }) { first, _ in first }
      for index in nodes.indices {
        nodes[index].account = newValue[nodes[index].key] ?? Account()
        nodes[index].last = nodes[index].account.last.flatMap { places[$0] } ?? -1
      }
    }
  }

  /// Takes over the accounts of another list. If the item that was shown last is gone, the list
  /// continues after its closest remaining predecessor.
  mutating func succeed(_ old: ShareTree) {
    var accounts = old.accounts
    let kept = Set(nodes.map(\.key))
    for node in old.nodes where node.item == nil && node.last >= 0 {
      let at = node.children.firstIndex(of: node.last) ?? 0
      let before = node.children[...at].reversed().map { old.nodes[$0].key }
      accounts[node.key]?.last = before.first(where: kept.contains)
    }
    self.accounts = accounts
  }
}

// Participation.
extension ShareTree {
  mutating func activate(_ members: [Int]) {
    guard members != self.members else { return }
    self.members = members
    for index in nodes.indices { nodes[index].isActive = false }
    for item in members {
      var node = leaves[item]
      while node >= 0, !nodes[node].isActive {
        nodes[node].isActive = true
        node = nodes[node].parent
      }
    }
    for index in nodes.indices where nodes[index].isActive && nodes[index].item == nil {
      settle(index)
    }
  }

  /// Updates the participants. Each keeps its lag, adjusted so that the sum is 0 again.
  private mutating func settle(_ index: Int) {
    let active = nodes[index].children.filter { nodes[$0].isActive && nodes[$0].perHour == nil }
    guard active != nodes[index].active.children else { return }
    // A new participant has had as many turns as the others.
    let fewest = nodes[index].active.children.map { nodes[$0].account.turns }.min() ?? 0
    for child in active { nodes[child].account.turns = max(fewest, nodes[child].account.turns) }
    nodes[index].active.children = active
    nodes[index].active.useShares = active.contains { nodes[$0].weight != nil }
    nodes[index].active.totalWeight = active.reduce(0) { $0 + nodes[$1].part }
    guard nodes[index].active.useShares else { return }
    let surplus = active.reduce(0) { $0 + nodes[$1].account.lag }
    for child in active {
      nodes[child].account.lag -=
        surplus * nodes[child].part / nodes[index].active.totalWeight
    }
  }
}

// Hourly showings.
extension ShareTree {
  /// Postpones the showings of a node that could not be shown for a while because its window was
  /// closed, a higher level had the screen, or nothing was shown at all. It does not catch up: an
  /// overdue showing is due now, and the rest follow at the usual distance. A showing that only
  /// waited for the current item does catch up.
  ///
  /// Counts whole seconds, like windows, so that fractions of a second make no difference.
  mutating func evaluateHourly(at moment: Moment, _ hour: Range<Int64>) {
    for node in hourly where nodes[node].isActive && !nodes[node].isEvaluated {
      evaluated.append(node)
      nodes[node].isEvaluated = true
      let isContinuous = moment.second -| nodes[node].account.until <= Self.longestBreak
      if isContinuous, nodes[node].account.hour <= hour.lowerBound { continue }
      enter(node, hour.lowerBound)
      let past = Double(moment.second -| hour.lowerBound)
      let overdue = past - gap(node) * Double(nodes[node].account.shown)
      nodes[node].account.delay = max(nodes[node].account.delay, overdue)
    }
  }

  /// Starts another choice.
  mutating func beginChoice() {
    for node in evaluated { nodes[node].isEvaluated = false }
    evaluated.removeAll(keepingCapacity: true)
  }

  /// Records that the hourly nodes were eligible until `moment`.
  mutating func markEligible(until moment: Moment) {
    for node in evaluated { nodes[node].account.until = moment.second }
  }

  /// Makes `attend` start over after a change of the time zone.
  mutating func interrupt() { for node in hourly { nodes[node].account.until = 0 } }

  private mutating func enter(_ node: Int, _ hour: Int64) {
    guard nodes[node].account.hour != hour else { return }
    (nodes[node].account.hour, nodes[node].account.shown) = (hour, 0)
    nodes[node].account.delay = 0
  }

  /// The seconds between two showings.
  private func gap(_ node: Int) -> Double { 3600 / Double(max(nodes[node].perHour ?? 1, 1)) }

  /// Returns the item whose showing is due; nil if there is none.
  func pick(at moment: Moment, _ hour: Range<Int64>) -> Int? {
    var first: (node: Int, due: Double)?
    let past = moment - Moment(second: hour.lowerBound) + Self.tolerance
    for node in hourly where nodes[node].isActive {
      guard let due = due(node, hour), past >= due, due < first?.due ?? .infinity,
        item(of: node) != nil
      else { continue }
      first = (node, due)
    }
    return item(of: first?.node ?? 0)
  }

  /// Returns the due time in seconds of the hour; nil if all showings of the hour are done.
  private func due(_ node: Int, _ hour: Range<Int64>) -> Double? {
    guard let count = nodes[node].perHour else { return nil }
    let account = nodes[node].account
    guard account.hour == hour.lowerBound else { return count > 0 ? 0 : nil }
    return account.shown < count ? gap(node) * Double(account.shown) + account.delay : nil
  }

  /// Returns the second at which the next showing is due.
  func nextDue(after moment: Moment, _ hour: Range<Int64>) -> Int64? {
    evaluated.map { node in
      guard let due = due(node, hour) else { return hour.upperBound }
      let second = hour.lowerBound +| Int64(saturating: (due - Self.tolerance).rounded(.up))
      return second > moment.second ? min(second, hour.upperBound) : hour.upperBound
    }.min()
  }
}

// Selection.
extension ShareTree {
  /// Returns the node's own item, or the next one in its list.
  private func item(of node: Int) -> Int? {
    if let item = nodes[node].item { return item }
    return (nodes[node].active.useShares ? leastServed(in: node) : following(in: node))
      .flatMap(item)
  }

  private func leastServed(in node: Int) -> Int? {
    var best: (child: Int, deadline: Double)?
    for child in nodes[node].active.children where nodes[child].account.lag >= -Self.tolerance {
      guard let item = item(of: child) else { continue }
      let part = nodes[child].part / nodes[node].active.totalWeight
      let deadline = (lengths[item] - nodes[child].account.lag) / part
      if deadline < (best?.deadline ?? .infinity) - Self.tolerance { best = (child, deadline) }
    }
    return best?.child
  }

  /// Returns the child after the last one, in the list's order or in random order.
  private func following(in node: Int) -> Int? {
    let (active, last) = (nodes[node].active.children, nodes[node].last)
    guard let seed else { return active.first { $0 > last } ?? active.first }
    // Takes the child with the fewest turns that is first in this round's order.
    let fewest = active.map { nodes[$0].account.turns }.min() ?? 0
    let waiting = active.filter { nodes[$0].account.turns == fewest }
    let others = waiting.filter { $0 != last }
    return (others.isEmpty ? waiting : others).min {
      chance($0, fewest, seed) < chance($1, fewest, seed)
    }
  }

  /// Hashes a node and a round with SplitMix64's mixing function.
  private func chance(_ node: Int, _ round: Int, _ seed: UInt64) -> UInt64 {
    // bound: nodes and rounds are counted from 0
    var mixed = seed &+ UInt64(node) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(round) << 32
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// Accounting.
extension ShareTree {
  mutating func recordStart(of item: Int, hour: Int64) {
    var node = leaves[item]
    while node > 0 {
      let parent = nodes[node].parent
      nodes[parent].last = node
      nodes[parent].account.last = nodes[node].key
      nodes[node].account.turns += 1
      if nodes[node].perHour != nil {
        enter(node, hour)
        nodes[node].account.shown += 1
        return
      }
      node = parent
    }
  }

  mutating func recordEnd(of item: Int, shown seconds: Double) {
    var node = leaves[item]
    while node > 0, nodes[node].perHour == nil {
      let parent = nodes[node].parent
      // An item that no longer takes part has used its time nevertheless.
      nodes[node].account.lag -= nodes[parent].active.useShares ? seconds : 0
      if nodes[parent].active.useShares {
        for child in nodes[parent].active.children {
          nodes[child].account.lag +=
            seconds * nodes[child].part / nodes[parent].active.totalWeight
        }
      }
      node = parent
    }
  }
}

extension ShareTree {
  /// Returns the sharers and their shares; empty if all take turns.
  func sharers() -> [Programme.Sharer] {
    var sharers: [Programme.Sharer] = []
    func add(_ node: Int, _ part: Double) {
      guard nodes[node].active.useShares else { return }
      for child in nodes[node].active.children {
        let own = part * nodes[child].part / nodes[node].active.totalWeight
        sharers.append(Programme.Sharer(items: items(in: child), part: own))
        add(child, own)
      }
    }
    add(0, 1)
    return sharers
  }

  private func items(in node: Int) -> [Int] {
    nodes[node].item.map { [$0] } ?? nodes[node].children.flatMap(items)
  }
}
