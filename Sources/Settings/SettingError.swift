/// The reason why a value is invalid, and how to correct it.
struct SettingError: Error, Hashable { let cause: String }
