import Testing
import VitrineKit
import VitrineTesting

/// Status and events, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: status and events", .timeLimit(.minutes(1)))
struct FamiliarEventsTests {
  private let stage = Stage(width: 64, height: 48)

  private func player(_ film: Film, _ names: String...) -> Player {
    for name in names { stage.films[name] = film }
    var options = PlayerOptions()
    options.interface = nil
    return stage.player(names.map { Item(path: $0) }, options: options)
  }

  @Test("The position arrives ten times a second")
  func periodic() async {
    let player = player(Film(seconds: 60), "a")
    stage.advance(by: .seconds(1))
    var times = player.positions(every: .milliseconds(100)).makeAsyncIterator()
    var received: [Duration] = []
    while received.count < 20 {
      // A slow reader gets only the newest: each is read as it arrives.
      stage.advance(by: .milliseconds(100))
      if let time = await times.next() { received.append(time) }
    }
    for (time, next) in zip(received, received.dropFirst()) {
      #expect(abs((next - time) / .milliseconds(1) - 100) < 20, "\(received)")
    }
  }

  @Test("Boundaries before an item's start position are not reported")
  func laterStart() async {
    stage.films["a"] = Film(seconds: 60)
    var options = PlayerOptions()
    options.interface = nil
    var item = Item(path: "a")
    item.start = .seconds(30)
    let player = stage.player([item], options: options)
    let reached = player.boundaryTimes(at: [.seconds(10), .seconds(31)])
    stage.advance(by: .seconds(5))
    player.close()
    stage.advance(by: .seconds(1))
    #expect(await reached.reduce(into: []) { $0.append($1) } == [.seconds(31)])
  }

  @Test("Each boundary is reported once when reached, and on skips if requested")
  func boundary() async {
    let player = player(Film(seconds: 60), "a")
    let (plain, skipped) = (
      player.boundaryTimes(at: [.seconds(3), .seconds(20)]),
      player.boundaryTimes(at: [.seconds(3), .seconds(20)], includesSeeks: true)
    )
    stage.advance(by: .seconds(5))
    player.skip(by: .seconds(30))
    stage.advance(by: .seconds(1))
    player.close()
    stage.advance(by: .seconds(1))
    #expect(await plain.reduce(into: []) { $0.append($1) } == [.seconds(3)])
    #expect(await skipped.reduce(into: []) { $0.append($1) } == [.seconds(3), .seconds(20)])
  }

  @Test("A network film's buffered ranges are reported")
  func buffered() throws {
    var film = Film(seconds: 60)
    film.downloadRate = 3
    let player = player(film, "a")
    stage.advance(by: .seconds(5))
    let range = try #require(player.status.buffered.first)
    #expect(range.upperBound > player.status.position + .seconds(4))
    #expect(range.contains(player.status.position) && range.upperBound <= .seconds(60))
  }

  @Test("The status goes through opening, playing, stalling with its cause, resuming and the end")
  func status() async {
    var film = Film(seconds: 10)
    (film.downloadRate, film.openingTime) = (2, .seconds(1))
    let player = player(film, "a")
    let statuses = player.statuses
    stage.advance(by: .milliseconds(500))
    #expect(player.status.phase == .opening && player.status.position == .zero)
    stage.advance(by: .seconds(3))
    #expect(player.status.phase == .playing && player.status.duration == .seconds(10))
    stage.isOffline = true
    stage.advance(by: .seconds(20))
    #expect(player.status.isWaiting && player.status.networkError == "the network is down")
    stage.isOffline = false
    stage.advance(by: .seconds(30))
    #expect(player.status.phase == .ended)
    // A slow reader gets only the newest.
    #expect(await statuses.reduce(into: []) { $0.append($1.phase) } == [.ended])
  }

  @Test(
    "Events report opening, the first frame, another item's failure with its cause, and the end")
  func events() async throws {
    stage.films["bad"] = .unreadable(.format)
    let player = player(Film(seconds: 2), "a")
    player.append(Item(path: "bad"))
    let events = player.events
    stage.advance(by: .seconds(5))
    var received: [String] = []
    for await event in events {
      switch event {
      case .opened(let item, let facts):
        received.append("opened \(item)")
        #expect(facts.duration == .seconds(2))
      case .shown(let item, let position, let moment):
        received.append("shown \(item)")
        #expect(position == .zero && stage.startTime.duration(to: moment) == stage.frames[0].time)
      case .failed(let item, let error): received.append("failed \(item): \(error.category)")
      case .ended: received.append("ended")
      default: break
      }
    }
    // The next item is opened, and fails, while this one plays.
    #expect(received == ["opened a", "shown a", "failed bad: format", "ended"], "\(received)")
  }
}
