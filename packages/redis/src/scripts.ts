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

function forEachItem(body: string): string {
  return `${PRELUDE}for item = 1, items do\n${body}\nend\nreturn answers`
}

/**
 * Keys: the lease, then the values' keys. Arguments: how many values, the index of the one of which any text will do or -1,
 * the token, the seen stamp or '', the life.
 */
export const ACQUIRE = forEachItem(`
  local lease, values, legacy, token, seen, life = leaseAt(key()), tonumber(arg()), tonumber(arg()), arg(), arg(), arg()
  local usable, closed, foreign
  for index = 0, values - 1 do
    local found, other = text(key())
    if index == 0 then foreign = other end
    local bears = stamp(found) or (index == legacy and found)
    if bears and not closed then
      closed = true
      if index > 0 or bears ~= seen then usable = { 'found', found, index, foreign } end
    end
  end
  if usable then
    answers[item] = usable
  elseif lease.token and lease.token ~= token then
    redis.call('SETRANGE', lease.at, 1, '1')
    answers[item] = { 'held', lease.till - now }
  elseif not lease.token and lease.till > now then
    answers[item] = { 'cooling', ms(lease.till), lease.failures }
  else
    lease.till = now + life
    put(lease, 'L', lease.token and lease.waited or '0', token)
    answers[item] = { 'granted', ms(now), lease.failures, foreign }
  end`)

/** Keys: the lease, the value's. Arguments: the token, the text before and after the time, the life. */
export const FILL = forEachItem(`
  local lease, value, token, before, after, life = leaseAt(key()), key(), arg(), arg(), arg(), arg()
  answers[item] = 0
  if lease.token == token then
    local kind = 'unstorable'
    if lease.held <= now then
      write(value, before, after, life)
      kind = 'filled'
    end
    lease.failures = 0
    free(lease, 0)
    tell(lease, kind)
    answers[item] = 1
  end`)

/**
 * Keys: the lease. Arguments: the token, the length of the cool-down, for how long to remember, the failures. Where the
 * token has lost its lease it cools down all the same, since no value is written; but not where another one holds it, nor
 * for longer than it does already.
 */
export const FAIL = forEachItem(`
  local lease, token, length, keep, failures = leaseAt(key()), arg(), arg(), arg(), arg()
  if lease.token == token or lease.till <= now then
    lease.failures, lease.remember = math.max(lease.failures, tonumber(failures)), now + keep
    free(lease, now + length)
    tell(lease, 'failed')
  end`)

/** Keys: the lease. Arguments: the token, what to tell. */
export const RELEASE = forEachItem(`
  local lease, token, kind = leaseAt(key()), arg(), arg()
  if lease.token == token then
    free(lease, 0)
    tell(lease, kind)
  end`)

/**
 * Keys: the current version's, the old one's. Arguments: 'stamp' or 'text', that of the old one, the text around the time,
 * the time or '' for now, the life.
 */
export const PROMOTE = forEachItem(`
  local current, old, by, from, before, after, at, life = key(), key(), arg(), arg(), arg(), arg(), arg(), arg()
  local there = text(old)
  if by == 'stamp' then there = stamp(there) end
  answers[item] = 0
  if not stamp(text(current)) and there == from then
    local left = redis.call('PTTL', old)
    if left > 0 and left < tonumber(life) then life = left end
    if at == '' then at = ms(now) end
    redis.call('SET', current, before .. at .. after, 'PX', life)
    answers[item] = 1
  end`)

/** Keys: the lease, then the values'. Arguments: how many values, for how long to hold fills back. */
export const INVALIDATE = forEachItem(`
  local lease, values, length = leaseAt(key()), tonumber(arg()), tonumber(arg())
  answers[item] = 0
  for value = 1, values do
    if redis.call('UNLINK', key()) == 1 then answers[item] = 1 end
  end
  if length > 0 then lease.held = now + length end
  if length > 0 and not lease.token then free(lease, lease.till) end
  fence(lease)`)

/**
 * Keys: the lease, the values', and the one to write. Arguments: how many values, the text around the time, the life, and
 * until when it is written: later its caller has given it up, and what others have written or deleted since is newer.
 */
export const PRIME = forEachItem(`
  local lease = leaseAt(key())
  for value = 1, tonumber(arg()) do redis.call('UNLINK', key()) end
  local value, before, after, life, till = key(), arg(), arg(), arg(), tonumber(arg())
  if now <= till then write(value, before, after, life) end
  fence(lease)`)

/**
 * Keys: the lease, then the values'. Arguments: how many values. What is fresh and has grace keeps that, from now on; what is
 * stale stays as it is; all else is deleted.
 */
export const EXPIRE = forEachItem(`
  local lease = leaseAt(key())
  answers[item] = 0
  for value = 1, tonumber(arg()) do
    local at = key()
    local found = text(at)
    local head, written, fresh, life, rest
    if stamp(found) then
      head, written, fresh, life, rest = string.match(found, '^(' .. string.rep('.', 21) .. ')(%d+),(%d+),(%d+)(,.*)$')
    end
    local age = written and math.max(0, now - written)
    local grace = written and life - fresh
    if written and age >= tonumber(fresh) and age < tonumber(life) then
      answers[item] = 1
    elseif written and grace > 0 and age < tonumber(fresh) then
      local left = math.min(redis.call('PTTL', at), grace)
      redis.call('SET', at, head .. written .. ',' .. ms(age) .. ',' .. ms(age + grace) .. rest, 'PX', ms(left))
      answers[item] = 1
    elseif redis.call('UNLINK', at) == 1 then
      answers[item] = 1
    end
  end
  fence(lease)`)

/** Keys: the marker. Arguments: the text before the time, the life. It never goes back, whatever the clock does. */
export const MARK = forEachItem(`
  local at, before, life = key(), arg(), arg()
  local found = text(at) or ''
  local known = string.sub(found, 1, #before) == before and tonumber(string.sub(found, #before + 1)) or 0
  redis.call('SET', at, before .. ms(math.max(now, known)), 'PX', life)
  tell({ at = at }, 'invalidated')`)
