import Testing
import VitrinePlayback
import VitrineTiming

/// When idleReason is legitimate, for the stall detector.
struct PictureExpectationTests {
  @Test(
    "The expectation states whether a frame is due, and why not",
    arguments: ExpectedPicture.table)
  func table(_ row: ExpectedPicture) {
    var machine = row.scene.machine
    for command in row.before { machine.perform(command) }
    for report in row.reports { machine.receive(report, from: machine.current) }
    for command in row.commands { machine.perform(command) }
    #expect(PictureExpectation(machine.state, row.sight).idleReason == row.expected)
  }

  @Test("Every reason for idleReason has a row")
  func complete() {
    let reasons = Set(ExpectedPicture.table.compactMap(\.expected))
    #expect(reasons == Set(PictureExpectation.IdleReason.allCases))
  }

  @Test("No frame is due without a display or while waiting for the network")
  func causes() {
    for scene in Scene.allCases {
      let state = scene.machine.state
      #expect(PictureExpectation(state, .init(isDisplayOpen: false)).idleReason == .noDisplay)
      #expect(PictureExpectation(state, .init(awaitsNetwork: true)).idleReason == .network)
    }
  }
}

struct ExpectedPicture: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var scene: Scene
  var before: [Command] = []
  var reports: [PlaybackState.Report] = []
  var commands: [Command] = []
  var sight = PictureExpectation.Inputs()
  /// Nil if a frame is due.
  var expected: PictureExpectation.IdleReason?

  init(
    _ name: String, _ scene: Scene, _ before: [Command] = [],
    got reports: [PlaybackState.Report] = [], then commands: [Command] = [],
    sees sight: PictureExpectation.Inputs = .init(),
    still expected: PictureExpectation.IdleReason?
  ) {
    (testDescription, self.scene, self.before, self.reports) = (name, scene, before, reports)
    self.commands = commands
    self.sight = sight
    self.expected = expected
  }

  private static let move = Command.scrub(to: MediaTime(40, 1))
  private static let off = Command.power(.off)

  static let table: [Self] = [
    .init("nothing was started", .idle, still: .nothingOpen),
    .init("stopped", .stopped, still: .nothingOpen),
    .init("the list has ended", .ended, still: .nothingOpen),
    .init("an error card is shown", .failed, still: .nothingOpen),
    .init("a file is being opened", .opening, still: nil),
    .init("a file is being opened while paused", .openingPaused, still: nil),
    .init(
      "a file is being opened during a scrub", .opening, then: [.beginScrubbing, move], still: nil),
    .init("the first frame is being decoded", .loaded, still: nil),
    .init("the first frame is being decoded while paused", .loadedPaused, still: nil),
    .init(
      "another process is using the display", .loaded, sees: .init(isDisplayOpen: false),
      still: .noDisplay),
    .init(
      "the player is waiting for the network", .playing, sees: .init(awaitsNetwork: true),
      still: .network),
    .init("a seek is in progress", .seeking, still: nil),
    .init("a seek is in progress while paused", .seekingPaused, still: nil),
    .init("a seek is in progress while the display is off", .seeking, then: [off], still: nil),
    .init(
      "a seek goes past the last frame", .seeking, sees: .init(isExhausted: true),
      still: .lastPicture),
    .init(
      "a seek waits for the frame of an earlier seek", .seekingWithPending, got: [.ready],
      still: .ready),
    .init("a finger has moved", .scrubbing, still: nil),
    .init("a finger has moved, and its frame is on screen", .scrubbing, got: [.shown], still: nil),
    .init(
      "a finger rests, and its frame is on screen", .scrubbingShown, got: [.shown, .ready],
      still: .ready),
    .init(
      "a finger rests, and its frame is decoded but not yet on screen", .scrubbing, got: [.ready],
      still: .ready),
    .init(
      "a finger rests, and the film is paused", .scrubbingPaused, got: [.shown, .ready],
      still: .ready),
    .init(
      "a finger moves again", .scrubbingShown, got: [.shown, .ready], then: [move], still: nil),
    .init(
      "a finger rests while the display is off", .scrubbingShown, got: [.shown, .ready],
      then: [off],
      still: .ready),
    .init(
      "a finger rests at a position that does not decode", .scrubbingShown, got: [.shown],
      still: nil),
    .init("a finger has not moved yet", .touched, still: .scrubbing),
    .init("the item plays, and the display is waiting", .playing, still: nil),
    .init("the item plays while the display is off", .playing, then: [off], still: .displayOff),
    .init(
      "decoded frames are not due yet", .playing, sees: .init(isDisplayWaiting: false),
      still: .early),
    .init("paused", .paused, still: .paused),
    .init("paused during a scrub", .paused, then: [.beginScrubbing], still: .paused),
    .init("the source does not keep up", .starved, still: nil),
    .init("the source does not keep up while paused", .starvedPaused, still: nil),
    .init("the source does not keep up during a scrub", .starved, [.beginScrubbing], still: nil),
    .init(
      "the source has caught up during a scrub", .starved, [.beginScrubbing], got: [.ready],
      still: .ready),
  ]
}
