internal import KMS

/// Where one display gets its surveys. Thread-bound to the display thread.
struct SurveyInbox {
  private let watch: ConnectorWatch
  private let subscriber: ConnectorWatch.Subscriber
  /// The one that was taken last.
  private(set) var latest: ConnectorSurvey?

  init(_ watch: ConnectorWatch, _ subscriber: ConnectorWatch.Subscriber) {
    (self.watch, self.subscriber) = (watch, subscriber)
  }

  /// The next survey, without waiting.
  func next() -> ConnectorWatch.News? { subscriber.next() }

  mutating func note(_ survey: ConnectorSurvey) { latest = survey }

  /// What the latest said was of no use: have another soon.
  func hurry() { watch.hurry() }

  /// Gives this device up; the next survey opens one anew.
  func reopen(_ device: DRMDevice) { watch.reopen(device) }

  func close() { watch.unsubscribe(subscriber) }
}
