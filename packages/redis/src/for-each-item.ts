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
-- What follows remembers what many items have in common. For one item that would only cost.
local one = items == 1
local printed = {}
local function ms(number)
  if one then return string.format('%.0f', number) end
  if not printed[number] then printed[number] = string.format('%.0f', number) end
  return printed[number]
end

-- By key, where many were read at once: the text that lies there, or false. What an item does is seen by those after it,
-- which may name the same key.
local known = {}
-- Leases that say nothing any more: those of many items are deleted together when all are done.
local gone = {}

-- What is no text, or none of ours, is absent. Of a key of another type, that is the second answer.
local function text(at)
  if known[at] ~= nil then return known[at] or nil end
  local found = redis.pcall('GET', at)
  if type(found) == 'string' then return found end
  if type(found) == 'table' and string.find(found.err or '', 'WRONGTYPE', 1, true) then
    local other = redis.pcall('TYPE', at)
    return nil, other.ok or 'key of another type'
  end
end
-- What was not known need not be forgotten: to write nil into a table makes it grow, too.
local call = redis.call
local function set(at, value, life)
  call('SET', at, value, 'PX', life)
  if known[at] ~= nil then known[at] = value end
  if gone[at] then gone[at] = nil end
end
-- Byte for byte what the reader would see of it: of bytes that are no token it sees others, decoded.
local function stamp(found)
  return found and string.match(found, '^LRD1(${'[%w_-]'.repeat(16)})')
end

-- By its text. Leases that were taken together read the same.
local parsed = {}
local function parse(at, found)
  local kind, waited, token, till, failures, remember, held =
    string.match(found, '^([LC])(%d)([^:]*):(%d+):(%d+):(%d+):(%d+)$')
  local lease = { at = at, waited = waited, till = tonumber(till or 0), failures = tonumber(failures or 0) }
  lease.remember, lease.held = tonumber(remember or 0), tonumber(held or 0)
  if kind == 'L' and lease.till > now then lease.token = token end
  if kind == 'L' and lease.till <= now then lease.till = 0 end
  if lease.remember <= now then lease.failures = 0 end
  return lease
end
local function leaseAt(at)
  local found = text(at) or ''
  if one then return parse(at, found) end
  if not parsed[found] then parsed[found] = parse(at, found) end
  local it = parsed[found]
  return {
    at = at, waited = it.waited, token = it.token, till = it.till, failures = it.failures, remember = it.remember, held = it.held
  }
end
-- Kept for as long as it says anything.
local function put(lease, kind, waited, token)
  local ends = lease.till
  if lease.held > ends then ends = lease.held end
  if lease.failures > 0 and lease.remember > ends then ends = lease.remember end
  if ends <= now then
    if one then call('DEL', lease.at) else known[lease.at], gone[lease.at] = false, true end
    return
  end
  local till, failures, remember, held = ms(lease.till), ms(lease.failures), ms(lease.remember), ms(lease.held)
  set(lease.at, kind .. waited .. token .. ':' .. till .. ':' .. failures .. ':' .. remember .. ':' .. held, ms(ends - now))
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
  set(at, before .. ms(now) .. after, life)
end
local function fence(lease)
  if lease.token then free(lease, 0) end
  tell(lease, 'invalidated')
end

local answers = {}
`

/** Lua passes some 8,000 arguments at most. */
const MOST_ARGUMENTS = 4_000

/** Of every so many keys, beginning with the first, what lies there: in one call, since each costs more than what it does. */
const readAhead = (step: number) => `
local keys = {}
for at = 1, #KEYS, ${step} do keys[#keys + 1] = KEYS[at] end
for from = 1, #keys, ${MOST_ARGUMENTS} do
  local to = math.min(from + ${MOST_ARGUMENTS - 1}, #keys)
  local texts, others = call('MGET', unpack(keys, from, to)), {}
  for i = from, to do
    local found = texts[i - from + 1]
    if found then known[keys[i]] = found else others[#others + 1] = keys[i] end
  end
  -- Either nothing lies there, or what is no text. Where there is any such, or EXISTS is forbidden, each is asked for.
  if #others > 0 and redis.pcall('EXISTS', unpack(others)) == 0 then
    for i = 1, #others do known[others[i]] = false end
  end
end`

const SWEEP = `
if next(gone) then
  local leases = {}
  for at in pairs(gone) do leases[#leases + 1] = at end
  for from = 1, #leases, ${MOST_ARGUMENTS} do
    call('DEL', unpack(leases, from, math.min(from + ${MOST_ARGUMENTS - 1}, #leases)))
  end
end`

interface How {
  /**
   * Of every so many keys what lies there is read before the first item, and not key by key. A single item needs none of it,
   * and on a Cluster each is a call by itself. Default: nothing is.
   */
  readonly readsEvery?: number
  /** Functions that the body calls. Default: none. */
  readonly helpers?: string
}

export function forEachItem(body: string, { readsEvery, helpers = '' }: How = {}): string {
  const first = readsEvery === undefined ? '' : `if not one then${readAhead(readsEvery)}\nend\n`
  return `${PRELUDE}${helpers}${first}for item = 1, items do\n${body}\nend${SWEEP}\nreturn answers`
}
