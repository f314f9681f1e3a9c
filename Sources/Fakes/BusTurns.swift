public import VitrineBus
internal import VitrineLinux
internal import VitrineTiming

/// Has connections of this thread work until something is so. Throws where it is not so after 20 s: a
/// test that waits for ever tells nothing.
public func turn(_ connections: [BusConnection], until isDone: () -> Bool) throws {
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
