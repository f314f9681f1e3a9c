internal import VitrineLinux
internal import VitrinePictures

/// A backlight with a controlled brightness, restored at the end. A separate thread writes it:
/// firmware may be slow, and pictures must not wait for it.
final class BacklightController {
  let light: Backlight
  /// The initial value.
  private let before: Int
  private let levels = BoundedQueue<Int>(limit: .max)
  private let failure: Shared<Errno?>
  private let thread: NamedThread
  /// The latest requested value.
  private var level: Int

  /// The brightness file, shared with the thread.
  private final class File: Sendable {
    let descriptor: FileDescriptor

    init(_ path: String) throws(Errno) {
      descriptor = try FileDescriptor(writing: path)
    }
  }

  /// Opens the backlight. `wakeup` rings when a value could not be set.
  init(_ light: Backlight, wakeup: Wakeup) throws(Errno) {
    let path = "\(light.path)/brightness"
    let file = try File(path)
    guard let before = firstLine(of: path).flatMap({ Int($0) }) else { throw .inputOutput }
    let failure = Shared<Errno?>(nil)
    (self.light, self.before, self.failure, level) = (light, before, failure, before)
    thread = try NamedThread("backlight") { [levels] in
      while var level = levels.pop() {
        while let newer = levels.tryPop() { level = newer }
        do throws(Errno) {
          try file.descriptor.write(Array("\(level)\n".utf8), at: 0)
        } catch {
          failure.update { $0 = error }
          wakeup.ring()
        }
      }
    }
  }

  /// Restores the initial value, and waits for that.
  deinit {
    set(.asFound)
    levels.close()
    thread.join()
  }

  /// Sets the brightness soon.
  func set(_ brightness: Brightness) {
    let wanted = brightness.percent.map { light.level(at: $0) } ?? before
    guard wanted != level else { return }
    level = wanted
    levels.force(wanted)
  }

  /// The latest error, once.
  func consumeFailure() -> Errno? {
    failure.update { failure in
      defer { failure = nil }
      return failure
    }
  }
}
