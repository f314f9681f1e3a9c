import ArgumentParser
import VitrineDaemon
import VitrineTiming

/// The screenshots to take.
struct ScreenshotOptions: ParsableArguments {
  @Option(
    name: .customLong("screenshot"),
    help: ArgumentHelp(
      "Save a screenshot to this PNG file at each --at time; several get -1, -2, … in their names.",
      valueName: "file"))
  var path: String?

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "Take the screenshot at this media time, in seconds; repeatable. (default: 0)",
      valueName: "time"))
  var times: [MediaTime] = []

  /// By default the start.
  var captureTimes: [MediaTime] { path == nil ? [] : times.isEmpty ? [.zero] : times }

  func writer(_ log: Log) -> Screenshots { Screenshots(path: path, times: times, log: log) }
}
