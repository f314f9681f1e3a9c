// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "MenuBoard",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "MenuBoard",
      dependencies: [
        .product(name: "VitrineKit", package: "Vitrine"),
        .product(name: "VitrineProgramme", package: "Vitrine"),
      ]),
    .testTarget(
      name: "MenuBoardTests",
      dependencies: [
        "MenuBoard", .product(name: "VitrineTesting", package: "Vitrine"),
      ]),
  ])
