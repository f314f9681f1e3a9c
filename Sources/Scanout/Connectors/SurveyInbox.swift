internal import VitrineKMS
internal import VitrineLinux

/// Receives one display's surveys. Thread-bound to the display thread.
struct SurveyInbox {
  private let watch: ConnectorWatch
  private let subscriber: ConnectorWatch.Subscriber
  /// The latest survey taken.
  private(set) var latest: ConnectorSurvey?
  private var activeDevice: DRMDevice?

  init(_ watch: ConnectorWatch, _ subscriber: ConnectorWatch.Subscriber) {
    self.watch = watch
    self.subscriber = subscriber
  }

  /// The next survey, without waiting.
  func next() -> ConnectorWatch.Event? { subscriber.next() }

  mutating func record(_ survey: ConnectorSurvey) { latest = survey }

  /// Requests another survey soon, because the latest one was useless.
  func requestSurvey() { watch.requestSurvey() }

  /// Records the device on which the display shows pictures, or none.
  mutating func setActiveDevice(_ device: DRMDevice?) {
    // Called at each vblank.
    guard device !== activeDevice else { return }
    activeDevice = device
    subscriber.setActiveDevice(device)
  }

  /// Reports that the output on this device has failed; see `ConnectorWatch`.
  func reportFailure(on device: DRMDevice, _ error: Errno?, failures: Int) {
    watch.reportFailure(on: device, of: subscriber, error, failures: failures)
  }

  func close() { watch.unsubscribe(subscriber) }
}
