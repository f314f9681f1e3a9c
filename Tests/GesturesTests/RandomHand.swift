import VitrineFakes
import VitrineGestures
import VitrinePictures
import VitrineTiming

/// Random fingers.
enum RandomHand {
  /// As a panel reports them: each finger lands, moves and lifts in steps of a few milliseconds;
  /// finally all are lifted.
  static func frames(_ random: inout SeededRandom) -> [TouchFrame] {
    var frames: [TouchFrame] = []
    var (contacts, time, next): ([Contact], Int, Int) = ([], 0, 0)
    let most = [1, 1, 2, 3, 8][random.below(5)]
    for _ in 0..<12 {
      time += [1, 5, 8, 16, 60, 250, 610][random.below(7)]
      for index in contacts.indices.reversed() {
        switch random.below(6) {
        case 0, 1: contacts.remove(at: index)
        case 2: contacts[index].place.x += Double(random.below(120) - 60)
        case 3: contacts[index].place.y += Double(random.below(120) - 60)
        default: break
        }
      }
      while contacts.count < most, random.below(3) > 0 {
        next += 1
        let place = Point(Double(random.below(1000)), Double(random.below(600)))
        contacts.append(Contact(id: next, at: place))
      }
      frames.append(TouchFrame(contacts, at: Glass.time(time)))
    }
    return frames + [TouchFrame([], at: Glass.time(time + 8))]
  }

  /// Contacts with any numbers at any positions, or none.
  static func nonsense(_ random: inout SeededRandom) -> [Contact] {
    (0..<random.below(9)).map { _ in
      Contact(
        id: random.below(4) - (random.below(20) == 0 ? Int.max : 0),
        at: Point(number(&random), number(&random)))
    }
  }

  static func number(_ random: inout SeededRandom) -> Double {
    switch random.below(10) {
    case 0:
      [.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, -0.0][random.below(7)]
    case 1: Double(bitPattern: random.next())
    default: Double(random.below(100))
    }
  }

  static func time(_ random: inout SeededRandom) -> HostTime {
    switch random.below(10) {
    case 0: HostTime(nanoseconds: [.min, .max, 0, -1][random.below(4)])
    case 1: HostTime(nanoseconds: Int64(bitPattern: random.next()))
    default: Glass.time(random.below(3000))
    }
  }
}
