import Testing
import VitrineFakes
import VitrineGestures
import VitrineTiming

@Suite("Random keys")
struct RandomKeyTests {
  @Test(
    "10,000 random sequences, with valid or invalid times, leave no key pressed",
    arguments: [false, true])
  func keys(isNonsense: Bool) {
    var random = SeededRandom(seed: isNonsense ? 1 : 2)
    for _ in 0..<10_000 {
      var repeater = KeyRepeater()
      var down: Set<KeyAction> = []
      var time = 0
      for _ in 0..<10 {
        time += random.below(300)
        let now = isNonsense ? RandomHand.time(&random) : Glass.time(time)
        let news = step(&repeater, at: now, &random)
        guard isRight(news, &down), !down.isEmpty || repeater.deadline == nil
        else {
          Issue.record("\(news) is out of place")
          return
        }
      }
      guard isRight(repeater.releaseAll(), &down), down.isEmpty, repeater.deadline == nil else {
        Issue.record("\(down) stuck")
        return
      }
    }
  }

  private func step(
    _ repeater: inout KeyRepeater, at now: HostTime, _ random: inout SeededRandom
  ) -> [KeyPress] {
    let action = KeyAction.allCases[random.below(5)]
    switch random.below(8) {
    case 0..<3: return repeater.press(action, at: now)
    case 3..<5: return repeater.release(action, at: now)
    case 5: return random.below(5) == 0 ? repeater.releaseAll() : []
    default: return repeater.timePassed(now)
    }
  }

  /// Pressed once, then released once; repeated and held only in between, once per call.
  private func isRight(_ news: [KeyPress], _ down: inout Set<KeyAction>) -> Bool {
    var repeats = 0
    for press in news {
      switch press.kind {
      case .pressed: if !down.insert(press.action).inserted { return false }
      case .released: if down.remove(press.action) == nil { return false }
      case .repeated:
        repeats += 1
        if !down.contains(press.action) { return false }
      case .held: if !down.contains(press.action) { return false }
      }
    }
    return repeats <= 1
  }
}
