import Foundation
import Testing

/// The list of an image's packages (SBOM), on the database of a small root file system.
@Suite(.enabled(if: Lab.isThere))
struct ImagePackageListTests {
  /// The parts of CycloneDX that the tests read.
  struct List: Decodable {
    struct Component: Decodable {
      struct Property: Decodable { let name, value: String }
      struct Named: Decodable {
        struct License: Decodable { let name: String }
        let license: License
      }
      let name, version: String
      let purl: String?
      let licenses: [Named]?
      let properties: [Property]?
    }
    let serialNumber: String
    let components: [Component]
  }

  private static let status = """
    Package: libsmall1
    Status: install ok installed
    Maintainer: A <a@example.org>
    Architecture: amd64
    Source: small
    Version: 1:2.0+dfsg-1

    Package: big
    Status: install ok installed
    Maintainer: B <b@example.org>
    Architecture: all
    Source: bigger (7-1)
    Version: 7-1+b1

    Package: removed
    Status: deinstall ok config-files
    Maintainer: B <b@example.org>
    Architecture: all
    Version: 1

    Package: vitrine
    Status: install ok installed
    Maintainer: C <c@example.org>
    Architecture: amd64
    Version: 0.1.0-1~deb12


    """
  private static let copyright = """
    Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

    Files: *
    Copyright: 2020 A
    License: GPL-2+
     The text.

    Files: debian/*
    Copyright: 2020 A
    License: Expat


    """

  private func root(_ name: String) throws -> URL {
    let root = try Lab.folder("image-list-\(name)")
    func write(_ text: String, to path: String) throws {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try write(Self.status, to: "var/lib/dpkg/status")
    try write(
      "ID=debian\nVERSION_ID=\"12\"\nVERSION_CODENAME=bookworm\n", to: "usr/lib/os-release")
    try write(Self.copyright, to: "usr/share/doc/libsmall1/copyright")
    try write("Written by B.\n", to: "usr/share/doc/big/copyright")
    // A link out of the root is not followed.
    let outside = try Lab.folder("image-list-\(name)-outside")
    try Data(Self.copyright.utf8).write(to: outside.appending(path: "copyright"))
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "usr/share/doc/vitrine"), withDestinationURL: outside)
    try write(
      String(contentsOf: Lab.root.appending(path: "Package.resolved"), encoding: .utf8),
      to: "usr/share/vitrine/Package.resolved")
    try write("6.3.1\n", to: "usr/share/vitrine/swift-version")
    return root
  }

  private func list(_ root: URL) throws -> Data {
    let made = try Lab.run(
      "bash",
      [
        "-euc",
        """
        export SOURCE_DATE_EPOCH=1700000000
        \(Lab.root.path)/tools/image.d/sbom small \(root.path) > \(root.path)/list.cdx.json
        """,
      ])
    try #require(made.status == 0, "\(made.output)")
    return try Data(contentsOf: root.appending(path: "list.cdx.json"))
  }

  /// The schema's complaints about a list.
  static func complaints(about list: URL) throws -> String {
    let cache =
      ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache").path
    return try Lab.run(
      "\(cache)/vitrine-python/bin/python",
      [
        "-c",
        """
        import sys
        from cyclonedx.schema import SchemaVersion
        from cyclonedx.validation.json import JsonStrictValidator
        error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read())
        print(error or "", end="")
        """, list.path,
      ]
    ).output
  }

  @Test("The list has every installed package, its source and licence, and the Swift packages")
  func contents() throws {
    let root = try root("contents")
    let data = try list(root)
    let components = try JSONDecoder().decode(List.self, from: data).components
    let lines = components.map { each in
      let licenses = (each.licenses ?? []).map(\.license.name)
      let properties = (each.properties ?? []).map(\.value)
      return ([each.name, each.version, each.purl ?? "-"] + properties + licenses)
        .joined(separator: " ")
    }
    let packages: [String] = [
      "debian 12 - bookworm",
      "big 7-1+b1 pkg:deb/debian/big@7-1%2Bb1?arch=all&distro=debian-12&upstream=bigger%407-1 bigger 7-1",
      """
      libsmall1 1:2.0+dfsg-1 pkg:deb/debian/libsmall1@1:2.0%2Bdfsg-1?arch=amd64&distro=debian-12&upstream=small%401:2.0%2Bdfsg-1 \
      small 1:2.0+dfsg-1 Expat GPL-2+
      """,
      """
      vitrine 0.1.0-1~deb12 pkg:deb/vitrine/vitrine@0.1.0-1~deb12?arch=amd64&distro=debian-12&upstream=vitrine%400.1.0-1~deb12 \
      vitrine 0.1.0-1~deb12
      """,
    ]
    #expect(Array(lines.prefix(4)) == packages)
    let swift = components.dropFirst(4)
    #expect(swift.contains { $0.purl?.hasPrefix("pkg:swift/github.com/apple/swift-nio@") == true })
    #expect(swift.last?.purl == "pkg:swift/github.com/swiftlang/swift@6.3.1")
    #expect(try Self.complaints(about: root.appending(path: "list.cdx.json")) == "")
    #expect(try list(root) == data)
  }

  @Test("Vulnerabilities are found by source package and version")
  func vulnerabilities() throws {
    let root = try root("vulnerabilities")
    _ = try list(root)
    // In the format of Debian's security tracker: a flaw of each source package, one fixed in an older version.
    let tracker = """
      VERSION 1
      CVE-2030-0001,,a flaw
      CVE-2030-0002,,an old flaw

      bigger,0,SHRF,7-2,
      small,1,SHRF,1:1.9,

      bigger,big
      small,libsmall1

      """
    let made = try Lab.run(
      "bash",
      [
        "-euc",
        """
        cd \(root.path)
        python3 -c 'import sys, zlib
        sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))' > bookworm
        \(Lab.root.path)/tools/image.d/vulnerabilities list.cdx.json --source file://$PWD
        """,
      ], input: Data(tracker.utf8))
    #expect(made.status == 0)
    #expect(made.output == "CVE-2030-0001 big (fixed, remotely exploitable, high urgency)\n")
  }
}
