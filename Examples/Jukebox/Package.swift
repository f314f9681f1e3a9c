// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Jukebox",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: ["Web"])],
  targets: [
    .executableTarget(
      name: "Jukebox",
      dependencies: [
        .product(name: "VitrineKit", package: "Vitrine"),
        .product(name: "VitrineRemoteControl", package: "Vitrine"),
        .product(name: "VitrineWebRemote", package: "Vitrine"),
      ]),
    .testTarget(
      name: "JukeboxTests",
      dependencies: ["Jukebox", .product(name: "VitrineTesting", package: "Vitrine")]),
  ])
