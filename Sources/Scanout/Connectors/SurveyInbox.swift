internal import VitrineKMS
internal import VitrineLinux

/// Where one display gets its surveys. Thread-bound to the display thread.
struct SurveyInbox {
  private let watch: ConnectorWatch
  private let subscriber: ConnectorWatch.Subscriber
  /// The one that was taken last.
  private(set) var latest: ConnectorSurvey?
  private var showing: DRMDevice?

  init(_ watch: ConnectorWatch, _ subscriber: ConnectorWatch.Subscriber) {
    (self.watch, self.subscriber) = (watch, subscriber)
  }

  /// The next survey, without waiting.
  func next() -> ConnectorWatch.News? { subscriber.next() }

  mutating func note(_ survey: ConnectorSurvey) { latest = survey }

  /// What the latest said was of no use: have another soon.
  func hurry() { watch.hurry() }

  /// The display shows pictures on this device from now on, or on none.
  mutating func noteShowing(on device: DRMDevice?) {
    // Asked at each vblank.
    guard device !== showing else { return }
    showing = device
    subscriber.noteShowing(on: device)
  }

  /// The output on this device has failed; see `ConnectorWatch`.
  func noteFailure(on device: DRMDevice, _ error: Errno?, failures: Int) {
    watch.noteFailure(on: device, of: subscriber, error, failures: failures)
  }

  func close() { watch.unsubscribe(subscriber) }
}
