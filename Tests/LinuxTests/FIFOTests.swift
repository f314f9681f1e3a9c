import Testing
import VitrineFakes
import VitrineLinux

@Suite("Elements in the order in which they were added")
struct FIFOTests {
  @Test("Any order of additions and removals returns what an array returns", arguments: 1...20)
  func order(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (queue, expected) = (FIFO<Int>(), [Int]())
    for number in 0..<500 {
      // Longer and shorter in turn.
      if random.below(100) < (number / 100 % 2 == 0 ? 70 : 30) {
        queue.append(number)
        expected.append(number)
      } else {
        #expect(queue.popFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      }
      #expect(queue.elementsEqual(expected))
      #expect(queue.last == expected.last)
    }
  }

  @Test("A removed element is released at once")
  func release() {
    final class Picture {}
    var queue = FIFO<Picture>()
    weak let first: Picture?
    do {
      let picture = Picture()
      first = picture
      queue.append(picture)
    }
    for _ in 0..<10 { queue.append(Picture()) }
    _ = queue.popFirst()
    #expect(first == nil)
  }
}
