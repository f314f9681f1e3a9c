import Testing
import VitrineLinux

@testable import VitrineScanout

/// When a device is reopened because one of its outputs failed.
struct DeviceFailurePolicyTests {
  private static let table: [(Errno?, failures: Int, othersShow: Bool, shouldReopen: Bool)] = [
    (.noDevice, 1, false, true), (.inputOutput, 1, false, true),
    (.invalid, 1, false, false), (.accessDenied, 1, false, false), (nil, 1, false, false),
    (.invalid, 2, false, true), (nil, 2, false, true), (.invalid, 1000, false, true),
    (.noDevice, 1, true, false), (.inputOutput, 5, true, false), (.invalid, 1000, true, false),
    (nil, 1000, true, false),
  ]

  @Test("A failed device is reopened at once, unless another output works")
  func suspicion() {
    for (error, failures, othersShow, shouldReopen) in Self.table {
      let found = DeviceFailurePolicy.shouldReopen(
        after: error, failures: failures, othersShow: othersShow)
      #expect(found == shouldReopen, "\(String(describing: error)), \(failures), \(othersShow)")
    }
  }
}
