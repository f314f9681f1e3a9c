/// The effects of commands that start, stop or change the item, and the phase after them.
enum TransportTable {
  static let rows: [Scene: String] = [
    .idle: """
    play: open a 1 -> opening
    pause: pause -> idle
    toggle: open a 1 -> opening
    stop: blank -> idle
    next: open a 1 -> opening
    previous: open a 1 -> opening
    jump to c: open c 1 -> opening
    """,
    .opening: """
    pause: pause -> opening
    toggle: pause -> opening
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    jump to c: close 1, open c 2 -> opening
    """,
    .openingWithSeek: """
    pause: pause -> opening
    toggle: pause -> opening
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    jump to c: close 1, open c 2 -> opening
    """,
    .openingPaused: """
    play: resume -> opening
    toggle: resume -> opening
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    jump to c: close 1, open c 2 -> opening
    """,
    .loaded: """
    pause: pause -> buffering
    toggle: pause -> buffering
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, open c 2 -> opening
    """,
    .loadedPaused: """
    play: resume -> buffering
    toggle: resume -> buffering
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, open c 2 -> opening
    """,
    .seeking: """
    pause: pause -> buffering
    toggle: pause -> buffering
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    previous: seek 2>3 to 0 -> buffering
    jump to c: close 2, open c 3 -> opening
    """,
    .seekingNear: """
    pause: pause -> buffering
    toggle: pause -> buffering
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    jump to c: close 2, open c 3 -> opening
    """,
    .seekingWithPending: """
    pause: pause -> buffering
    toggle: pause -> buffering
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    jump to c: close 2, open c 3 -> opening
    """,
    .seekingPaused: """
    play: resume -> buffering
    toggle: resume -> buffering
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    previous: seek 2>3 to 0 -> buffering
    jump to c: close 2, open c 3 -> opening
    """,
    .seekingShown: """
    pause: pause -> buffering
    toggle: pause -> buffering
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    previous: seek 2>3 to 0 -> buffering
    jump to c: close 2, open c 3 -> opening
    """,
    .playing: """
    pause: pause -> playing
    toggle: pause -> playing
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, open c 2 -> opening
    """,
    .paused: """
    play: resume -> playing
    toggle: resume -> playing
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, open c 2 -> opening
    """,
    .preparing: """
    pause: pause -> playing
    toggle: pause -> playing
    stop: close 2, close 1, blank -> idle
    next: close 1 -> opening
    previous: close 2, seek 1>3 to 0 -> buffering
    jump to c: close 1, close 2, open c 3 -> opening
    """,
    .prepared: """
    pause: pause -> playing
    toggle: pause -> playing
    stop: close 2, close 1, blank -> idle
    next: close 1 -> buffering
    previous: close 2, seek 1>3 to 0 -> buffering
    jump to c: close 1, close 2, open c 3 -> opening
    """,
    .following: """
    pause: pause -> playing
    toggle: pause -> playing
    stop: close 2, close 1, blank -> idle
    next: close 1, volume, begin 2 -> playing
    previous: close 2, seek 1>3 to 0 -> buffering
    jump to c: close 1, close 2, open c 3 -> opening
    """,
    .starved: """
    stop: close 1, blank -> idle
    next: close 1, resume, open b 2 -> opening
    previous: resume, seek 1>2 to 0 -> buffering
    jump to c: close 1, resume, open c 2 -> opening
    """,
    .starvedPaused: """
    stop: close 1, blank -> idle
    next: close 1, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, open c 2 -> opening
    """,
    .touched: """
    stop: close 1, blank -> idle
    next: close 1, resume, open b 2 -> opening
    previous: seek 1>2 to 0 -> buffering
    jump to c: close 1, resume, open c 2 -> opening
    """,
    .scrubbing: """
    stop: close 2, blank -> idle
    next: close 2, resume, open b 3 -> opening
    jump to c: close 2, resume, open c 3 -> opening
    """,
    .scrubbingShown: """
    stop: close 3, blank -> idle
    next: close 3, resume, open b 4 -> opening
    previous: seek 3>4 to 0 -> buffering
    jump to c: close 3, resume, open c 4 -> opening
    """,
    .scrubbingPaused: """
    stop: close 2, blank -> idle
    next: close 2, open b 3 -> opening
    jump to c: close 2, open c 3 -> opening
    """,
    .ended: """
    play: open a 4 -> opening
    pause: pause -> ended
    toggle: open a 4 -> opening
    stop: blank -> idle
    previous: open c 4 -> opening
    jump to c: open c 4 -> opening
    """,
    .failed: """
    play: open a 4 -> opening
    pause: pause -> failed
    toggle: pause -> failed
    stop: blank -> idle
    next: open a 4 -> opening
    jump to c: open c 4 -> opening
    """,
    .stopped: """
    play: open a 2 -> opening
    pause: pause -> idle
    toggle: open a 2 -> opening
    stop: blank -> idle
    next: open b 2 -> opening
    jump to c: open c 2 -> opening
    """,
  ]
}
