import Testing
import VitrinePlayback
import VitrineTiming

/// The distance of live playback from the live edge.
struct LiveTests {
  private static func time(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds, 1000) }
  private static func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }
  private typealias Live = Arrival.Live
  private static let second = MediaTime(1, 1)

  @Test("The least late recent arrivals locate the live edge, whose clock may drift from ours")
  func edge() {
    var edge = LiveEdge(memory: .seconds(10))
    #expect(edge.edge(at: Self.moment(0)) == nil)
    // A frame every 40 ms; every second one is 30 ms late.
    for index in 0..<100 {
      let late = index % 2 == 0 ? 0.030 : 0
      edge.record(Self.time(Int64(index) * 40), at: Self.moment(Double(index) * 0.04 + late))
    }
    #expect(edge.edge(at: Self.moment(4)) == Self.time(4000))
    // From here the sender's clock is slower: its lead is forgotten after ten seconds.
    for index in 1...200 {
      let sent = 3.96 + Double(index) * 0.1
      let came = Self.moment(3.96 + Double(index) * 0.11)
      edge.record(MediaTime(nanoseconds: Int64(sent * 1e9)), at: came)
    }
    let seen = edge.edge(at: Self.moment(25.96)) ?? .zero
    #expect(abs(seen.seconds - 23.96) < 1.1, "\(seen)")
    edge.forget()
    #expect(edge.edge(at: Self.moment(26)) == nil)
  }

  @Test("If all samples count, the oldest is dropped")
  func bounded() throws {
    var edge = LiveEdge(memory: .seconds(1000))
    for index in 0..<10_000 {
      // Each a little later than the previous one, so all of them may count.
      edge.record(Self.time(Int64(index) * 10), at: Self.moment(Double(index) * 0.0101))
    }
    let seen = try #require(edge.edge(at: Self.moment(101)))
    #expect(seen.seconds < 100.1, "\(seen)")
  }

  @Test(
    "The speed is proportional to the error, within 3 %, or less with little buffered",
    arguments: [
      (300, nil), (335, nil), (265, nil), (350, 1.005), (250, 0.995), (400, 1.01), (200, 0.99),
      (600, 1.03), (750, 1.03), (0, 0.97),
    ] as [(Int64, Double?)])
  func speed(latency: Int64, rate: Double?) {
    var policy = LatencyPolicy(target: Self.time(300))
    let found = policy.change(at: Self.time(latency), Self.moment(10))
    #expect(found.map { ($0 * 1000).rounded() } == rate.map { ($0 * 1000).rounded() })
  }

  @Test("A speed is held for a second and reaches exactly the target")
  func settling() {
    var policy = LatencyPolicy(target: Self.time(300))
    #expect(policy.change(at: Self.time(400), Self.moment(10)) != nil)
    #expect(policy.change(at: Self.time(500), Self.moment(10.5)) == nil)
    #expect(policy.change(at: Self.time(330), Self.moment(11)) == 1.005)
    // It would not have started for so little.
    #expect(policy.change(at: Self.time(325), Self.moment(12)) == nil && policy.rate == 1.005)
    #expect(policy.change(at: Self.time(315), Self.moment(13)) == 1)
  }

  @Test("Playback reaches any target distance and stays there")
  func converges() {
    for start in [200, 420, 700] as [Double] {
      var (policy, latency) = (LatencyPolicy(target: Self.time(300)), start / 1000)
      for look in 0..<2000 {
        let now = Self.moment(Double(look) * 0.1)
        _ = policy.change(at: MediaTime(nanoseconds: Int64(latency * 1e9)), now)
        latency -= 0.1 * (policy.rate - 1)
      }
      #expect(abs(latency - 0.3) < 0.045 && policy.rate == 1, "from \(start) ms")
    }
  }

  @Test("A stall increases the distance, at most fourfold")
  func stalls() {
    var policy = LatencyPolicy(target: Self.time(300))
    policy.recordStall(at: Self.moment(1))
    #expect(policy.target == Self.time(450))
    for _ in 0..<20 { policy.recordStall(at: Self.moment(2)) }
    #expect(policy.target == Self.time(1200))
    // Every five minutes without a stall, the distance shrinks a little.
    _ = policy.change(at: Self.time(1200), Self.moment(303))
    #expect(policy.target == Self.time(1050))
    for minute in 6..<60 { _ = policy.change(at: Self.time(600), Self.moment(Double(minute) * 60)) }
    #expect(policy.target == Self.time(300))
  }

  private func place(_ position: Int64, _ run: Int = 1, opening: Int = 1) -> LatencyController.Place
  {
    LatencyController.Place(position: Self.time(position), run: Run(run), opening: Run(opening))
  }

  @Test("Sent streams skip late frames; fetched streams jump to a possible start")
  func jumps() {
    var camera = LatencyController()
    let sent = Live(edge: Self.time(10_000), target: Self.time(300), sent: Self.time(950))
    #expect(camera.update(sent, at: place(9700), now: Self.moment(1)) == .play(at: 1))
    #expect(camera.update(sent, at: place(9000), now: Self.moment(2)) == .leap(by: Self.time(650)))
    // Not visible yet.
    #expect(camera.update(sent, at: place(9000), now: Self.moment(2.1)) == nil)
    var stream = LatencyController()
    let fetched = Live(edge: Self.time(100_000), target: Self.time(12_000), earliest: .zero)
    _ = stream.update(fetched, at: place(88_000), now: Self.moment(1))
    #expect(
      stream.update(fetched, at: place(70_000), now: Self.moment(3)) == .jump(to: Self.time(88_000))
    )
    #expect(stream.update(fetched, at: place(86_000, 2), now: Self.moment(5)) == .play(at: 1.03))
    #expect(!stream.isShifted)
  }

  @Test("Timestamps that are far too late at first do not lead to missing data")
  func wrongEdge() {
    var camera = LatencyController()
    let wrong = Live(edge: Self.time(10_000), target: Self.time(300), sent: Self.time(250))
    _ = camera.update(wrong, at: place(5000), now: Self.moment(1))
    #expect(camera.update(wrong, at: place(5000), now: Self.moment(2)) == .play(at: 1.015))
    #expect(camera.latency == Self.time(450))
  }

  @Test("A viewer who pauses or seeks back in the window stays there until they return")
  func shifting() {
    let live = Live(edge: Self.time(100_000), target: Self.time(12_000), earliest: .zero)
    var hold = LatencyController()
    _ = hold.update(live, at: place(88_000), now: Self.moment(1))
    #expect(hold.update(live, at: place(40_000, 2), now: Self.moment(2)) == nil && hold.isShifted)
    #expect(hold.update(live, at: place(40_000, 2), now: Self.moment(9)) == nil && hold.isShifted)
    #expect(hold.update(live, at: place(87_500, 3), now: Self.moment(10)) == .play(at: 1.03))
    #expect(!hold.isShifted)
    hold.recordHold(live, at: Self.time(60_000))
    #expect(hold.latency == Self.time(40_000))
    #expect(hold.update(live, at: place(60_000, 3), now: Self.moment(20)) == .play(at: 1))
    #expect(hold.isShifted && hold.progress(live, from: .zero)?.isShifted == true)
    // A camera has no window.
    let camera = Live(edge: Self.time(100_000), target: Self.time(300), sent: Self.time(10_000))
    var other = LatencyController()
    _ = other.update(camera, at: place(99_700), now: Self.moment(1))
    other.recordHold(camera, at: Self.time(90_000))
    #expect(
      other.update(camera, at: place(90_000), now: Self.moment(30)) == .leap(by: Self.time(9700)))
  }

  @Test("A short stall increases the distance; a lost connection does not")
  func unevenness() {
    let live = Live(edge: Self.time(10_000), target: Self.time(300), sent: Self.time(10_000))
    for (back, target) in [(2.5, 450), (9, 300)] as [(Double, Int64)] {
      var hold = LatencyController()
      _ = hold.update(live, at: place(9700), now: Self.moment(1))
      hold.recordStall(at: Self.moment(2))
      hold.recordStall(at: Self.moment(2.1))
      _ = hold.update(live, at: place(9700), now: Self.moment(back))
      #expect(hold.target == Self.time(target))
    }
  }

  @Test("The next item gets its own target, and an item that is not live has none")
  func items() {
    let live = Live(edge: Self.time(10_000), target: Self.time(300), sent: Self.time(10_000))
    var hold = LatencyController()
    #expect(hold.update(nil, at: place(0), now: Self.moment(1)) == nil)
    _ = hold.update(live, at: place(9700), now: Self.moment(1))
    #expect(hold.update(live, at: place(9500), now: Self.moment(2)) == .play(at: 1.02))
    #expect(hold.update(live, at: place(100, 5, opening: 5), now: Self.moment(3)) == .play(at: 1))
    #expect(hold.update(nil, at: place(0, 6, opening: 6), now: Self.moment(4)) == .play(at: nil))
    #expect(hold.progress(live, from: .zero) == nil && hold.leave() == nil)
  }

  @Test(
    "The window reaches from the oldest available time to the target, in item time",
    arguments: [
      (0, 0, 0, 88_000), (30_000, 10_000, 20_000, 78_000),
      // The stream started before the item and holds less than the distance.
      (5000, 10_000, 0, 78_000), (95_000, 0, 95_000, 95_000), (nil, 0, nil, nil),
    ] as [(Int64?, Int64, Int64?, Int64?)])
  func window(earliest: Int64?, origin: Int64, from: Int64?, to: Int64?) {
    let live = Live(
      edge: Self.time(100_000), target: Self.time(12_000), earliest: earliest.map(Self.time))
    var hold = LatencyController()
    _ = hold.update(live, at: place(88_000), now: Self.moment(1))
    // As far as is known: the first update belongs to another item.
    #expect(hold.progress(live, from: Self.time(origin)) == nil)
    _ = hold.update(live, at: place(88_000), now: Self.moment(1.1))
    let window = hold.progress(live, from: Self.time(origin))?.window
    #expect(window?.lowerBound == from.map(Self.time) && window?.upperBound == to.map(Self.time))
  }

  @Test("Fractions of the seekable range convert to positions and back")
  func range() {
    var status = PlaybackStatus()
    #expect(status.range == nil)
    status.duration = MediaTime(200, 1)
    #expect(status.range == MediaTime.zero...MediaTime(200, 1))
    status.live = LiveProgress(latency: .zero, target: .zero, rate: 1, isShifted: false)
    #expect(status.range == nil)
    let range = MediaTime(100, 1)...MediaTime(300, 1)
    for (part, second) in [(0, 100), (0.25, 150), (1, 300), (-1, 100), (7, 300), (.nan, 100)]
      as [(Double, Int64)]
    {
      #expect(range.place(at: part) == MediaTime(second, 1))
    }
    for (second, part) in [(0, 0), (100, 0), (150, 0.25), (300, 1), (900, 1)] as [(Int64, Double)] {
      #expect(range.part(at: MediaTime(second, 1)) == part)
    }
    #expect((MediaTime.zero...MediaTime.zero).part(at: .zero) == 0)
  }
}
