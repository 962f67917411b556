-- One machine-readable line after wrk's own summary.
function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    'JSON {"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"refused":%d,"socket_errors":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
