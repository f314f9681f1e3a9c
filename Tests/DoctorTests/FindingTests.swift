import Testing
import VitrineDoctor
import VitrinePlayback

@Suite struct FindingTests {
  @Test("A healthy machine has no findings")
  func healthy() {
    let findings = Facts.healthy.findings
    #expect(findings.allSatisfy { $0.verdict == .good }, "\(findings)")
    #expect(findings.map(\.check) == Check.allCases)
    #expect(findings.exitStatus == .success)
  }

  @Test(
    "Each fault is found and reported with its cause and remedy", arguments: FaultCase.all)
  func fault(_ fault: FaultCase) throws {
    var facts = Facts.healthy
    fault.change(&facts)
    let findings = facts.findings.filter { $0.check == fault.check && $0.verdict != .good }
    let finding = try #require(
      findings.first { "\($0.summary) \($0.cause ?? "")".contains(fault.words) },
      "\(facts.findings.filter { $0.check == fault.check })")
    #expect(finding.verdict == fault.verdict)
    if let cure = fault.cure {
      #expect(finding.cure?.contains(cure) == true, "\(finding)")
    } else {
      #expect(finding.cure == nil)
    }
    if case .bad = fault.verdict { #expect(facts.findings.exitStatus != .success) }
  }

  @Test("A fault in one check does not affect the others", arguments: FaultCase.all)
  func alone(_ fault: FaultCase) {
    var facts = Facts.healthy
    fault.change(&facts)
    let others = facts.findings.filter { $0.isBad && $0.check != fault.check }.map(\.check)
    // A device that cannot be opened cannot be used either; without a card, nothing depends on
    // it.
    let followers: Set<Check> = [.permission, .sound, .connector, .mode, .device]
    #expect(followers.isSuperset(of: others), "\(others)")
  }

  /// Apparent faults.
  static let appearances: [(String, Check, String, @Sendable (inout Facts) -> Void)] = [
    (
      "our player is using the display", .master, "vitrine (process 12) plays",
      {
        $0.hold(HolderFacts(name: "vitrine", processID: 12, unit: "vitrine.service"))
      }
    ),
    (
      "the service is using the display, and its process is not visible", .master,
      "by the running service", { $0.hold() }
    ),
    (
      "a kernel argument that is set already is not suggested", .board, "Raspberry Pi 4",
      {
        $0.machine.kernel.change { $0.arguments = KernelArguments("") }
      }
    ),
    (
      "our player is using the audio device", .sound, "vitrine (process 12) is using",
      {
        $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "vitrine", processID: 12)) }
      }
    ),
    (
      "our player is using the memory", .memory, "MB free",
      { facts in
        facts.hold(HolderFacts(name: "vitrine", processID: 12))
        facts.machine.memory.change { $0.contiguousFree = 0 }
      }
    ),
    (
      "audio is turned off", .sound, "off",
      {
        $0.sound.change { ($0.wanted, $0.cards) = ("none", []) }
      }
    ),
    (
      "no input devices", .input, "playback only",
      {
        $0.input.change { ($0.touchscreens, $0.keys) = ([], []) }
      }
    ),
    (
      "root", .groups, "needs no groups",
      { $0.access.user.change { ($0.isRoot, $0.groups) = (true, []) } }
    ),
    (
      "the second card drives the display", .device, "/dev/dri/card1",
      {
        $0.screen.displays.change { displays in
          var display = displays[0]
          display.path = "/dev/dri/card1"
          displays[0].refusal = .noDisplays
          displays.append(display)
        }
      }
    ),
    (
      "a panel without EDID", .connector, "DSI-1",
      {
        $0.connector { ($0.name, $0.edid) = ("DSI-1", .missing) }
      }
    ),
    (
      "a forced connector", .connector, "forced",
      {
        $0.machine.kernel.change {
          $0.arguments = KernelArguments(
            "quiet video=HDMI-A-1:1920x1080@60D vt.global_cursor_default=0")
        }
      }
    ),
    (
      "no text console", .kernel, "no text console",
      {
        $0.machine.kernel.change { ($0.arguments, $0.hasTerminals) = (KernelArguments(""), false) }
      }
    ),
    (
      "the powersave governor of intel_pstate", .scheduling, "have realtime priority",
      {
        $0.machine.scheduling.change {
          ($0.governor, $0.speedDriver) = ("powersave", "intel_pstate")
        }
      }
    ),
    (
      "a machine without a hardware watchdog", .watchdog, "restarted by hand",
      { $0.machine.watchdog.change { $0.identity = nil } }
    ),
    (
      "a watchdog that another program feeds", .watchdog, "fed by a program",
      { $0.machine.watchdog.change { $0.configuredInterval = nil } }
    ),
    (
      "a folder that the service creates", .storage, "/var/lib/vitrine",
      {
        $0.place { ($0.exists, $0.isWritable, $0.isMadeByService) = (false, false, true) }
      }
    ),
    (
      "a display that needs no contiguous memory", .memory, "MB free",
      { facts in
        facts.display { $0.driver = "i915" }
        facts.machine.memory.change { ($0.contiguous, $0.contiguousFree) = (16 << 20, 0) }
      }
    ),
    (
      "a value other than the board's", .board, "Raspberry Pi 4",
      { facts in
        facts.machine.board.change { $0?.words = [.init("cma=512M", reason: "4K")] }
        facts.machine.kernel.change {
          $0.arguments = KernelArguments("quiet vt.global_cursor_default=0 cma=300M")
        }
      }
    ),
    ("a board without a description", .board, "no board file", { $0.machine.board = .known(nil) }),
    (
      "no systemd", .service, "is not running",
      {
        $0.service.change { ($0.hasManager, $0.unit) = (false, nil) }
      }
    ),
    (
      "a display that decodes", .sound, "AVR supports audio, and decodes AC-3, DTS",
      {
        $0.sound.change { $0.monitor = .takesSound("AVR", decodes: [.dts, .ac3]) }
      }
    ),
    (
      "a display with audio", .sound, "U2720Q supports audio",
      {
        $0.sound.change { $0.monitor = .takesSound("U2720Q") }
      }
    ),
    (
      "no configuration", .configuration, "using the defaults",
      {
        $0.configuration.change { $0.file = nil }
      }
    ),
  ]

  @Test("Apparent faults are not reported", arguments: appearances.indices)
  func harmless(_ index: Int) throws {
    let (name, check, words, change) = Self.appearances[index]
    var facts = Facts.healthy
    change(&facts)
    let findings = facts.findings.filter { $0.check == check }
    #expect(findings.allSatisfy { $0.verdict == .good }, "\(name): \(findings)")
    #expect(findings.contains { $0.summary.contains(words) }, "\(name): \(findings)")
  }

  @Test("The exit status is that of the first bad finding in check order")
  func status() {
    var facts = Facts.healthy
    facts.configuration.change { $0.faults = ["fault"] }
    #expect(facts.findings.exitStatus == .configuration)
    facts.connector { $0.isConnected = false }
    #expect(facts.findings.exitStatus == .unavailable)
    facts.refuse(.display, "video")
    #expect(facts.findings.exitStatus == .noPermission)
  }

  @Test("Without facts, every finding is advice")
  func nothingKnown() {
    let findings = Facts().findings
    #expect(!findings.isEmpty && findings.allSatisfy { $0.verdict == .advice })
  }
}
