import Testing
import VitrinePlayback
import VitrineTiming

struct ObserversTests {
  private let run = Run(1)

  private func host(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  private func media(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds, 1000) }

  /// The boundaries that fire on the way through `positions`, in milliseconds; a negative one is
  /// jumped to.
  private func fired(
    _ boundaries: [Int64], on positions: [Int64], includesJumps: Bool = false
  ) -> [[MediaTime]] {
    var observers = Observers()
    _ = observers.addBoundary(boundaries.map(media), includesJumps: includesJumps)
    return positions.map { position in
      observers.advance(
        to: media(abs(position)), of: run, isJump: position < 0, now: host(0)
      ).map(\.1)
    }
  }

  @Test("Periodic observers do not drift, at any interval", arguments: [10, 33, 100, 1000, 7001])
  func periodic(interval: Int64) {
    var observers = Observers()
    _ = observers.addPeriodic(every: .milliseconds(interval), now: host(5))
    var times: [Int64] = []
    // Each update is some milliseconds late.
    for look in stride(from: Int64(0), to: interval * 50, by: 3) {
      let fired = observers.advance(to: media(look), of: run, isJump: false, now: host(look))
      if !fired.isEmpty { times.append(look) }
      #expect(fired.allSatisfy { $0.1 == media(look) })
    }
    #expect(times.count == 49)
    for (index, time) in times.enumerated() {
      let late = time - 5 - Int64(index + 1) * interval
      #expect((0..<3).contains(late))
    }
  }

  @Test("Missed ticks fire once, and the next one is on the old grid")
  func missed() {
    var observers = Observers()
    let id = observers.addPeriodic(every: .milliseconds(100), now: host(0))
    func fire(_ time: Int64) -> Int {
      observers.advance(to: .zero, of: run, isJump: false, now: host(time)).count
    }
    #expect([99, 100, 101, 730, 799, 800].map(fire) == [0, 1, 0, 1, 0, 1])
    #expect(observers.nextPeriodic == host(900))
    observers.remove(id)
    #expect(observers.isEmpty && observers.nextPeriodic == nil && fire(2000) == 0)
  }

  @Test("A boundary fires once at each crossing, neither early nor too late")
  func crossings() {
    #expect(fired([100], on: [0, 99, 100, 101, 200]) == [[], [], [media(100)], [], []])
    #expect(fired([100], on: [0, 99, 250]) == [[], [], [media(100)]])
  }

  @Test("A large step fires every boundary it crosses, in order")
  func largeStep() {
    let times = [300, 100, 200].map(media)
    #expect(fired([300, 100, 200], on: [0, 999]) == [[], times.sorted()])
  }

  @Test("A boundary at an item's start fires, and again in the next round")
  func rounds() {
    var observers = Observers()
    _ = observers.addBoundary([.zero, media(50), media(900)])
    for number in 1...3 {
      observers.begin(Run(number))
      let fired = [60, 800, 1000].map { position in
        observers.advance(to: media(position), of: Run(number), isJump: false, now: host(0)).map(
          \.1)
      }
      #expect(fired == [[.zero, media(50)], [], [media(900)]])
    }
  }

  @Test("Boundaries before an item's start position are not reached")
  func later() {
    var observers = Observers()
    _ = observers.addBoundary([.zero, media(50), media(100), media(110)], includesJumps: true)
    observers.begin(run, from: media(100))
    let fired = [105, 120].map { position in
      observers.advance(to: media(position), of: run, isJump: false, now: host(0)).map(\.1)
    }
    #expect(fired == [[media(100)], [media(110)]])
  }

  @Test("Another opening begins afresh, and another run of the same opening is a jump")
  func places() {
    // Run, opening, start, position, and the boundaries that fire.
    let table: [(run: Int, opening: Int, start: Int64, position: Int64, fired: [Int64])] = [
      (1, 1, 50, 60, [50]), (1, 1, 50, 120, [100]), (2, 1, 0, 10, []), (2, 1, 0, 60, [50]),
      (3, 1, 0, 300, []), (4, 4, 0, 120, [50, 100]), (5, 4, 0, 100, [100]),
    ]
    var observers = Observers()
    _ = observers.addBoundary([media(50), media(100), media(200)])
    for row in table {
      let place = Observers.Place(
        position: media(row.position), run: Run(row.run), opening: Run(row.opening))
      let fired = observers.advance(to: place, from: media(row.start), now: host(0)).map(\.1)
      #expect(fired == row.fired.map(media), "\(row)")
    }
  }

  @Test("Paused periodic observers wait, and boundaries passed by a skip do not")
  func standing() {
    var observers = Observers()
    let periodic = observers.addPeriodic(every: .milliseconds(100), now: host(0))
    let boundary = observers.addBoundary([media(50)], includesJumps: true)
    func fire(_ time: Int64, at position: Int64, isStopped: Bool) -> [Observers.ID] {
      observers.advance(
        to: media(position), of: run, isJump: position > 0, isStopped: isStopped, now: host(time)
      ).map(\.0)
    }
    #expect(fire(0, at: 0, isStopped: false) == [])
    #expect(fire(250, at: 60, isStopped: true) == [boundary])
    #expect(fire(300, at: 60, isStopped: false) == [periodic])
    #expect(observers.nextPeriodic == host(400))
  }

  @Test("Boundaries passed by a jump fire only on request, and never backwards")
  func jumps() {
    #expect(fired([100], on: [0, -500, 600]) == [[], [], []])
    #expect(fired([100], on: [0, -500], includesJumps: true) == [[], [media(100)]])
    for includesJumps in [false, true] {
      #expect(
        fired([100], on: [50, 150, -20, 90, 110], includesJumps: includesJumps)
          == [[], [media(100)], [], [], [media(100)]])
    }
  }

  @Test("The target of a jump is reached, forwards and backwards", arguments: [false, true])
  func landing(includesJumps: Bool) {
    #expect(
      fired([100], on: [0, -100, 110, -100, 100], includesJumps: includesJumps)
        == [[], [media(100)], [], [media(100)], []])
    #expect(fired([100], on: [-100], includesJumps: includesJumps) == [[media(100)]])
  }

  @Test("The next boundary is the first of all later ones")
  func next() {
    var observers = Observers()
    _ = observers.addBoundary([media(100), media(300)])
    _ = observers.addBoundary([media(200)])
    #expect(observers.nextBoundary(after: media(100)) == media(200))
    #expect(observers.nextBoundary(after: media(200)) == media(300))
    #expect(observers.nextBoundary(after: media(300)) == nil)
  }
}
