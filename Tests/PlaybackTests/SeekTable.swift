/// The effects of commands that seek in the item, and the phase after them.
enum SeekTable {
  static let rows: [Scene: String] = [
    .idle: """
    step back: pause -> idle
    """,
    .opening: """
    touch: pause -> opening
    step back: pause -> opening
    """,
    .openingWithSeek: """
    touch: pause -> opening
    step back: pause -> opening
    """,
    .loaded: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    touch: pause -> buffering
    step back: pause, seek 1>2 to 19 -> buffering
    """,
    .loadedPaused: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    step back: seek 1>2 to 19 -> buffering
    """,
    .seeking: """
    seek: seek 2>3 to 50 -> buffering
    seek near: seek 2>3 near 50 -> buffering
    skip: seek 2>3 to 35 -> buffering
    touch: pause -> buffering
    step back: pause, seek 2>3 to 19 -> buffering
    """,
    .seekingNear: """
    touch: pause -> buffering
    step back: pause -> buffering
    """,
    .seekingWithPending: """
    touch: pause -> buffering
    step back: pause -> buffering
    """,
    .seekingPaused: """
    seek: seek 2>3 to 50 -> buffering
    seek near: seek 2>3 near 50 -> buffering
    skip: seek 2>3 to 35 -> buffering
    step back: seek 2>3 to 19 -> buffering
    """,
    .seekingShown: """
    seek: seek 2>3 to 50 -> buffering
    seek near: seek 2>3 near 50 -> buffering
    skip: seek 2>3 to 35 -> buffering
    touch: pause -> buffering
    step back: pause, seek 2>3 to 19 -> buffering
    """,
    .playing: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    touch: pause -> playing
    step: pause -> playing
    step back: pause, seek 1>2 to 19 -> buffering
    """,
    .paused: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    step: step 1 -> playing
    step back: seek 1>2 to 19 -> buffering
    """,
    .preparing: """
    seek: close 2, seek 1>3 to 50 -> buffering
    seek near: close 2, seek 1>3 near 50 -> buffering
    skip: close 2, seek 1>3 to 25 -> buffering
    touch: pause -> playing
    step: pause -> playing
    step back: pause, close 2, seek 1>3 to 19 -> buffering
    """,
    .prepared: """
    seek: close 2, seek 1>3 to 50 -> buffering
    seek near: close 2, seek 1>3 near 50 -> buffering
    skip: close 2, seek 1>3 to 25 -> buffering
    touch: pause -> playing
    step: pause -> playing
    step back: pause, close 2, seek 1>3 to 19 -> buffering
    """,
    .following: """
    seek: close 2, seek 1>3 to 50 -> buffering
    seek near: close 2, seek 1>3 near 50 -> buffering
    skip: close 2, seek 1>3 to 25 -> buffering
    touch: pause -> playing
    step: pause -> playing
    step back: pause, close 2, seek 1>3 to 19 -> buffering
    """,
    .starved: """
    seek: resume, seek 1>2 to 50 -> buffering
    seek near: resume, seek 1>2 near 50 -> buffering
    skip: resume, seek 1>2 to 25 -> buffering
    step back: seek 1>2 to 19 -> buffering
    """,
    .starvedPaused: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    step back: seek 1>2 to 19 -> buffering
    """,
    .touched: """
    seek: seek 1>2 to 50 -> buffering
    seek near: seek 1>2 near 50 -> buffering
    skip: seek 1>2 to 25 -> buffering
    scrub: seek 1>2 near 10 -> buffering
    release: resume -> playing
    step back: seek 1>2 to 19 -> buffering
    """,
    .scrubbing: """
    release: resume, seek 2>3 to 30 -> buffering
    """,
    .scrubbingShown: """
    seek: seek 3>4 to 50 -> buffering
    seek near: seek 3>4 near 50 -> buffering
    skip: seek 3>4 to 35 -> buffering
    scrub: seek 3>4 near 10 -> buffering
    release: resume -> buffering
    step back: seek 3>4 to 19 -> buffering
    """,
    .scrubbingPaused: """
    release: seek 2>3 to 30 -> buffering
    """,
    .ended: """
    seek: open c 4 -> opening
    seek near: open c 4 -> opening
    skip: open c 4 -> opening
    step back: pause, open c 4 -> opening
    """,
    .failed: """
    step back: pause -> failed
    """,
    .stopped: """
    step back: pause -> idle
    """,
  ]
}
