package import VitrineBus
internal import VitrineLinux
internal import VitrineTiming

/// Runs this thread's connections until a condition is met. Throws after 20 s, because a test that
/// hangs reports nothing.
package func process(_ connections: [BusConnection], until isDone: () -> Bool) throws {
  let end = HostTime.now() + .seconds(20)
  let loop = try EventLoop()
  let timer = try Timer()
  try loop.add(timer.descriptor, token: 0)
  for connection in connections { try loop.add(connection.descriptor, token: 1) }
  while true {
    for connection in connections { try connection.process() }
    if isDone() { return }
    guard HostTime.now() < end else { throw Errno.timedOut }
    for connection in connections {
      try loop.change(connection.descriptor, token: 1, to: connection.interest)
    }
    timer.set(to: (connections.compactMap(\.deadline) + [end]).min())
    try loop.wait { if $0 == 0 { timer.clear() } }
  }
}
