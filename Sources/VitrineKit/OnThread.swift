internal import VitrineLinux

/// Has a thread of its own do what waits for devices: those of Swift's concurrency are few, and not to be kept.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    do throws(Errno) {
      try NamedThread(name) { continuation.resume(returning: body()) }.detach()
    } catch {
      // A machine that has no thread left is slow, and not wrong.
      continuation.resume(returning: body())
    }
  }
}

/// The same of what may fail.
func onThread<Value: Sendable>(
  _ name: String, _ body: @escaping @Sendable () throws(PlayerError) -> Value
) async throws(PlayerError) -> Value {
  let result = await onThread(name) {
    Result { () throws(PlayerError) in try body() }
  }
  return try result.get()
}
