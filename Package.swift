// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Modules that use C pointers mark each use as `unsafe`.
let device = house + [.strictMemorySafety()]

/// A product that only the service needs.
func service(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Service"]))
}

/// A product that only the HTTP server needs.
func web(_ name: String) -> Target.Dependency {
  .product(name: name, package: "swift-nio", condition: .when(traits: ["Web"]))
}

func system(_ name: String, _ pkgConfig: String, _ packages: String...) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt(packages)])
}

let package = Package(
  name: "Vitrine",
  products: [
    .executable(name: "vitrine", targets: ["vitrine"]),
    .executable(name: "vitrine-ctl", targets: ["vitrine-ctl"]),
    .executable(name: "vitrine-decoder", targets: ["vitrine-decoder"]),
    .library(name: "VitrineKit", targets: ["VitrineKit"]),
    .library(name: "VitrineStreaming", targets: ["VitrineStreaming"]),
    .library(name: "VitrineRemoteControl", targets: ["VitrineRemoteControl"]),
    .library(name: "VitrineWebRemote", targets: ["VitrineWebRemote"]),
    .library(name: "VitrineProgramme", targets: ["VitrineProgramme"]),
    .library(name: "VitrineTesting", targets: ["VitrineTesting"]),
  ],
  // Programs that use a library disable the traits, `traits: []`, and need not fetch the packages of the service. With
  // VitrineWebRemote they enable its trait, `traits: ["Web"]`.
  traits: [
    .default(enabledTraits: ["Service"]),
    .trait(
      name: "Service", description: "The packages that only the program vitrine needs.",
      enabledTraits: ["Web"]),
    .trait(name: "Web", description: "The packages of the HTTP server, for VitrineWebRemote."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // 2.100 is the first version that limits the lines of a request's head (CVE-2026-28980).
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    // Layer 0: values.
    // Timing rounds with libm, which no other module links.
    .target(
      name: "Timing", exclude: ["README.md"], swiftSettings: house,
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "Pictures", exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Addresses", dependencies: ["Timing"], exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Streams", dependencies: ["Addresses", "Timing"], exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Playlists", dependencies: ["Timing", "Pictures", "Addresses"], exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Schedules", dependencies: ["Timing", "Playlists"], exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Calendars", dependencies: ["Schedules", "Timing"], exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Playback", dependencies: ["Timing", "Pictures", "Playlists"],
      exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Gestures", dependencies: ["Timing", "Pictures"], exclude: ["README.md"],
      swiftSettings: house),
    .target(
      name: "Scenes", dependencies: ["Timing", "Pictures"], exclude: ["README.md"],
      swiftSettings: house),
    // The translations of the interface, embedded in the program.
    .target(name: "CTranslations"),
    .target(
      name: "Overlay",
      dependencies: [
        "CTranslations", "Timing", "Pictures", "Scenes", "Playlists", "Playback", "Gestures",
      ],
      exclude: ["README.md", "Translations"], swiftSettings: house),
    .target(
      name: "Stage", dependencies: ["Timing", "Pictures", "Scenes", "Schedules"],
      exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Doctor", dependencies: ["Pictures", "Playback"], exclude: ["README.md"],
      swiftSettings: house),

    // Layer 1: devices and libraries, each C library in one module.
    .target(name: "CLinux"),
    // Vector operations that Swift cannot express.
    .systemLibrary(name: "CPixels"),
    system("CDRM", "libdrm", "libdrm-dev"),
    system("CALSA", "alsa", "libasound2-dev"),
    system("CEvdev", "libevdev", "libevdev-dev"),
    // The kernel's own header, without a package to check.
    .systemLibrary(name: "CCEC"),
    .systemLibrary(name: "CVideo"),
    system("CYAML", "yaml-0.1", "libyaml-dev"),
    system("CExpat", "expat", "libexpat1-dev"),
    system("CUdev", "libudev", "libudev-dev"),
    system("CSystemd", "libsystemd", "libsystemd-dev"),
    system("CBus", "libsystemd", "libsystemd-dev"),
    system("CPangoCairo", "pangocairo", "libpango1.0-dev"),
    system("CASS", "libass", "libass-dev"),
    system("CCurl", "libcurl libssl libcrypto", "libcurl4-openssl-dev", "libssl-dev"),
    system("CSQLite", "sqlite3", "libsqlite3-dev"),
    system("CCrypto", "libssl libcrypto", "libssl-dev"),
    system("CQRCode", "libqrencode", "libqrencode-dev"),
    // Not linked: Fleet loads libmosquitto when it first needs it.
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    // Pages loads libwayland-server when it first needs it.
    .systemLibrary(name: "CWayland", providers: [.apt(["libwayland-dev"])]),
    // Only for the decoder process.
    system(
      "CGStreamer", "gstreamer-video-1.0 gstreamer-allocators-1.0", "libgstreamer1.0-dev",
      "libgstreamer-plugins-base1.0-dev"),
    system("CSeccomp", "libseccomp", "libseccomp-dev"),
    // Media loads libavfilter when it first needs it.
    system(
      "CFFmpeg", "libavformat libavcodec libswresample libswscale libavutil",
      "libavformat-dev", "libavfilter-dev", "libswscale-dev"),
    .target(
      name: "Linux",
      dependencies: ["CLinux", "Timing"], exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Udev", dependencies: ["CUdev", "Linux"], exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "KMS", dependencies: ["CDRM", "Linux", "Timing", "Pictures"], exclude: ["README.md"],
      swiftSettings: device),
    .target(
      name: "Sound", dependencies: ["CALSA", "Linux", "Playback", "Timing"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "InputDevices",
      dependencies: ["CEvdev", "Linux", "Timing", "Udev"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "CEC", dependencies: ["CCEC", "Linux", "Timing"], exclude: ["README.md"],
      swiftSettings: device),
    .target(
      name: "VideoDevices", dependencies: ["CVideo", "Linux", "Timing", "Pictures"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Network", dependencies: ["CCurl", "Linux", "Timing", "Addresses", "Streams"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Cryptography", dependencies: ["CCrypto"], exclude: ["README.md"],
      swiftSettings: device),
    .target(
      name: "Content", dependencies: ["CSQLite", "Cryptography", "Linux", "Timing"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Bus", dependencies: ["CBus", "Linux", "Timing"], exclude: ["README.md"],
      swiftSettings: device),
    .target(
      name: "Codes", dependencies: ["CQRCode", "Scenes"], exclude: ["README.md"],
      swiftSettings: device),
    .target(
      name: "Pages",
      dependencies: ["CWayland", "Linux", "Pictures", "Scenes", "Stage", "Timing"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Markup", dependencies: ["CExpat"], exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Media",
      dependencies: [
        "CFFmpeg", "CASS", "CPixels", "Linux", "Addresses", "Timing", "Pictures", "Playlists",
        "Playback",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Canvas", dependencies: ["CPangoCairo", "Linux", "Scenes", "Pictures"],
      exclude: ["README.md"],
      swiftSettings: device),

    // Layer 2: the engine and its interfaces.
    .target(
      name: "Scanout",
      dependencies: ["Timing", "Pictures", "Playback", "Linux", "Udev", "KMS", "Media"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "RemoteMedia",
      dependencies: [
        "Timing", "Pictures", "Addresses", "Streams", "Playlists", "Playback", "Linux", "Network",
        "Content",
        "Cryptography", "Markup", "Media",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "VideoDecoders",
      dependencies: [
        "Timing", "Pictures", "Playback", "Linux", "Media", "VideoDevices", "Scanout",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Thumbnails",
      dependencies: [
        "Addresses", "Timing", "Pictures", "Playlists", "Playback", "Linux", "Media", "Canvas",
        "Scanout",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Engine",
      dependencies: [
        "Timing", "Pictures", "Playlists", "Playback", "Gestures", "Overlay", "Scenes", "Linux",
        "KMS",
        "Sound", "InputDevices", "Media", "VideoDevices", "Canvas", "Scanout",
        "VideoDecoders", "Addresses", "Thumbnails", "Codes",
      ],
      exclude: ["README.md"], swiftSettings: device),
    // Schedules on the machine's clock.
    .target(
      name: "Plans",
      dependencies: [
        "Schedules", "Timing", "Addresses", "Playlists", "Playback", "Linux", "Media",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Signage",
      dependencies: [
        "Plans", "Schedules", "Timing", "Addresses", "Playlists", "Playback", "Linux", "Media",
        "Network",
        "Content", "Cryptography",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Control",
      dependencies: [
        "Schedules", "Timing", "Pictures", "Scenes", "Playlists", "Playback", "Linux",
      ],
      exclude: ["README.md"], swiftSettings: device),
    // The remote's page, embedded in the program.
    .target(name: "CWebFiles"),
    // HTTP access to Control.
    .target(
      name: "Web",
      dependencies: [
        "CWebFiles", "Control", "Cryptography", "Linux", "Playback", "Playlists", "Schedules",
        "Stage", "Addresses", "Timing",
        web("NIOCore"), web("NIOPosix"), web("NIOHTTP1"),
      ],
      exclude: ["README.md", "Remote", "API/openapi.json"], swiftSettings: device),
    .target(
      name: "Fleet",
      dependencies: [
        "CMosquitto", "Addresses", "Control", "Cryptography", "Linux", "Pictures", "Playback",
        "Playlists", "Schedules", "Timing",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Settings",
      dependencies: [
        "Schedules",
        "CYAML", "Markup", "Calendars", "Timing", "Pictures", "Addresses", "Playlists", "Playback",
        "Gestures",
        "Overlay", "Scenes", "Stage",
      ],
      exclude: ["README.md"], swiftSettings: device),

    // Overlays and zones with their files and clocks.
    .target(
      name: "StageFiles",
      dependencies: [
        "Addresses", "Canvas", "Codes", "Linux", "Markup", "Media", "Pictures", "Plans", "Playback",
        "Scenes", "Schedules", "Stage", "Timing",
      ],
      exclude: ["README.md"], swiftSettings: device),

    // Playlists on the machine's disk.
    .target(
      name: "Lists",
      dependencies: [
        "Addresses", "Codes", "Engine", "Linux", "Overlay", "Pictures", "Plans", "Playback",
        "Playlists", "Scanout", "Scenes", "Schedules", "Settings", "Stage", "StageFiles", "Timing",
      ],
      exclude: ["README.md"], swiftSettings: device),

    // Changes templates for clients, and draws previews.
    .target(
      name: "Editing",
      dependencies: [
        "Canvas", "Control", "Cryptography", "Linux", "Lists", "Pictures", "Plans", "Scenes",
        "Schedules", "Settings", "Stage", "StageFiles", "Timing", "Web",
      ],
      exclude: ["README.md"], swiftSettings: device),

    // Layer 3: the service and the library.
    // The engine's player for control clients and the service manager.
    .target(
      name: "Operations",
      dependencies: [
        "CSystemd", "Control", "Engine", "Linux", "Overlay", "Playback", "Playlists", "Scanout",
        "Scenes", "Sound", "Timing",
      ],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "MPRIS",
      dependencies: ["Bus", "Control", "Linux", "Playback", "Playlists", "Addresses", "Timing"],
      exclude: ["README.md"], swiftSettings: device),
    .target(
      name: "Machine",
      dependencies: ["Timing", "Pictures", "Playback", "Linux", "KMS", "Scanout", "Settings"],
      exclude: ["README.md"], swiftSettings: device),
    // The library for other programs, which import nothing else of this package.
    .target(
      name: "VitrineKit",
      dependencies: [
        "Timing", "Pictures", "Addresses", "Playlists", "Playback", "Gestures", "Scenes",
        "Overlay",
        "Linux", "KMS", "Sound", "InputDevices", "Codes", "Scanout", "Thumbnails",
        "Engine", "Media", "Schedules", "Stage", "StageFiles",
      ],
      exclude: ["README.md"], swiftSettings: house),
    // Items on servers, for programs that add it to their players.
    .target(
      name: "VitrineStreaming",
      dependencies: [
        "Addresses", "Content", "Linux", "Media", "Network", "Playback", "RemoteMedia", "Timing",
        "VitrineKit",
      ],
      exclude: ["README.md"], swiftSettings: house),
    // Sockets and systemd, for programs that serve their players.
    .target(
      name: "VitrineRemoteControl",
      dependencies: [
        "Control", "Engine", "Linux", "Operations", "Playback", "Playlists", "Timing", "VitrineKit",
      ],
      exclude: ["README.md"], swiftSettings: house),
    // The HTTP server, for programs that serve their players.
    .target(
      name: "VitrineWebRemote",
      dependencies: [
        "Control", "Cryptography", "Engine", "Linux", "Operations", "Overlay", "Pictures",
        "Playback", "Thumbnails", "Timing", "Web", "VitrineKit", "VitrineRemoteControl",
      ],
      exclude: ["README.md"], swiftSettings: house),
    // Lists and schedules, for programs that play them.
    .target(
      name: "VitrineProgramme",
      dependencies: [
        "Engine", "Linux", "Lists", "Playback", "Playlists", "VitrineKit",
      ],
      exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Daemon",
      dependencies: [
        "Schedules",
        "Timing", "Pictures", "Playlists", "Playback", "Gestures", "Overlay", "Scenes", "Linux",
        "KMS",
        "InputDevices",
        "CEC", "Addresses", "Network", "Content", "RemoteMedia", "Scanout", "VideoDecoders",
        "Engine",
        "Control",
        "Fleet", "Settings", "Machine", "Web", "Bus", "Cryptography", "MPRIS", "Operations",
        "Codes", "Editing",
        "Lists", "Pages", "Plans", "Signage", "Stage", "StageFiles", "Thumbnails",
        service("Logging", "swift-log"),
      ],
      exclude: ["README.md"], swiftSettings: device),

    // Layer 4: programs and tests.
    .executableTarget(
      name: "vitrine",
      dependencies: [
        "Canvas", "Editing", "Lists", "Plans", "Signage", "Stage",
        "Schedules",
        "Timing", "Pictures", "Playlists", "Playback", "Gestures", "Overlay", "Scenes", "Linux",
        "KMS",
        "Sound", "InputDevices", "CEC", "Media", "Content", "Cryptography", "Scanout",
        "VideoDecoders", "Addresses",
        "Engine", "Fleet",
        "Control", "Settings", "Machine", "Doctor", "Web", "Daemon", "Thumbnails", "Operations",
        "StageFiles",
        service("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: device),
    // `vitrine ctl` without the player's libraries.
    .executableTarget(
      name: "vitrine-ctl", dependencies: ["Control", "Linux", "Playback"], swiftSettings: device,
      // Without a dynamic loader it starts in a third of the time.
      linkerSettings: [.unsafeFlags(["-static-executable"], .when(configuration: .release))]),
    // A separate program that decodes with GStreamer.
    .executableTarget(
      name: "vitrine-decoder",
      dependencies: ["CGStreamer", "CSeccomp", "Linux", "Pictures", "VideoDevices"],
      swiftSettings: device),
    // Test support for programs that use VitrineKit, and for the engine of this package.
    .target(
      name: "VitrineTesting",
      dependencies: [
        "Timing", "Pictures", "Playlists", "Playback", "Linux", "Media", "Scanout", "Engine",
        "VitrineKit",
      ],
      exclude: ["README.md"], swiftSettings: house),
    .target(
      name: "Fakes",
      dependencies: [
        "Bus", "Control", "KMS", "VideoDevices", "Linux", "Pictures", "Playback",
        "Playlists", "Scenes", "Timing",
      ],
      exclude: ["README.md"], swiftSettings: house),

    // Tests: pure tests take milliseconds, others use real libraries with generated media, or real
    // kernel devices in the lab, which tools/test runs.
    .testTarget(name: "TimingTests", dependencies: ["Timing"], swiftSettings: house),
    .testTarget(
      name: "AddressesTests", dependencies: ["Addresses"], swiftSettings: house),
    .testTarget(
      name: "StreamsTests", dependencies: ["Addresses", "Streams", "Fakes"], swiftSettings: house),
    .testTarget(
      name: "NetworkTests",
      dependencies: [
        "Content", "Linux", "Media", "Network", "Playback", "Playlists", "RemoteMedia", "Addresses",
        "Streams",
        "Timing", "Fakes", "CCurl",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ContentTests", dependencies: ["Content", "Cryptography", "Linux", "Fakes"],
      swiftSettings: house
    ),
    .testTarget(
      name: "RemoteMediaTests",
      dependencies: [
        "Media", "Network", "Pictures", "Playback", "RemoteMedia", "Addresses", "Streams",
        "Timing",
        "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "SchedulesTests", dependencies: ["Schedules", "Playlists", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "CalendarsTests", dependencies: ["Calendars", "Schedules"],
      swiftSettings: house),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures"], swiftSettings: house),
    .testTarget(
      name: "PlaybackTests",
      dependencies: ["Pictures", "Playback", "Playlists", "Timing", "Fakes"],
      swiftSettings: house
    ),
    .testTarget(
      name: "PlaylistsTests",
      dependencies: ["Playlists", "Timing", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "VideoDevicesTests",
      dependencies: ["VideoDevices", "Linux", "Pictures", "Timing", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "InputDevicesTests", dependencies: ["InputDevices", "Linux", "Timing", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "GesturesTests", dependencies: ["Gestures", "Pictures", "Timing", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "OverlayTests",
      dependencies: [
        "Overlay", "Scenes", "Canvas", "Gestures", "Playback", "Playlists", "Pictures", "Timing",
        "Codes", "Fakes", "Schedules", "Settings", "Stage",
      ],
      exclude: ["Golden"], swiftSettings: house),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "Schedules",
        "Settings", "Gestures", "Overlay", "Scenes", "Stage", "Pictures", "Playback", "Playlists",
        "Timing", "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "Control", "Linux", "Pictures", "Playback", "Playlists", "Scenes", "Schedules", "Timing",
        "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Web", "Control", "Cryptography", "Linux", "Playback", "Playlists", "Schedules", "Stage",
        "Timing", "Fakes",
        web("NIOCore"), web("NIOEmbedded"), web("NIOHTTP1"),
      ],
      swiftSettings: house),
    .testTarget(name: "CodesTests", dependencies: ["Codes", "Scenes"], swiftSettings: house),
    .testTarget(
      name: "BusTests", dependencies: ["Bus", "Linux", "Timing", "Fakes"],
      swiftSettings: house),
    .testTarget(
      name: "MPRISTests",
      dependencies: [
        "MPRIS", "Bus", "Control", "Linux", "Playback", "Playlists", "Timing", "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "FleetTests",
      dependencies: [
        "Fleet", "Addresses", "Control", "Linux", "Pictures", "Playback", "Playlists", "Timing",
        "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "Operations", "Control", "Engine", "Linux", "Pictures", "Playback", "Playlists", "Scanout",
        "Timing",
      ],
      swiftSettings: house),
    .testTarget(
      name: "DoctorTests", dependencies: ["Doctor", "Pictures", "Playback", "Timing"],
      swiftSettings: house),
    .testTarget(name: "CECTests", dependencies: ["CEC"], swiftSettings: house),
    .testTarget(
      name: "SoundTests", dependencies: ["Sound", "Linux", "Playback"], swiftSettings: house),
    .testTarget(
      name: "LinuxTests", dependencies: ["Linux", "Timing", "Fakes"], swiftSettings: house),
    .testTarget(
      name: "KMSTests", dependencies: ["KMS", "Linux", "Pictures", "Timing", "Fakes", "CDRM"],
      swiftSettings: house),
    .testTarget(
      name: "MediaTests",
      dependencies: [
        "CFFmpeg", "Linux", "Media", "Pictures", "Playback", "Timing", "Fakes",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ScanoutTests",
      dependencies: [
        "Scanout", "Fakes", "KMS", "Linux", "Pictures", "Playback", "Timing", "Media",
      ],
      swiftSettings: house),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Engine", "Fakes", "Canvas", "Linux", "Overlay", "Scenes", "Pictures", "Playback",
        "Playlists", "Network", "Scanout", "RemoteMedia", "Thumbnails", "Timing", "VideoDecoders",
        "VideoDevices", "VitrineTesting", "Gestures", "Media", "InputDevices", "Addresses", "Sound",
      ],
      swiftSettings: house),
    .testTarget(
      name: "VitrineTestingTests", dependencies: ["VitrineKit", "VitrineTesting"],
      swiftSettings: house),
    .testTarget(
      name: "StageTests",
      dependencies: ["Pictures", "Scenes", "Schedules", "Stage", "Timing"],
      swiftSettings: house),
    .testTarget(
      name: "PagesTests",
      dependencies: ["Fakes", "Linux", "Pages", "Pictures", "Scenes", "Stage", "Timing"],
      swiftSettings: house),
    .testTarget(
      name: "PlansTests",
      dependencies: ["Linux", "Plans", "Pictures", "Playback", "Playlists", "Schedules", "Timing"],
      swiftSettings: house),
    .testTarget(
      name: "SignageTests",
      dependencies: [
        "Signage", "Content", "Cryptography", "Linux", "Network", "Playback", "Playlists",
        "Schedules", "Addresses", "Streams", "Timing", "Fakes", "Web",
      ],
      swiftSettings: house),
    .testTarget(
      name: "MachineTests",
      dependencies: ["Fakes", "Machine", "Linux", "Playback", "Settings"],
      swiftSettings: house),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "Signage",
        "Schedules",
        "Daemon", "Bus", "Cryptography", "Editing", "Fakes", "Fleet", "Control", "Engine", "KMS",
        "Linux",
        "Machine",
        "Content", "Gestures", "Lists", "Media", "Network", "Operations", "Overlay", "Plans",
        "Scenes", "Stage", "StageFiles",
        "Pictures", "Playback", "Playlists", "Scanout", "Settings", "Addresses", "Timing", "Web",
      ],
      swiftSettings: house),
    .testTarget(
      name: "KitTests",
      dependencies: [
        "VitrineKit", "VitrineStreaming", "Engine", "Fakes", "Pictures", "Playlists", "Thumbnails",
        "Timing",
      ],
      swiftSettings: house),
    .testTarget(
      name: "RemoteControlTests",
      dependencies: [
        "VitrineKit", "VitrineRemoteControl", "VitrineTesting", "Control", "Fakes", "Linux",
        "Operations",
      ],
      swiftSettings: house),
    .testTarget(
      name: "WebRemoteTests",
      dependencies: [
        "VitrineKit", "VitrineRemoteControl", "VitrineWebRemote", "Control", "Fakes", "Linux",
        "Web",
      ],
      swiftSettings: house),
    .testTarget(
      name: "ProgrammeTests",
      dependencies: [
        "VitrineKit", "VitrineProgramme", "VitrineTesting", "Engine", "Fakes", "Linux", "Lists",
        "Pictures",
        "Playlists", "Timing",
      ],
      swiftSettings: house),
    .testTarget(
      name: "DeviceTests", dependencies: ["Fakes", "Pictures"], swiftSettings: house),
  ]
)

// The modules of a program share one namespace, including those of other packages, so this adds a prefix to the
// names of ours. Above, and as folders, they have short names.
func module(_ name: String) -> String {
  if name.lowercased().hasPrefix("vitrine") || name.hasSuffix("Tests") { return name }
  let isC = name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true && name != "CEC"
  return isC ? "CVitrine\(name.dropFirst())" : "Vitrine\(name)"
}
for target in package.targets {
  if target.name != module(target.name) { target.path = "Sources/\(target.name)" }
  target.name = module(target.name)
  target.dependencies = target.dependencies.map { dependency in
    guard case .byNameItem(let name, let condition) = dependency else { return dependency }
    return .byNameItem(name: module(name), condition: condition)
  }
}

// Each program of Examples and Tests/Programs is a separate package. tools/test builds them with this one, which
// compiles the library once instead of twice.
if Context.environment["VITRINE_EXAMPLES"] != nil {
  for example in [
    "Banner", "Departures", "Foyer", "Jukebox", "MenuBoard", "Museum", "Streaming", "TenLines",
    "TwoScreens",
  ] {
    let products: [Target.Dependency] =
      switch example {
      case "Foyer": ["VitrineKit", "VitrineProgramme", "VitrineRemoteControl"]
      case "MenuBoard": ["VitrineKit", "VitrineProgramme"]
      case "Streaming": ["VitrineKit", "VitrineStreaming"]
      case "Jukebox": ["VitrineKit", "VitrineRemoteControl", "VitrineWebRemote"]
      default: ["VitrineKit"]
      }
    package.targets += [
      .executableTarget(
        name: example, dependencies: products,
        path: "Examples/\(example)/Sources/\(example)"),
      .testTarget(
        name: "\(example)Tests", dependencies: [.init(stringLiteral: example), "VitrineTesting"],
        path: "Examples/\(example)/Tests/\(example)Tests"),
    ]
  }
  package.targets.append(
    .executableTarget(
      name: "Leaving", dependencies: ["VitrineKit"], path: "Tests/Programs/Leaving/Sources/Leaving")
  )
}

// The tests that need the lab take a tenth of the time to compile. tools/test --quick leaves them out.
if Context.environment["VITRINE_QUICK"] != nil {
  package.targets.removeAll { $0.name == "DeviceTests" }
}
