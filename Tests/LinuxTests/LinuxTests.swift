import Testing
import VitrineLinux
import VitrineTiming

struct LinuxTests {
  @Test("The faster thread waits, and no element is lost or out of order")
  func queue() throws {
    let queue = BoundedQueue<Int>(limit: 3)
    let producer = try NamedThread("producer") {
      for number in 0..<10_000 { queue.push(number) }
      queue.close()
    }
    var seen: [Int] = []
    while let number = queue.pop() { seen.append(number) }
    producer.join()
    #expect(seen == Array(0..<10_000))
    #expect(queue.isExhausted)
  }

  @Test("A non-blocking push to a full or closed queue fails")
  func room() {
    let queue = BoundedQueue<Int>(limit: 2)
    #expect(queue.tryPush(1) && queue.tryPush(2) && !queue.tryPush(3))
    #expect(queue.pop() == 1 && queue.tryPush(4))
    queue.close()
    _ = queue.tryPop()
    #expect(!queue.tryPush(5) && queue.pop() == 4 && queue.pop() == nil)
  }

  @Test("A queue releases removed elements")
  func release() {
    final class Token: Sendable {}
    let queue = BoundedQueue<Token>(limit: 10)
    weak var token: Token?
    do {
      let made = Token()
      token = made
      queue.push(made)
      queue.push(Token())
    }
    #expect(token != nil)
    _ = queue.tryPop()
    #expect(token == nil, "the queue releases a removed element")
  }

  @Test("Closing frees a waiting thread and keeps the elements by default")
  func closing() throws {
    let full = BoundedQueue<Int>(limit: 1)
    full.push(1)
    let waiting = try NamedThread("waiting") { #expect(full.push(2) == false) }
    full.close()
    waiting.join()
    #expect(full.pop() == 1)
    #expect(full.pop() == nil)
    let dropped = BoundedQueue<Int>(limit: 5)
    dropped.push(1)
    dropped.close(discarding: true)
    #expect(dropped.pop() == nil)
  }

  @Test("An errno has a name")
  func errors() {
    #expect("\(Errno.invalid)" == "Invalid argument (EINVAL)")
    #expect(throws: Errno.noEntry) { _ = try FileDescriptor(opening: "/no/such/file", 0) }
  }

  @Test("A timer and a wakeup wake an event loop")
  func loop() throws {
    let loop = try EventLoop()
    let timer = try Timer()
    let bell = try Wakeup()
    try loop.add(timer.descriptor, token: 1)
    try loop.add(bell.descriptor, token: 2)
    timer.set(to: HostTime(nanoseconds: 1))
    var tokens: [UInt64] = []
    try loop.wait { tokens.append($0) }
    #expect(tokens == [1])
    timer.clear()
    bell.ring()
    tokens = []
    try loop.wait { tokens.append($0) }
    #expect(tokens == [2])
  }
}
