import Testing
import VitrineOverlay
import VitrineTiming

@Suite("Display of times")
struct TimeTextTests {
  @Test(
    "Times below an hour show minutes and seconds, longer ones also hours",
    arguments: [
      (MediaTime.zero, "0:00"),
      (MediaTime(999, 1000), "0:00"),
      (MediaTime(9, 1), "0:09"),
      (MediaTime(59_999, 1000), "0:59"),
      (MediaTime(60, 1), "1:00"),
      (MediaTime(187, 1), "3:07"),
      (MediaTime(3599, 1), "59:59"),
      (MediaTime(3600, 1), "1:00:00"),
      (MediaTime(3723, 1), "1:02:03"),
      (MediaTime(360_000, 1), "100:00:00"),
    ])
  func plain(time: MediaTime, text: String) {
    #expect(timeText(time, nil) == text)
  }

  @Test(
    "A position in an item of an hour or more shows its hours",
    arguments: [
      (MediaTime(7, 1), MediaTime(3599, 1), "0:07"),
      (MediaTime(7, 1), MediaTime(3600, 1), "0:00:07"),
      (MediaTime(754, 1), MediaTime(7200, 1), "0:12:34"),
      (MediaTime(3723, 1), MediaTime(60, 1), "1:02:03"),
    ])
  func total(time: MediaTime, total: MediaTime, text: String) {
    #expect(timeText(time, total) == text)
  }

  @Test(
    "An invalid time shows 0:00",
    arguments: [
      MediaTime(-1, 1), MediaTime(.min, 1), MediaTime(.max, 1), MediaTime(.min, .max),
      MediaTime(-1, 1000),
    ])
  func odd(time: MediaTime) {
    #expect(timeText(time, nil) == "0:00")
    #expect(timeText(.zero, time).hasSuffix("0:00"))
  }
}
