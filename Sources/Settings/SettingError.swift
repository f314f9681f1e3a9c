/// Why a word is no value of a setting: the cause, and what to write instead.
struct SettingError: Error, Hashable { let cause: String }
