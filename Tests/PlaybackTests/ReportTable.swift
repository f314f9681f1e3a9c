/// The effects of an engine's reports, and the phase after them.
enum ReportTable {
  static let rows: [Scene: String] = [
    .opening: """
    opened: nothing -> buffering
    failed: report a, close 1, open b 2 -> opening
    """,
    .openingWithSeek: """
    opened: seek 1>2 to 30 -> buffering
    failed: report a, close 1, open b 2 -> opening
    """,
    .openingPaused: """
    opened: nothing -> buffering
    failed: report a, close 1, open b 2 -> opening
    """,
    .loaded: """
    ready: volume, begin 1 -> playing
    failed: report a, close 1, open b 2 -> opening
    """,
    .loadedPaused: """
    ready: volume, begin 1 -> playing
    failed: report a, close 1, open b 2 -> opening
    """,
    .seeking: """
    ready: volume, begin 2 -> playing
    failed: report a, close 2, open b 3 -> opening
    """,
    .seekingNear: """
    ready: volume, begin 2 -> playing
    failed: report a, close 2, open b 3 -> opening
    """,
    .seekingWithPending: """
    shown: seek 2>3 near 40 -> buffering
    failed: report a, close 2, open b 3 -> opening
    """,
    .seekingPaused: """
    ready: volume, begin 2 -> playing
    failed: report a, close 2, open b 3 -> opening
    """,
    .seekingShown: """
    ready: volume, begin 2 -> playing
    failed: report a, close 2, open b 3 -> opening
    """,
    .playing: """
    nearEnd: open b 2 -> playing
    ended: close 1, open b 2 -> opening
    starved: pause -> buffering
    failed: report a, close 1, open b 2 -> opening
    """,
    .paused: """
    nearEnd: open b 2 -> playing
    ended: close 1, open b 2 -> opening
    starved: nothing -> buffering
    failed: report a, close 1, open b 2 -> opening
    """,
    .preparing: """
    ended: close 1 -> opening
    starved: pause -> buffering
    failed: report a, close 1 -> opening
    next failed: report b, close 2, open c 3 -> playing
    """,
    .prepared: """
    ended: close 1 -> buffering
    starved: pause -> buffering
    failed: report a, close 1 -> buffering
    next ready: follow 2 -> playing
    next failed: report b, close 2, open c 3 -> playing
    """,
    .following: """
    starved: pause -> buffering
    failed: report a, close 1, volume, begin 2 -> playing
    next followed: close 1, volume -> playing
    next failed: report b, close 2, open c 3 -> playing
    """,
    .starved: """
    ready: resume -> playing
    nearEnd: open b 2 -> buffering
    ended: close 1, resume, open b 2 -> opening
    failed: report a, close 1, resume, open b 2 -> opening
    """,
    .starvedPaused: """
    ready: nothing -> playing
    nearEnd: open b 2 -> buffering
    ended: close 1, open b 2 -> opening
    failed: report a, close 1, open b 2 -> opening
    """,
    .touched: """
    nearEnd: open b 2 -> playing
    ended: close 1, resume, open b 2 -> opening
    starved: nothing -> buffering
    failed: report a, close 1, resume, open b 2 -> opening
    """,
    .scrubbing: """
    shown: seek 2>3 to 30 -> buffering
    failed: report a, close 2, resume, open b 3 -> opening
    """,
    .scrubbingShown: """
    failed: report a, close 3, resume, open b 4 -> opening
    """,
    .scrubbingPaused: """
    shown: seek 2>3 to 30 -> buffering
    failed: report a, close 2, open b 3 -> opening
    """,
    .failed: """
    retry: open a 4 -> opening
    """,
  ]
}
