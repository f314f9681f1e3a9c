internal import VitrineInputDevices
internal import VitrineLinux

/// The devices that people operate the display with, once they are read. Bound to the thread "overlay".
struct InterfaceInput {
  private let liveness: LivenessRoll
  private var thread: InputThread?
  private var question: Int?
  private var isOpened = false

  init(_ liveness: LivenessRoll) { self.liveness = liveness }

  /// Once; where it fails, that was told.
  mutating func open(_ open: () -> InputThread?) {
    guard !isOpened else { return }
    (isOpened, thread) = (true, open())
    question = thread.map { thread in liveness.add { thread.ask($0) } }
  }

  mutating func close() {
    if let question { liveness.remove(question) }
    thread?.close()
    (thread, question) = (nil, nil)
  }
}
