import Testing
import VitrineLinux
import VitrineSound

/// Errors of audio devices.
@Suite struct SoundErrorTests {
  private static func error(_ errno: CInt) -> SoundError {
    SoundError("writing", "hw:0", Errno(rawValue: errno))
  }

  @Test(
    "A removed device is reopened; any other error has another cause",
    // ENODEV, EBADFD, ENXIO, EIO, the kernel's ENOTSUPP; EBUSY, EACCES, EPERM, EINVAL, EPIPE.
    arguments: [19, 77, 6, 5, 524].map { ($0, true) } + [16, 13, 1, 22, 32].map { ($0, false) })
  func gone(_ errno: CInt, _ isGone: Bool) {
    #expect(Self.error(errno).isGone == isGone)
  }

  @Test(
    "The message states a remedy",
    arguments: [
      (16, "hw:0: busy; another program is using it (fuser -v /dev/snd/*)"),
      (13, "hw:0: permission denied; add the user to the group audio"),
      (1, "hw:0: permission denied; add the user to the group audio"),
      (2, "hw:0: no such sound device; aplay -L lists all"),
      (19, "hw:0: no such sound device; aplay -L lists all"),
      (22, "hw:0: writing: Invalid argument"),
      // One of ALSA's own: an incompatible version.
      (500_000, "hw:0: writing: Sound protocol is not compatible"),
    ])
  func words(_ errno: CInt, _ words: String) {
    #expect("\(Self.error(errno))".hasPrefix(words), "\(Self.error(errno))")
  }

  @Test("A missing device is reported with the kernel's error number, not ALSA's negative one")
  func opening() throws {
    let error = #expect(throws: SoundError.self) {
      _ = try PCM(name: "nosuch", rate: 48_000, channels: 2, buffer: .milliseconds(140))
    }
    #expect(error?.errno == .noEntry)
  }
}
