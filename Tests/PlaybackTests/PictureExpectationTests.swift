import Testing
import VitrinePlayback
import VitrineTiming

/// When stillness is legitimate, for the stall detector.
struct PictureExpectationTests {
  @Test(
    "The expectation states whether a frame is due, and why not",
    arguments: ExpectedPicture.table)
  func table(_ row: ExpectedPicture) {
    var machine = row.scene.machine
    for command in row.before { machine.perform(command) }
    for report in row.reports { machine.receive(report, from: machine.current) }
    for command in row.commands { machine.perform(command) }
    #expect(PictureExpectation(machine.state, row.sight).stillness == row.expected)
  }

  @Test("Every reason for stillness has a row")
  func complete() {
    let reasons = Set(ExpectedPicture.table.compactMap(\.expected))
    #expect(reasons == Set(PictureExpectation.Stillness.allCases))
  }

  @Test("No frame is due without a display or while waiting for the network")
  func causes() {
    for scene in Scene.allCases {
      let state = scene.machine.state
      #expect(PictureExpectation(state, .init(isDisplayOpen: false)).stillness == .noDisplay)
      #expect(PictureExpectation(state, .init(awaitsNetwork: true)).stillness == .network)
    }
  }
}

struct ExpectedPicture: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var scene: Scene
  var before: [Command] = []
  var reports: [PlaybackState.Report] = []
  var commands: [Command] = []
  var sight = PictureExpectation.Sight()
  /// Nil if a frame is due.
  var expected: PictureExpectation.Stillness?

  init(
    _ name: String, _ scene: Scene, _ before: [Command] = [],
    got reports: [PlaybackState.Report] = [], then commands: [Command] = [],
    sees sight: PictureExpectation.Sight = .init(),
    still expected: PictureExpectation.Stillness?
  ) {
    (testDescription, self.scene, self.before, self.reports) = (name, scene, before, reports)
    self.commands = commands
    self.sight = sight
    self.expected = expected
  }

  private static let move = Command.scrub(to: MediaTime(40, 1))
  private static let off = Command.power(.off)

  static let table: [Self] = [
    .init("nothing was begun", .idle, still: .nothingOpen),
    .init("stopped", .stopped, still: .nothingOpen),
    .init("the list has ended", .ended, still: .nothingOpen),
    .init("a card says why nothing plays", .failed, still: .nothingOpen),
    .init("a file is opened", .opening, still: nil),
    .init("a file is opened while paused", .openingPaused, still: nil),
    .init("a file is opened under a finger", .opening, then: [.beginScrubbing, move], still: nil),
    .init("the first picture is decoded", .loaded, still: nil),
    .init("the first picture is decoded while paused", .loadedPaused, still: nil),
    .init(
      "another process has the display", .loaded, sees: .init(isDisplayOpen: false),
      still: .noDisplay),
    .init("the network is waited for", .playing, sees: .init(awaitsNetwork: true), still: .network),
    .init("a place is sought", .seeking, still: nil),
    .init("a place is sought while paused", .seekingPaused, still: nil),
    .init("a place is sought in the dark", .seeking, then: [off], still: nil),
    .init(
      "a place behind the last picture is sought", .seeking, sees: .init(isExhausted: true),
      still: .lastPicture),
    .init(
      "a seek waits for the picture of another", .seekingWithPending, got: [.ready], still: .ready),
    .init("a finger has moved", .scrubbing, still: nil),
    .init("a finger has moved, and its picture is shown", .scrubbing, got: [.shown], still: nil),
    .init("a finger rests on its picture", .scrubbingShown, got: [.shown, .ready], still: .ready),
    .init(
      "a finger rests, and its picture is decoded and not shown yet", .scrubbing, got: [.ready],
      still: .ready),
    .init(
      "a finger rests on the picture of a paused film", .scrubbingPaused, got: [.shown, .ready],
      still: .ready),
    .init("a finger moves on", .scrubbingShown, got: [.shown, .ready], then: [move], still: nil),
    .init(
      "a finger rests in the dark", .scrubbingShown, got: [.shown, .ready], then: [off],
      still: .ready),
    .init("a finger rests on what does not decode", .scrubbingShown, got: [.shown], still: nil),
    .init("a finger rests where it landed", .touched, still: .scrubbing),
    .init("it plays and the display waits", .playing, still: nil),
    .init("it plays in the dark", .playing, then: [off], still: .displayOff),
    .init(
      "decoded pictures wait for their time", .playing, sees: .init(isDisplayWaiting: false),
      still: .early),
    .init("paused", .paused, still: .paused),
    .init("paused under a finger", .paused, then: [.beginScrubbing], still: .paused),
    .init("the source does not keep up", .starved, still: nil),
    .init("the source does not keep up while paused", .starvedPaused, still: nil),
    .init("the source does not keep up under a finger", .starved, [.beginScrubbing], still: nil),
    .init(
      "the source has caught up under a finger", .starved, [.beginScrubbing], got: [.ready],
      still: .ready),
  ]
}
