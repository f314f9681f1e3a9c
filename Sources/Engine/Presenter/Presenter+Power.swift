internal import Scanout

extension Presenter {
  /// Turns the display on or off; pictures come and go meanwhile.
  func setPower(_ isOn: Bool) {
    sink.setPower(isOn)
    // What is asked for right after this counts the display's new vblanks.
    noteDisplay()
  }
}
