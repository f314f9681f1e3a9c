/// Screens, or a group, to which a change applies.
package enum FleetTarget: Hashable, Sendable {
  case screen(String)
  case group(String)
  /// The screens that meet all conditions of one of these.
  case query([[Condition]])

  /// A condition on one property of a screen, such as `version!=0.1.0`.
  package struct Condition: Hashable, Sendable {
    package enum Property: String, CaseIterable, Sendable { case id, group, version, state, item }

    package let property: Property
    /// Case matters; `*` stands for any text.
    package let pattern: String
    package let isNegated: Bool
  }

  /// From a name, `group:NAME`, or a query such as `group=shops and not behind or state=dark`. A comma is `and`.
  package init(_ text: String) throws(FleetError) {
    if text.hasPrefix("group:") {
      let name = String(text.dropFirst(6))
      guard FleetTopic.isName(name) else { throw Self.invalid(name, "group") }
      self = .group(name)
    } else if text.contains("=") || text.contains(" ") {
      var options: [[Condition]] = []
      for option in text.split(separator: " or ", omittingEmptySubsequences: false) {
        var conditions: [Condition] = []
        for part in option.replacing(" and ", with: ",").split(
          separator: ",", omittingEmptySubsequences: false)
        {
          conditions.append(try Self.condition(part))
        }
        options.append(conditions)
      }
      self = .query(options)
      guard description.utf8.count <= Self.longest else {
        throw FleetError("the query is too long (limit: \(Self.longest) bytes)")
      }
    } else {
      guard FleetTopic.isName(text) else { throw Self.invalid(text, "screen") }
      self = .screen(text)
    }
  }

  private static let longest = 4096

  private static func condition(_ text: Substring) throws(FleetError) -> Condition {
    var words = text.drop { $0 == " " }
    while words.last == " " { words = words.dropLast() }
    let hasNot = words.hasPrefix("not ")
    if hasNot { words = words.dropFirst(4).drop { $0 == " " } }
    if FleetSurvey.State(rawValue: String(words)) != nil {
      return Condition(property: .state, pattern: String(words), isNegated: hasNot)
    }
    let sides = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isNegated = sides[0].hasSuffix("!")
    let name = String(isNegated ? sides[0].dropLast() : sides[0])
    guard sides.count == 2, let property = Condition.Property(rawValue: name) else {
      let known = Condition.Property.allCases.map(\.rawValue).joined(separator: ", ")
      throw FleetError(
        "invalid condition \"\(String(text).short(64))\": expected a state such as behind, or NAME=VALUE with one of \(known)"
      )
    }
    return Condition(property: property, pattern: String(sides[1]), isNegated: isNegated != hasNot)
  }

  private static func invalid(_ name: String, _ noun: String) -> FleetError {
    FleetError(
      "invalid \(noun) \"\(name.short(64))\": expected up to 40 letters, digits and hyphens")
  }

  /// The names of the screens, sorted.
  package func screens(of survey: FleetSurvey) -> [String] {
    survey.screens.values.filter { screen in
      switch self {
      case .screen(let id): screen.id == id
      case .group(FleetTopic.everyone): true
      case .group(let name): screen.report?.groups.contains(name) ?? false
      case .query(let options):
        options.contains { conditions in
          conditions.allSatisfy { $0.isMet(by: screen, survey) }
        }
      }
    }.map(\.id).sorted()
  }
}

extension FleetTarget.Condition {
  fileprivate func isMet(by screen: FleetSurvey.Screen, _ survey: FleetSurvey) -> Bool {
    let values: [String] =
      switch property {
      case .id: [screen.id]
      case .group: screen.report?.groups ?? []
      case .version: [screen.report?.version ?? ""]
      case .state: [survey.finding(screen).state.rawValue]
      case .item: [screen.report?.playing.item ?? ""]
      }
    return values.contains { Self.matches(Array($0.utf8), Array(pattern.utf8)) } != isNegated
  }

  /// In time proportional to the product of the lengths at most.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (place, index) = (0, 0)
    var star: (index: Int, place: Int)?
    while place < text.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        star = (index, place)
        index += 1
      } else if index < pattern.count, pattern[index] == text[place] {
        (place, index) = (place + 1, index + 1)
      } else if let last = star {
        // The star stands for one more byte.
        star = (last.index, last.place + 1)
        (index, place) = (last.index + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

extension FleetTarget: CustomStringConvertible {
  /// The text from which it can be made.
  package var description: String {
    switch self {
    case .screen(let id): id
    case .group(let name): "group:" + name
    case .query(let options):
      options.map { conditions in
        conditions.map { "\($0.property.rawValue)\($0.isNegated ? "!=" : "=")\($0.pattern)" }
          .joined(separator: " and ")
      }.joined(separator: " or ")
    }
  }
}
