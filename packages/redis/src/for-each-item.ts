/**
 * What happens to leases inside the server, each item atomic, many items a call. `KEYS` and `ARGV` hold the items one
 * after the other; `ARGV[1]` is the channel for news, `ARGV[2]` how many items there are.
 *
 * Under a lease's key lies `L<waited><token>:<until>:<failures>:<remember until>:<held back until>` for a lease that a
 * token holds until then, or the same with `C` and no token for a cool-down. Both outlast `until`, so that failures stay
 * counted and an invalidated key is held back. `waited` turns 1 when somebody is told to wait: only then is anybody told
 * that the wait is over.
 */

/** All times are the server's. They are printed with `%.0f`: Lua would write 1.7e+12. */
const PRELUDE = `
local channel, items = ARGV[1], tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local keyAt, argAt = 0, 2
local function key() keyAt = keyAt + 1; return KEYS[keyAt] end
local function arg() argAt = argAt + 1; return ARGV[argAt] end
local function ms(number) return string.format('%.0f', number) end

-- What is no text, or none of ours, is absent. Of a key of another type, that is the second answer.
local function text(at)
  local found = redis.pcall('GET', at)
  if type(found) == 'string' then return found end
  if type(found) == 'table' and string.find(found.err or '', 'WRONGTYPE', 1, true) then
    local other = redis.pcall('TYPE', at)
    return nil, other.ok or 'key of another type'
  end
end
-- Byte for byte what the reader would see of it: of bytes that are no token it sees others, decoded.
local function stamp(found)
  return found and string.match(found, '^LRD1(' .. string.rep('[%w_-]', 16) .. ')')
end

local function leaseAt(at)
  local kind, waited, token, till, failures, remember, held =
    string.match(text(at) or '', '^([LC])(%d)([^:]*):(%d+):(%d+):(%d+):(%d+)$')
  local lease = { at = at, waited = waited, till = tonumber(till or 0), failures = tonumber(failures or 0) }
  lease.remember, lease.held = tonumber(remember or 0), tonumber(held or 0)
  if kind == 'L' and lease.till > now then lease.token = token end
  if kind == 'L' and lease.till <= now then lease.till = 0 end
  if lease.remember <= now then lease.failures = 0 end
  return lease
end
-- Kept for as long as it says anything.
local function put(lease, kind, waited, token)
  local ends = math.max(lease.till, lease.held)
  if lease.failures > 0 then ends = math.max(ends, lease.remember) end
  if ends <= now then redis.call('DEL', lease.at) return end
  local times = { ms(lease.till), ms(lease.failures), ms(lease.remember), ms(lease.held) }
  redis.call('SET', lease.at, kind .. waited .. token .. ':' .. table.concat(times, ':'), 'PX', ms(ends - now))
end
local function free(lease, till)
  lease.till = till
  put(lease, 'C', '0', '')
end

-- Whether it may be told is no matter of what is done: a user may be barred from the channel.
local function tell(lease, kind)
  if lease.waited == '1' or kind == 'invalidated' then redis.pcall('PUBLISH', channel, kind .. ' ' .. lease.at) end
end
local function write(at, before, after, life)
  redis.call('SET', at, before .. ms(now) .. after, 'PX', life)
end
local function fence(lease)
  if lease.token then free(lease, 0) end
  tell(lease, 'invalidated')
end
local answers = {}
`

export function forEachItem(body: string): string {
  return `${PRELUDE}for item = 1, items do\n${body}\nend\nreturn answers`
}
