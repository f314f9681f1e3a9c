import VitrineDoctor
import VitrinePlayback

extension FaultCase {
  static let sound: [FaultCase] = [
    FaultCase("no card", .sound, .bad(.unavailable), "no sound card", cure: "--audio none") {
      $0.sound.change { $0.cards = [] }
    },
    FaultCase(
      "no card on a Raspberry Pi", .sound, .bad(.unavailable), "no sound card",
      cure: "dtparam=audio=on"
    ) { facts in
      facts.sound.change { $0.cards = [] }
      facts.machine.kernel.change { $0.model = "Raspberry Pi 3" }
    },
    FaultCase(
      "no visible card", .sound, .bad(.noPermission), "no permission", cure: "see permission"
    ) {
      $0.refuse(.sound, "audio")
      $0.sound.change { $0.cards = [] }
    },
    FaultCase("refused", .sound, .bad(.noPermission), "denied", cure: "see permission") {
      $0.sound.change { $0.attempt = .denied("hw:CARD=vc4hdmi0,DEV=0") }
    },
    FaultCase("does not open", .sound, .bad(.unavailable), "44100 Hz only", cure: "aplay -L") {
      $0.sound.change { $0.attempt = .refused(["hw:0: 44100 Hz only"]) }
    },
    FaultCase(
      "PulseAudio is using the card", .sound, .bad(.unavailable),
      "pulseaudio (process 50) is using",
      cure: "systemctl --user mask --now pulseaudio.socket"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "pulseaudio", processID: 50)) }
    },
    FaultCase(
      "PipeWire is using the card", .sound, .bad(.unavailable), "pipewire", cure: "pipewire.socket"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "pipewire", processID: 5)) }
    },
    FaultCase(
      "a program is using the card", .sound, .bad(.unavailable), "aplay", cure: "sudo kill 9"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", HolderFacts(name: "aplay", processID: 9)) }
    },
    FaultCase(
      "an unknown program is using the card", .sound, .bad(.unavailable), "another",
      cure: "sudo fuser -v /dev/snd/*"
    ) {
      $0.sound.change { $0.attempt = .busy("hw:0", nil) }
    },
    FaultCase(
      "muted outputs that the player leaves alone", .sound, .advice,
      "muted in the mixer: Master, Left Speaker", cure: "amixer -c 1 sset 'Left Speaker' 0dB unmute"
    ) {
      $0.sound.change { $0.mixer = MixerFacts(card: "1", controls: muted, policy: .keep) }
    },
    FaultCase("a display without loudspeakers", .sound, .advice, "reports audio", cure: "aplay -L")
    {
      $0.sound.change { $0.monitor = .none }
    },
    FaultCase("unknown", .sound, .advice, "unknown", cure: nil) {
      $0.sound = .unknown("no answer in time")
    },
    FaultCase("unreadable input", .input, .advice, "event0", cure: "see permission") {
      $0.input.change {
        ($0.touchscreens, $0.keys, $0.refused) = ([], [], ["/dev/input/event0"])
      }
    },
    FaultCase(
      "rotation by a sensor that is missing", .input, .bad(.unavailable), "no accelerometer",
      cure: "set display.rotation"
    ) {
      $0.input.change { $0.needsAccelerometer = true }
    },
    FaultCase(
      "brightness by a sensor that is missing", .input, .bad(.unavailable), "no light sensor",
      cure: "set display.brightness"
    ) {
      $0.input.change { $0.needsLightSensor = true }
    },
    FaultCase(
      "a sensor that does not deliver readings", .input, .bad(.unavailable),
      "sensor chip: Input/output error", cure: "sudo dmesg"
    ) {
      $0.input.change { $0.sensorFault = "sensor chip: Input/output error (EIO)" }
    },
    FaultCase("unknown input", .input, .advice, "unknown", cure: nil) {
      $0.input = .unknown("no answer in time")
    },
  ]

  private static let muted = [
    MixerControl(MixerControl.ID("Master"), isOn: false),
    MixerControl(MixerControl.ID("Left Speaker"), isOn: false),
    MixerControl(MixerControl.ID("PCM"), isOn: true),
  ]

  static let machine: [FaultCase] = [
    FaultCase("1970", .clock, .advice, "it says 1970", cure: "sudo timedatectl set-ntp true") {
      $0.machine.clock.change { $0.year = 1970 }
    },
    FaultCase(
      "1970 with a schedule", .clock, .bad(.configuration), "schedules are off", cure: "set-ntp"
    ) {
      $0.machine.clock.change { ($0.year, $0.isNeeded) = (1970, true) }
    },
    FaultCase("not set", .clock, .advice, "not set yet", cure: "timedatectl timesync-status") {
      $0.machine.clock.change { ($0.isTrusted, $0.isSynchronised) = (false, false) }
    },
    FaultCase(
      "not set, with a schedule", .clock, .bad(.configuration), "schedules are off", cure: "time"
    ) {
      $0.machine.clock.change {
        ($0.isTrusted, $0.isSynchronised, $0.isNeeded) = (false, false, true)
      }
    },
    FaultCase("drift", .clock, .advice, "no service synchronises", cure: "set-ntp true") {
      $0.machine.clock.change { $0.isSynchronised = false }
    },
    FaultCase("drift with a schedule", .clock, .advice, "schedule with it", cure: "set-ntp true") {
      $0.machine.clock.change { ($0.isSynchronised, $0.isNeeded) = (false, true) }
    },
    FaultCase("unknown clock", .clock, .advice, "unknown", cure: nil) {
      $0.machine.clock = .unknown("?")
    },
    FaultCase(
      "read-only", .storage, .bad(.cannotWrite), "read-only", cure: "sudo mount -o remount,rw /"
    ) { $0.place { $0.isReadOnly = true } },
    FaultCase(
      "another's folder", .storage, .bad(.cannotWrite), "not writable by kiosk",
      cure: "sudo install -d -o kiosk /var/lib/vitrine"
    ) { $0.place { $0.isWritable = false } },
    FaultCase(
      "no folder", .storage, .advice, "does not exist", cure: "sudo install -d -o kiosk"
    ) { $0.place { ($0.exists, $0.isWritable) = (false, false) } },
    FaultCase(
      "read-only cache", .storage, .advice, "thumbnails", cure: "remount,rw /"
    ) { $0.place { ($0.purpose, $0.isReadOnly) = (.cache, true) } },
    FaultCase("nearly full", .storage, .advice, "8 MB free", cure: "journalctl --vacuum-size") {
      $0.place { $0.free = 8 << 20 }
    },
    FaultCase("full", .storage, .bad(.cannotWrite), "0 MB free", cure: "sudo du -xhd2 /") {
      $0.place { $0.free = 1000 }
    },
    FaultCase("in memory", .storage, .advice, "in memory (tmpfs)", cure: "mount a partition") {
      $0.place { $0.fileSystem = "tmpfs" }
    },
    FaultCase("in layers", .storage, .advice, "usually in memory", cure: "mount a partition") {
      $0.place { $0.fileSystem = "overlay" }
    },
    FaultCase("unknown folders", .storage, .advice, "unknown", cure: nil) {
      $0.machine.places = .unknown("?")
    },
    FaultCase(
      "too little reserved", .memory, .bad(.unavailable), "16 MB reserved",
      cure: "sudo sed -i '1s|$| cma=64M|' /boot/firmware/cmdline.txt"
    ) { $0.machine.memory.change { ($0.contiguous, $0.contiguousFree) = (16 << 20, 8 << 20) } },
    FaultCase("reserved and in use", .memory, .advice, "8 MB free for", cure: "cma=64M") {
      $0.machine.memory.change { $0.contiguousFree = 8 << 20 }
    },
    FaultCase("little memory", .memory, .advice, "100 MB free", cure: "ps -eo rss") {
      $0.machine.memory.change { $0.available = 100 << 20 }
    },
    FaultCase("no memory", .memory, .bad(.unavailable), "9 MB free", cure: "smaller mode") {
      $0.machine.memory.change { $0.available = 9 << 20 }
    },
    FaultCase("unknown memory", .memory, .advice, "unknown", cure: nil) {
      $0.machine.memory = .unknown("?")
    },
    FaultCase(
      "a verbose console", .kernel, .advice, "console=tty1 is on the display",
      cure: "quiet vt.global_cursor_default=0"
    ) { $0.machine.kernel.change { $0.arguments = KernelArguments("console=ttyS0 console=tty1") } },
    FaultCase("a cursor", .kernel, .advice, "a cursor blinks", cure: "vt.global_cursor_default=0") {
      $0.machine.kernel.change { $0.arguments = KernelArguments("quiet") }
    },
    FaultCase("blanking", .kernel, .advice, "blank after 600 s", cure: "consoleblank=0") {
      $0.machine.kernel.change {
        $0.arguments = KernelArguments("quiet vt.global_cursor_default=0 consoleblank=600")
      }
    },
    FaultCase("GRUB", .kernel, .advice, "quiet", cure: "sudo update-grub && sudo reboot") {
      $0.machine.kernel.change { ($0.arguments, $0.loader) = (KernelArguments(""), .grub) }
    },
    FaultCase("Armbian", .kernel, .advice, "quiet", cure: "tee -a /boot/armbianEnv.txt") {
      $0.machine.kernel.change {
        ($0.arguments, $0.loader) = (KernelArguments(""), .armbian(path: "/boot/armbianEnv.txt"))
      }
    },
    FaultCase("no known boot loader", .kernel, .advice, "quiet", cure: "add quiet vt.") {
      $0.machine.kernel.change { ($0.arguments, $0.loader) = (KernelArguments(""), .unknown) }
    },
    FaultCase(
      "a board's word", .board, .advice, "4K pictures are large", cure: "cma=512M|' /boot/firmware"
    ) {
      $0.machine.board.change {
        $0?.words.append(.init("cma=512M", reason: "4K pictures are large"))
      }
    },
    FaultCase(
      "a board's sentences", .board, .advice, "a large; b small", cure: "cma=1M x=1"
    ) {
      $0.machine.board.change {
        $0?.words += [.init("cma=1M", reason: "a large."), .init("x=1", reason: "b small.")]
      }
    },
    FaultCase("unknown board", .board, .advice, "unknown", cure: nil) {
      $0.machine.board = .unknown("?")
    },
    FaultCase("unknown kernel", .kernel, .advice, "unknown", cure: nil) {
      $0.machine.kernel = .unknown("?")
    },
  ]

  static let running: [FaultCase] = [
    FaultCase(
      "an expired certificate", .network, .advice, "has expired",
      cure: "curl -I https://a.example/x.mp4"
    ) {
      $0.network.change {
        $0.servers.append(
          .init("https://a.example/x.mp4", trouble: "the certificate of a.example has expired"))
      }
    },
    FaultCase(
      "an unreachable manifest of content updates", .network, .advice, "the previous content stays",
      cure: "curl -I https://a.example/m.json"
    ) {
      $0.network.change {
        $0.servers.append(.init("https://a.example/m.json", trouble: "no answer", isManifest: true))
      }
    },
    FaultCase(
      "a service without a network", .network, .bad(.configuration), "may not use the network",
      cure: "RestrictAddressFamilies=AF_INET AF_INET6"
    ) { facts in
      facts.service.change {
        $0.unit = UnitFile(["[Service]\nTTYPath=/dev/tty1\nIPAddressDeny=any\n"])
      }
    },
    FaultCase("unknown servers", .network, .advice, "unknown", cure: nil) {
      $0.network = .unknown("?")
    },
    FaultCase("no H.264", .decoder, .bad(.unavailable), "cannot decode h264", cure: "apt install") {
      $0.decoding.change { $0.missing = ["h264", "av1"] }
    },
    FaultCase("no AV1", .decoder, .advice, "cannot decode av1", cure: "libavcodec-extra") {
      $0.decoding.change { $0.missing = ["av1"] }
    },
    FaultCase(
      "a decoder without permission", .decoder, .advice, "/dev/video0: permission denied",
      cure: "usermod -aG video,render"
    ) {
      $0.decoding.change { ($0.preference, $0.closed) = ("auto", ["/dev/video0"]) }
    },
    FaultCase(
      "a stateless decoder without its program", .decoder, .advice,
      "rkvdec (/dev/video1) could decode", cure: "apt install vitrine-decoder"
    ) {
      $0.decoding.change { ($0.preference, $0.unasked) = ("auto", ["rkvdec (/dev/video1)"]) }
    },
    FaultCase(
      "no decoder with hardware decoding requested", .decoder, .advice, "no hardware decoder",
      cure: "apt install intel-media-va-driver"
    ) {
      $0.decoding.change { $0.preference = "auto" }
    },
    FaultCase(
      "little memory for a decoder", .decoder, .advice, "reserves 64 MB for hardware",
      cure: "cma=256M"
    ) { facts in
      facts.decoding.change { ($0.preference, $0.devices) = ("auto", ["meson-vdec (/dev/video0)"]) }
      facts.machine.memory.change { ($0.contiguous, $0.contiguousFree) = (64 << 20, 64 << 20) }
    },
    FaultCase(
      "a decoder that cannot be confined", .decoder, .advice, "without a system call filter",
      cure: "CONFIG_SECCOMP_FILTER=y"
    ) {
      $0.decoding.change {
        ($0.preference, $0.devices, $0.isUnconfined) = ("auto", ["rkvdec (/dev/video1)"], true)
      }
    },
    FaultCase("unknown decoders", .decoder, .advice, "unknown", cure: nil) {
      $0.decoding = .unknown("?")
    },
    FaultCase(
      "no real-time scheduling", .scheduling, .advice, "limit 0", cure: "systemctl edit vitrine"
    ) { $0.machine.scheduling.change { $0.realtimeLimit = 0 } },
    FaultCase(
      "no real-time scheduling without a service", .scheduling, .advice, "limit 0",
      cure: "echo 'kiosk - rtprio 20' | sudo tee /etc/security/limits.d/vitrine.conf"
    ) { facts in
      facts.machine.scheduling.change { $0.realtimeLimit = 0 }
      facts.service.change { $0.unit = nil }
    },
    FaultCase("a slow governor", .scheduling, .advice, "lowest speed", cure: "echo schedutil") {
      $0.machine.scheduling.change { ($0.governor, $0.speedDriver) = ("powersave", "cpufreq-dt") }
    },
    FaultCase("low voltage", .scheduling, .advice, "the voltage is too low", cure: "power supply") {
      $0.machine.scheduling.change { $0.throttled = 0x5_0005 }
    },
    FaultCase("earlier low voltage", .scheduling, .advice, "has been too low", cure: "power supply")
    {
      $0.machine.scheduling.change { $0.throttled = 0x5_0000 }
    },
    FaultCase("heat", .scheduling, .advice, "too hot", cure: "vcgencmd measure_temp") {
      $0.machine.scheduling.change { $0.throttled = 0x8 }
    },
    FaultCase(
      "a hot zone", .scheduling, .advice, "too hot: 97 °C", cure: "improve the cooling"
    ) { $0.machine.scheduling.change { $0.heat = 97.4 } },
    FaultCase(
      "an alarm of the supply voltage", .scheduling, .advice, "the voltage is too low",
      cure: "power supply"
    ) { $0.machine.scheduling.change { $0.isUnderVoltage = true } },
    FaultCase("earlier throttling", .scheduling, .advice, "was throttled", cure: "cooling") {
      $0.machine.scheduling.change { $0.throttled = 0x8_0000 }
    },
    FaultCase("unknown scheduling", .scheduling, .advice, "unknown", cure: nil) {
      $0.machine.scheduling = .unknown("?")
    },
    FaultCase(
      "a watchdog that is not used", .watchdog, .advice, "not in use", cure: "RuntimeWatchdogSec=30"
    ) {
      $0.machine.watchdog.change { ($0.isActive, $0.configuredInterval) = (false, nil) }
    },
    FaultCase(
      "a watchdog that is turned off", .watchdog, .advice, "not in use",
      cure: "RuntimeWatchdogSec=30"
    ) {
      $0.machine.watchdog.change { ($0.isActive, $0.configuredInterval) = (nil, "off") }
    },
    FaultCase(
      "a new watchdog configuration", .watchdog, .advice, "not in use", cure: "daemon-reexec"
    ) {
      $0.machine.watchdog.change { $0.isActive = false }
    },
    FaultCase(
      "a watchdog without systemd", .watchdog, .advice, "not in use", cure: "apt install watchdog"
    ) {
      $0.machine.watchdog.change {
        ($0.isActive, $0.configuredInterval, $0.hasManager) = (false, nil, false)
      }
    },
    FaultCase(
      "a Raspberry Pi without its watchdog", .watchdog, .advice, "no hardware watchdog",
      cure: "dtparam=watchdog=on"
    ) {
      $0.machine.watchdog.change { ($0.identity, $0.isRaspberryPi) = (nil, true) }
    },
    FaultCase("unknown watchdog", .watchdog, .advice, "unknown", cure: nil) {
      $0.machine.watchdog = .unknown("?")
    },
    FaultCase(
      "masked", .service, .bad(.configuration), "masked", cure: "sudo systemctl unmask vitrine"
    ) {
      $0.service.change { $0.isMasked = true }
    },
    FaultCase("not installed", .service, .advice, "not installed", cure: nil) {
      $0.service.change { $0.unit = nil }
    },
    FaultCase("safe mode", .service, .bad(.unavailable), "failed too often", cure: "journalctl -b")
    {
      $0.service.change { ($0.isSafe, $0.isRunning) = (true, false) }
    },
    FaultCase("failed", .service, .bad(.unavailable), "not running", cure: "restart vitrine") {
      $0.service.change { $0.isRunning = false }
    },
    FaultCase(
      "not enabled", .service, .advice, "not enabled", cure: "sudo systemctl enable vitrine"
    ) {
      $0.service.change { $0.isEnabled = false }
    },
    FaultCase(
      "installed, not enabled", .service, .advice, "installed, but not", cure: "enable --now"
    ) {
      $0.service.change { ($0.isEnabled, $0.isRunning) = (false, false) }
    },
    FaultCase("unknown service", .service, .advice, "unknown", cure: nil) {
      $0.service = .unknown("?")
    },
    FaultCase(
      "faults", .configuration, .bad(.configuration), "kiosk.yaml:3: what",
      cure: "vitrine config check /etc/vitrine/kiosk.yaml"
    ) { $0.configuration.change { $0.faults = ["/etc/vitrine/kiosk.yaml:3: what", "more"] } },
    FaultCase(
      "no file", .configuration, .bad(.noInput), "kiosk cannot read it", cure: "ls -l /etc/vitrine"
    ) {
      $0.configuration.change {
        ($0.faults, $0.isUnreadable) = (["/etc/vitrine/kiosk.yaml: cannot be read"], true)
      }
    },
    FaultCase("unknown configuration", .configuration, .advice, "unknown", cure: nil) {
      $0.configuration = .unknown("?")
    },
    FaultCase(
      "a watchdog timeout", .service, .advice, "watchdog (2×), a crash (1×), safe mode (1×)",
      cure: "journalctl -u 'vitrine*' --since -7days"
    ) {
      $0.service.change {
        ($0.history.failures, $0.history.safeModes) = (["watchdog": 2, "core-dump": 1], 1)
      }
    },
    FaultCase(
      "little space for content", .storage, .advice, "400 MB free", cure: "sudo du -xhd2 /"
    ) {
      $0.machine.places.change { places in
        var place = PlaceFacts(.content, "/var/lib/vitrine/content")
        (place.free, place.reserve) = (400 << 20, 500_000_000)
        places.append(place)
      }
    },
  ]

  static let playlists: [FaultCase] = [
    FaultCase("no list", .playlist, .bad(.noInput), "No such file", cure: "ls -l /srv/films") {
      $0.list { $0.refusal = "/srv/films: No such file" }
    },
    FaultCase(
      "a list with faults", .playlist, .bad(.noInput), "menu.yaml:3: unknown key",
      cure: "vitrine list check /srv/films"
    ) { $0.list { $0.faults = ["menu.yaml:3: unknown key", "menu.yaml:4: more"] } },
    FaultCase(
      "missing files", .playlist, .advice, "/a, /b and 1 more: no such file",
      cure: "vitrine list check /srv/films"
    ) { $0.list { $0.missing = ["/a", "/b", "/c"] } },
    FaultCase(
      "only missing files", .playlist, .bad(.noInput), "nothing can be played",
      cure: "vitrine list check"
    ) { $0.list { ($0.missing, $0.itemCount) = (["/a"], 1) } },
    FaultCase(
      "a file that the user may not read", .playlist, .advice, "kiosk may not read /srv/a b.mp4",
      cure: "sudo chmod o+r '/srv/a b.mp4'"
    ) { $0.list { $0.denied = [.init("/srv/a b.mp4", obstacle: "/srv/a b.mp4")] } },
    FaultCase(
      "files in a closed folder", .playlist, .bad(.noInput), "kiosk may not enter /home/anna",
      cure: "sudo chmod o+x /home/anna"
    ) {
      $0.list {
        $0.denied = ["1", "2", "3"].map { .init("/home/anna/\($0)", obstacle: "/home/anna") }
        $0.itemCount = 3
      }
    },
    FaultCase(
      "an item in quarantine", .playlist, .advice, "/srv/bad.mp4 crashed the player",
      cure: "vitrine check /srv/bad.mp4"
    ) { $0.playlists.change { $0.quarantined = ["/srv/bad.mp4"] } },
    FaultCase("an empty playlist", .playlist, .advice, "/srv/films: empty", cure: "add entries") {
      $0.playlists.change { $0.lists[0].itemCount = 0 }
    },
    FaultCase(
      "a damaged picture of an overlay", .playlist, .advice,
      "overlays.logo: /a.png: not a PNG file",
      cure: "replace the file"
    ) {
      $0.playlists.change { $0.overlayFaults = ["overlays.logo: /a.png: not a PNG file"] }
    },
    FaultCase(
      "a damaged data file of a zone", .playlist, .advice,
      "zones: /srv/board/menu.csv: line 4: 2 fields, but the first line has 3",
      cure: "vitrine template preview menu-board --data DIR zones.png"
    ) {
      $0.playlists.change {
        $0.template = "menu-board"
        $0.zoneFaults = ["/srv/board/menu.csv: line 4: 2 fields, but the first line has 3"]
      }
    },
    FaultCase(
      "a page without an engine", .playlist, .advice,
      "zones: page: vitrine-page.path is not enabled",
      cure: "apt install chromium libwayland-server0; systemctl enable --now vitrine-page.path"
    ) {
      $0.playlists.change {
        $0.template = "/srv/board.yaml"
        $0.pageFault = "vitrine-page.path is not enabled"
      }
    },
    FaultCase("unknown playlists", .playlist, .advice, "unknown", cure: nil) {
      $0.playlists = .unknown("?")
    },
  ]
}

extension Facts {
  mutating func list(_ body: (inout PlaylistFacts) -> Void) {
    playlists.change { body(&$0.lists[0]) }
  }

  mutating func place(_ body: (inout PlaceFacts) -> Void) { machine.places.change { body(&$0[0]) } }
}
