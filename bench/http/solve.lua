-- POST /v1/solve of the empty board of 8 rows. With "check" as its argument every answer is read and
-- must hold the total, which costs this client time.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  wrk.method = "POST"
  wrk.body = '{"n":8}'
  wrk.headers["Content-Type"] = "application/json"
  wrong = 0
  if arguments[1] == "check" then
    response = function(status, _, body)
      if status ~= 200 or not body:find('"total":%s*"92"') then
        wrong = wrong + 1
        if wrong == 1 then
          io.stderr:write("a wrong answer: ", status, " ", body, "\n")
        end
      end
    end
  end
end

function done(summary, latency)
  local wrong_answers = 0
  for _, thread in ipairs(threads) do
    wrong_answers = wrong_answers + thread:get("wrong")
  end
  local errors = summary.errors
  -- requests/s, p50 and p99 in milliseconds, what was not as it should be
  print(string.format("figures %.0f %.3f %.3f %d", summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    wrong_answers + errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
