public import VitrinePictures

extension Mode {
  /// A mode that the monitor does not list: from a modeline, or from `1920x1080@59.94`, with 60 Hz
  /// if there is no rate. Nil for other text.
  public init?(custom text: String) {
    if let request = ModeRequest(text) {
      self.init(custom: request)
    } else {
      self.init(modeline: text)
    }
  }

  /// Uses the timing of CTA-861 or DMT if they have one, otherwise CVT with reduced blanking. Nil
  /// if no cable supports it.
  public init?(custom request: ModeRequest) {
    guard let refresh = Refresh(nearest: request.refresh ?? 60) else { return nil }
    let size = request.size
    guard let timing = ModeTiming.standard(size, refresh) ?? ModeTiming.reduced(size, refresh)
    else { return nil }
    self.init(timing)
  }
}
