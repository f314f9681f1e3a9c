internal import VitrineInputDevices
internal import VitrineLinux

/// The input devices, opened at first use. Bound to the thread "overlay".
struct InterfaceInput {
  private let liveness: LivenessRegistry
  private var thread: InputThread?
  private var question: Int?
  private var isOpened = false

  init(_ liveness: LivenessRegistry) { self.liveness = liveness }

  /// Opens the devices on the first call only; `open` reports its own errors.
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
