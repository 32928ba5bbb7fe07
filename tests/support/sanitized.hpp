#pragma once

// g++ defines macros, clang answers questions.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(QUEENS_TEST_EMULATED)
#define QUEENS_TEST_SANITIZED true
#elif defined(__has_feature)
#define QUEENS_TEST_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define QUEENS_TEST_SANITIZED false
#endif

namespace queens::test {

/// True when built with a sanitizer or for an emulator, which make large boards slow and memory
/// large.
inline constexpr bool kSanitized = QUEENS_TEST_SANITIZED;

/// True when built for an emulator, which is slower still.
#if defined(QUEENS_TEST_EMULATED)
inline constexpr bool kEmulated = true;
#else
inline constexpr bool kEmulated = false;
#endif

}  // namespace queens::test
