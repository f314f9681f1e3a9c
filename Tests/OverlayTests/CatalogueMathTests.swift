import Foundation
import Testing
import VitrineScenes

@testable import VitrineOverlay

@Suite("The gallery's arithmetic")
struct CatalogueMathTests {
  @Test(
    "Powers and logarithms match the C library",
    arguments: [1e-9, 0.01, 0.3, 0.5, 1, 1.5, 2, 3.7, 10, 99, 1e6, 1e12])
  func exponentials(x: Double) {
    #expect(abs(logarithm(x) - log(x)) <= 1e-13 * max(1, abs(log(x))))
    let power = min(x, 600)
    #expect(abs(exponential(power) / exp(power) - 1) < 1e-12)
    #expect(abs(exponential(-power) - exp(-power)) <= 1e-12 * exp(-power))
  }

  @Test("Out-of-range arguments saturate and do not trap")
  func ends() {
    #expect(exponential(-1e9) == 0)
    #expect(exponential(1e9) == .infinity)
    #expect(exponential(.nan) == 0)
    #expect(logarithm(0) == -.infinity)
    #expect(logarithm(.infinity) == .infinity)
  }

  @Test(
    "A rubber band's yielding and stretching are inverse functions",
    arguments: [0.0, 1, 80, 400, 900])
  func rubberBand(place: Double) {
    let band = RubberBand(extent: 1080)
    #expect(abs(band.yielding(to: band.stretch(for: place)) - place) < 1e-9)
  }

  @Test("The first of many matches is found by bisection", arguments: 0...9)
  func partitions(first: Int) {
    #expect(partition(9) { $0 >= first } == first)
  }
}
