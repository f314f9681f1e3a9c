import Foundation
import Testing

/// A player operated by virtual fingers and keys in the lab: the steps, its requests, and when the kernel showed the
/// response.
struct TouchScene {
  /// An action and its expected result.
  struct Step {
    let name: String
    let orders: [String]
    let wanted: Wanted
    /// The expected visibility of the interface at the end; nil if it must not be shown at all.
    let leaves: Bool?

    init(_ name: String, _ orders: [String], _ wanted: Wanted = [], leaves: Bool? = nil) {
      self.name = name
      self.orders = orders
      self.wanted = wanted
      self.leaves = leaves
    }
  }

  let conversation: Conversation
  /// When pictures came on screen, from the kernel's trace.
  let flips: [Double]

  static let lab = ["--travel", "--audio", "dummy", "--display", "640x480@60"]
  /// From the last touch or key until the interface has hidden itself.
  static let untilHidden = TouchGlass.wait(3800)

  /// Runs `vitrine play --interactive` with `arguments`.
  init(
    _ name: String, _ arguments: String, lab: [String] = Self.lab, before: String = "",
    _ orders: [String]
  ) throws {
    let out = try Lab.folder("touch-\(name)")
    conversation = try Conversation(
      lab + ["--time-limit", "\(Lab.isSoak ? 2900 : 280)"], "--interactive \(arguments)",
      orders: orders, out: out, before: before)
    flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
  }

  /// Orders with a mark before each step.
  static func orders(_ steps: [Step]) -> [String] {
    steps.flatMap { ["# \($0.name)"] + $0.orders }
  }

  /// The entries between one mark and the next, in the order of the marks.
  var chapters: [[Conversation.Entry]] {
    var chapters: [[Conversation.Entry]] = []
    for entry in conversation.entries {
      if entry.line?.hasPrefix("# ") == true { chapters.append([]) }
      if !chapters.isEmpty { chapters[chapters.count - 1].append(entry) }
    }
    return chapters
  }

  /// Checks that each step had its expected result and no other.
  func check(_ steps: [Step]) {
    let chapters = chapters
    #expect(chapters.count == steps.count)
    for (step, chapter) in zip(steps, chapters) {
      let requests = chapter.compactMap(\.request)
      if let fault = step.wanted.mismatch(with: requests) {
        Issue.record("\(step.name): \(fault): \(requests)")
      }
      let seen = chapter.last { $0.event == "interface" }?.visible
      #expect(seen == step.leaves, "\(step.name)")
    }
  }
}

/// The expected requests.
enum Wanted: ExpressibleByArrayLiteral {
  /// Exactly these, in this order.
  case exactly([String])
  /// One request with this verb and a number in this range.
  case one(String, ClosedRange<Double>)
  /// A whole scrub whose last position is this many seconds after its first.
  case scrub(by: ClosedRange<Double>)
  /// A scrub that ends by returning to its origin, in seconds.
  case undoneScrub(to: Double)
  /// Falls steadily to this volume.
  case volume(Double)

  init(arrayLiteral elements: String...) { self = .exactly(elements) }

  /// Returns nil if the requests match.
  func mismatch(with requests: [String]) -> String? {
    let words = requests.map { $0.split(separator: " ") }
    let numbers = words.map { $0.count == 2 ? Double($0[1]) : nil }
    switch self {
    case .exactly(let all): return requests == all ? nil : "not \(all)"
    case .one(let verb, let range):
      let isRight = requests.count == 1 && words[0][0] == verb && range.contains(numbers[0] ?? -1)
      return isRight ? nil : "not \(verb) of \(range)"
    case .undoneScrub(let origin):
      let isRight = requests.first == "scrub-begin" && requests.contains { $0.hasPrefix("thumb") }
      return isRight && requests.suffix(2) == ["scrub-move \(origin)", "scrub-end"]
        ? nil : "no scrub that was undone"
    case .scrub(let distance):
      guard requests.first == "scrub-begin", requests.last == "scrub-end" else { return "no scrub" }
      let between = requests.dropFirst().dropLast()
      guard between.allSatisfy({ $0.hasPrefix("scrub-move ") || $0.hasPrefix("thumbnail ") })
      else { return "more than a scrub" }
      let places = zip(words, numbers).filter { $0.0[0] == "scrub-move" }.compactMap(\.1)
      guard let first = places.first, let last = places.last, places == places.sorted() else {
        return "not straight"
      }
      return distance.contains(last - first) ? nil : "by \(last - first) and not \(distance) s"
    case .volume(let level):
      guard words.allSatisfy({ $0[0] == "volume" }), numbers.last == level else {
        return "not to volume \(level)"
      }
      let levels = numbers.compactMap(\.self)
      return levels == levels.sorted(by: >) ? nil : "not steadily"
    }
  }
}
