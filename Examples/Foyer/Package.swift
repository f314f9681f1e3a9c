// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Foyer",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Foyer",
      dependencies: [
        .product(name: "VitrineKit", package: "Vitrine"),
        .product(name: "VitrineProgramme", package: "Vitrine"),
        .product(name: "VitrineRemoteControl", package: "Vitrine"),
      ]),
    .testTarget(name: "FoyerTests", dependencies: ["Foyer"]),
  ])
