// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "TenLines",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TenLines", dependencies: [.product(name: "VitrineKit", package: "Vitrine")]),
    .testTarget(name: "TenLinesTests", dependencies: ["TenLines"]),
  ])
