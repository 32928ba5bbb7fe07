#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "http/client.hpp"
#include "queens/progress.hpp"
#include "queens/result.hpp"

namespace queens::cli {

/// What a server says of a job.
struct ClientJob {
  std::string id{};
  std::string state{};
  int n = 0;
  std::string priority{};
  std::optional<std::vector<Solution>> solutions{};  ///< the first ones, where they are told
  std::optional<Progress> progress{};                ///< of a running job
  std::optional<CountResult> result{};               ///< of one that is done
  std::string created{};
  std::string started{};   ///< empty before
  std::string finished{};  ///< empty before
  std::string error{};     ///< why it failed; or empty

  [[nodiscard]] bool ended() const {
    return state == "done" || state == "failed" || state == "cancelled";
  }
};

/// The JSON of a successful answer or of an event. Throws ServerFailed where it is none.
nlohmann::ordered_json parse_answer(const std::string& text);

/// A job from its JSON. Throws ServerFailed where it is none.
ClientJob job_of(const nlohmann::ordered_json& json);

}  // namespace queens::cli
