internal import VitrineLinux
internal import VitrinePictures

/// A backlight that is as bright as it is told to be, until it is given back. Written by a thread of its own:
/// firmware may take its time, for which no picture may wait.
final class DrivenBacklight {
  let light: Backlight
  /// As it was found.
  private let before: Int
  private let levels = BoundedQueue<Int>(limit: .max)
  private let failure: Shared<Errno?>
  private let thread: NamedThread
  /// What was asked for last.
  private var level: Int

  /// The file by which it is set, shared with the thread.
  private final class File: Sendable {
    let descriptor: FileDescriptor

    init(_ path: String) throws(Errno) {
      descriptor = try FileDescriptor(writing: path)
    }
  }

  /// Opens it. `wakeup` is rung when a level could not be set.
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

  /// As it was found from now on; waits until that is so.
  deinit {
    set(.asFound)
    levels.close()
    thread.join()
  }

  /// Has it so bright soon.
  func set(_ brightness: Brightness) {
    let wanted = brightness.percent.map { light.level(at: $0) } ?? before
    guard wanted != level else { return }
    level = wanted
    levels.force(wanted)
  }

  /// Why it could not be set, once.
  func takeFailure() -> Errno? {
    failure.update { failure in
      defer { failure = nil }
      return failure
    }
  }
}
