// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Museum",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Museum", dependencies: [.product(name: "VitrineKit", package: "Vitrine")]),
    .testTarget(
      name: "MuseumTests",
      dependencies: ["Museum", .product(name: "VitrineTesting", package: "Vitrine")]),
  ])
