#pragma once

namespace queens::test {

/// True when built with a sanitizer, which makes large boards slow and memory large.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace queens::test
