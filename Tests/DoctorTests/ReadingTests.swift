import Testing
import VitrineDoctor
import VitrinePlayback

@Suite struct ReadingTests {
  static let modes: [(UInt32, UInt32, Set<UInt32>, Bool)] = [
    (0o660, 0, [], true), (0o660, 7, [44], true), (0o660, 7, [9], false), (0o666, 7, [9], true),
    (0o066, 5, [44], false), (0o600, 5, [], true), (0o606, 7, [44], false),
    (0o640, 7, [44], false),
  ]

  @Test("A file mode applies the first class that matches the user", arguments: modes)
  func rights(_ mode: UInt32, _ user: UInt32, _ groups: Set<UInt32>, _ isLet: Bool) {
    let rights = FileRights(mode: mode, owner: 5, group: 44)
    #expect(rights.allowReadAndWrite(user: user, groups: groups) == isLet)
  }

  @Test("Reading a file and entering a folder need one right each")
  func oneRight() {
    let rights = FileRights(mode: 0o641, owner: 5, group: 44)
    #expect(rights.allowRead(user: 7, groups: [44]) && !rights.allowEntry(user: 7, groups: [44]))
    #expect(!rights.allowRead(user: 7, groups: []) && rights.allowEntry(user: 7, groups: []))
  }

  @Test("A display's owner with any name is found in the kernel's table")
  func clients() throws {
    let table = try #require(
      ClientTable(
        """
                     command  tgid dev master a   uid      magic
                      Web Co 2222   0   n    n  1000          0
             a b 3 n process  1234   0   y    y     0          0
        """))
    #expect(table.masters == [1234])
    #expect(ClientTable("") == nil && ClientTable("not permitted") == nil)
  }

  static let controlGroups: [(String, String?)] = [
    ("0::/system.slice/lightdm.service\n", "lightdm.service"),
    ("12:cpu:/\n1:name=systemd:/system.slice/cage@tty1.service\n0::/\n", "cage@tty1.service"),
    ("0::/user.slice/user-1000.slice/session-2.scope\n", nil),
    ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.service\n", nil),
    ("", nil), (":::", nil),
  ]

  @Test("A control group gives the name of its systemd unit", arguments: controlGroups)
  func units(_ text: String, _ name: String?) {
    #expect(unit(inControlGroup: text) == name)
  }

  static let monitors: [([String], SoundFacts.Monitor)] = [
    ([], .unknown), (["monitor_present\t0\neld_valid\t\t0\n"], .none),
    (
      [
        "monitor_present\t0\neld_valid\t0\n",
        "eld_valid\t\t1\nmonitor_name\t\tLG TV SSCR2\nsad_count\t\t2\n",
      ], .takesSound("LG TV SSCR2")
    ),
    (
      [
        "eld_valid\t1\nmonitor_name\tAVR\nsad_count\t3\nsad0_coding_type\t[0x1] LPCM\n"
          + "sad1_coding_type\t[0x2] AC-3\nsad2_coding_type\t[0xa] E-AC-3/DD+\n"
          + "sad3_coding_type\t[0x7] DTS\n"
      ], .takesSound("AVR", decodes: [.ac3, .enhancedAC3])
    ),
    (["eld_valid\t\t1\nmonitor_name\t\tB24\nsad_count\t\t0\n"], .none),
    (["eld_valid 1\nsad_count 99999999999999999999\n"], .none),
  ]

  @Test("A display's audio capabilities are parsed", arguments: monitors)
  func eld(_ texts: [String], _ monitor: SoundFacts.Monitor) {
    #expect(SoundFacts.Monitor(eld: texts) == monitor)
  }

  @Test("Memory is read from the kernel's table, with numbers of any size")
  func memory() throws {
    let memory = try #require(
      MemoryFacts(
        meminfo: "MemTotal: 100 kB\nMemAvailable:  2048 kB\nCmaTotal: 64 kB\nCmaFree: 1 kB\n"))
    #expect(memory.available == 2048 << 10)
    #expect(memory.contiguous == 64 << 10 && memory.contiguousFree == 1 << 10)
    #expect(MemoryFacts(meminfo: "MemAvailable: -5 kB") == nil)
    #expect(MemoryFacts(meminfo: "MemAvailable: 9223372036854775807 kB") == nil)
    #expect(MemoryFacts(meminfo: ":\n\n x") == nil)
  }

  @Test("A path is on the nearest file system above it, and a later mount hides others")
  func mounts() {
    let table = MountTable(
      """
      21 1 8:1 / / ro,relatime - ext4 /dev/root rw
      22 21 0:20 / /var rw - tmpfs none rw
      23 22 0:21 / /var/lib/my\\040data rw - ext4 /dev/sda2 ro,errors=continue
      24 21 0:22 / /var rw shared:3 master:1 - overlay none rw
      broken
      """)
    #expect(table.mount(of: "/etc")?.isReadOnly == true)
    #expect(table.mount(of: "/var/lib")?.fileSystem == "overlay")
    #expect(table.mount(of: "/var/lib/my data/x")?.isReadOnly == true)
    #expect(table.mount(of: "/variety")?.point == "/")
    #expect(MountTable("").mount(of: "/") == nil)
  }

  @Test("A unit consists of its file and its drop-ins")
  func unitFile() {
    let unit = UnitFile([
      """
      [Unit]
      User=not-this
      [Service]
      # ExecStart=/bin/false --config no
      User = vitrine
      ExecStart=/usr/bin/vitrine run \\
        --config /etc/a.yaml --playlist=/srv/a --playlist /srv/b
      TTYPath=/dev/tty1
      StateDirectory=vitrine:other more
      LimitRTPRIO=20
      Group=kiosk
      SupplementaryGroups=video audio
      """, "[Service]\nTTYPath=\nUser=kiosk\nSupplementaryGroups=input\n",
    ])
    #expect(unit.user == "kiosk" && !unit.hasTerminal && unit.realtimeLimit == 20)
    #expect(unit.groups == ["kiosk", "video", "audio", "input"])
    #expect(unit.stateFolder == "/var/lib/vitrine" && unit.cacheFolder == nil)
    #expect(unit.options("--config") == ["/etc/a.yaml"])
    #expect(unit.options("--playlist") == ["/srv/a", "/srv/b"])
  }

  @Test(
    "The last setting of systemd's watchdog counts",
    arguments: [
      (["[Manager]\nRuntimeWatchdogSec=30\n"], "30"),
      (
        ["[Manager]\n#RuntimeWatchdogSec=off\n", "[Manager]\n RuntimeWatchdogSec = 1min\n"], "1min"
      ),
      (["RuntimeWatchdogSec=30\n", "RuntimeWatchdogSec=0"], "0"),
      (["RuntimeWatchdogSec=30\nRuntimeWatchdogSec=\n"], nil), (["RuntimeWatchdogSec"], nil),
      ([], nil),
    ] as [([String], String?)])
  func watchdog(files: [String], interval: String?) {
    var facts = WatchdogFacts()
    facts.read(files)
    #expect(facts.configuredInterval == interval)
  }
}
