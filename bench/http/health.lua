-- GET /healthz a hundred times a second, as a monitor that is in a hurry.

function delay()
  return 10
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format("figures %.0f %.3f %.3f %d", summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
