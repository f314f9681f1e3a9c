/// The effects of changes to the queue and the tracks, and the phase after them.
enum EditTable {
  static let rows: [Scene: String] = [
    .idle: """
    select: choose -> idle
    """,
    .opening: """
    select: choose -> opening
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .openingWithSeek: """
    select: choose -> opening
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .openingPaused: """
    select: choose -> opening
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .loaded: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .loadedPaused: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .seeking: """
    select: choose, seek 2>3 to 30 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .seekingNear: """
    select: choose, seek 2>3 near 30 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .seekingWithPending: """
    select: choose, seek 2>3 near 40 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .seekingPaused: """
    select: choose, seek 2>3 to 30 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .seekingShown: """
    select: choose, seek 2>3 to 30 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .playing: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .paused: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .preparing: """
    select: choose, close 2, seek 1>3 to 20 -> buffering
    insert d: close 2, open d 3 -> playing
    remove a: close 1 -> opening
    remove b: close 2, open c 3 -> playing
    replace: close 2 -> playing
    exchange: close 1, close 2, open x 3 -> opening
    clear: close 2, close 1, blank, finish -> ended
    loop a: close 2, open a 3 -> playing
    renew: close 2, open b 3 -> playing
    """,
    .prepared: """
    select: choose, close 2, seek 1>3 to 20 -> buffering
    insert d: close 2, open d 3 -> playing
    remove a: close 1 -> buffering
    remove b: close 2, open c 3 -> playing
    replace: close 2 -> playing
    exchange: close 1, close 2, open x 3 -> opening
    clear: close 2, close 1, blank, finish -> ended
    loop a: close 2, open a 3 -> playing
    renew: close 2, open b 3 -> playing
    """,
    .following: """
    select: choose, close 2, seek 1>3 to 20 -> buffering
    insert d: close 2, open d 3 -> playing
    remove a: close 1, volume, begin 2 -> playing
    remove b: close 2, open c 3 -> playing
    replace: close 2 -> playing
    exchange: close 1, close 2, open x 3 -> opening
    clear: close 2, close 1, blank, finish -> ended
    loop a: close 2, open a 3 -> playing
    renew: close 2, open b 3 -> playing
    """,
    .starved: """
    select: choose, resume, seek 1>2 to 20 -> buffering
    remove a: close 1, resume, open b 2 -> opening
    exchange: close 1, resume, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .starvedPaused: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, open b 2 -> opening
    exchange: close 1, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .touched: """
    select: choose, seek 1>2 to 20 -> buffering
    remove a: close 1, resume, open b 2 -> opening
    exchange: close 1, resume, open x 2 -> opening
    clear: close 1, blank, finish -> ended
    """,
    .scrubbing: """
    select: choose, seek 2>3 near 30 -> buffering
    remove a: close 2, resume, open b 3 -> opening
    exchange: close 2, resume, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .scrubbingShown: """
    select: choose, seek 3>4 to 30 -> buffering
    remove a: close 3, resume, open b 4 -> opening
    exchange: close 3, resume, open x 4 -> opening
    clear: close 3, blank, finish -> ended
    """,
    .scrubbingPaused: """
    select: choose, seek 2>3 near 30 -> buffering
    remove a: close 2, open b 3 -> opening
    exchange: close 2, open x 3 -> opening
    clear: close 2, blank, finish -> ended
    """,
    .ended: """
    select: choose -> ended
    append d: open d 4 -> opening
    replace: open x 4 -> opening
    exchange: open x 4 -> opening
    clear: blank -> ended
    loop a: open c 4 -> opening
    """,
    .failed: """
    select: choose -> failed
    append d: open d 4 -> opening
    insert d: open a 4 -> opening
    remove a: open b 4 -> opening
    remove b: open a 4 -> opening
    replace: open x 4 -> opening
    exchange: open x 4 -> opening
    clear: blank, finish -> ended
    loop a: open a 4 -> opening
    renew: open a 4 -> opening
    """,
    .stopped: """
    select: choose -> idle
    """,
  ]
}
