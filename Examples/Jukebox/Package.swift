// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Jukebox",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Jukebox", dependencies: [.product(name: "VitrineKit", package: "Vitrine")]),
    .testTarget(
      name: "JukeboxTests",
      dependencies: ["Jukebox", .product(name: "VitrineTesting", package: "Vitrine")]),
  ])
