internal import VitrineKMS
internal import VitrineLinux

/// Receives one display's surveys. Thread-bound to the display thread.
struct SurveyInbox {
  private let watch: ConnectorWatch
  private let subscriber: ConnectorWatch.Subscriber
  /// The latest survey taken.
  private(set) var latest: ConnectorSurvey?
  private var showing: DRMDevice?

  init(_ watch: ConnectorWatch, _ subscriber: ConnectorWatch.Subscriber) {
    self.watch = watch
    self.subscriber = subscriber
  }

  /// The next survey, without waiting.
  func next() -> ConnectorWatch.News? { subscriber.next() }

  mutating func note(_ survey: ConnectorSurvey) { latest = survey }

  /// Requests another survey soon, because the latest one was useless.
  func hurry() { watch.hurry() }

  /// Records the device on which the display shows pictures, or none.
  mutating func noteShowing(on device: DRMDevice?) {
    // Called at each vblank.
    guard device !== showing else { return }
    showing = device
    subscriber.noteShowing(on: device)
  }

  /// Reports that the output on this device has failed; see `ConnectorWatch`.
  func noteFailure(on device: DRMDevice, _ error: Errno?, failures: Int) {
    watch.noteFailure(on: device, of: subscriber, error, failures: failures)
  }

  func close() { watch.unsubscribe(subscriber) }
}
