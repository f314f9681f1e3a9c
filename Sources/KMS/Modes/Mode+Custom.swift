public import VitrinePictures

extension Mode {
  /// A mode that no display has listed: from a modeline, or from `1920x1080@59.94`, which is
  /// 60 Hz where no rate is given. Nil for text that is neither.
  public init?(custom text: String) {
    if let request = ModeRequest(text) {
      self.init(custom: request)
    } else {
      self.init(modeline: text)
    }
  }

  /// With CTA-861's or DMT's timing where they have one, else CVT's with reduced blanking.
  /// Nil for what no cable carries.
  public init?(custom request: ModeRequest) {
    guard let refresh = Refresh(nearest: request.refresh ?? 60) else { return nil }
    let size = request.size
    guard let timing = ModeTiming.standard(size, refresh) ?? ModeTiming.reduced(size, refresh)
    else { return nil }
    self.init(timing)
  }
}
