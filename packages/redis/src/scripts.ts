/** The scripts of the leases, each for many items: see `for-each-item.ts`. */
import { forEachItem } from './for-each-item.ts'

/**
 * Keys: the lease, then the values' keys. Argument: what is wanted of them, with spaces between: how many values, the index of
 * the one of which any text will do or -1, the life, the seen stamp or '', the token. Most of a call want the same, and one
 * argument is sent, read and taken apart sooner than five. For the same reason a grant to which there is no more to say is
 * answered by its time alone.
 */
export const ACQUIRE = forEachItem(
  `
  local lease, want = leaseAt(key()), wantIn(arg())
  local token, seen = want.token, want.seen
  local usable, closed, foreign
  for index = 0, want.values - 1 do
    local found, other = text(key())
    if index == 0 then foreign = other end
    local bears = stamp(found) or (index == want.legacy and found)
    if bears and not closed then
      closed = true
      if index > 0 or bears ~= seen then usable = { 'found', found, index, foreign } end
    end
  end
  if usable then
    answers[item] = usable
  elseif lease.token and lease.token ~= token then
    redis.call('SETRANGE', lease.at, 1, '1')
    known[lease.at] = nil
    answers[item] = { 'held', lease.till - now }
  elseif not lease.token and lease.till > now then
    answers[item] = { 'cooling', ms(lease.till), lease.failures }
  else
    lease.till = now + want.life
    put(lease, 'L', lease.token and lease.waited or '0', token)
    answers[item] = ms(now)
    if lease.failures > 0 or foreign then answers[item] = { 'granted', ms(now), lease.failures, foreign } end
  end`,
  {
    readsEvery: 1,
    helpers: `
local wants = {}
local function wantIn(words)
  if not wants[words] then
    local values, legacy, life, seen, token = string.match(words, '^(%d+) (%S+) (%S+) (%S*) (.*)$')
    wants[words] = { values = tonumber(values), legacy = tonumber(legacy), token = token, life = tonumber(life), seen = seen }
  end
  return wants[words]
end
`,
  },
)

/** Keys: the lease, the value's. Arguments: the token, the text before and after the time, the life. */
export const FILL = forEachItem(
  `
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
  end`,
  { readsEvery: 2 },
)

/**
 * Keys: the lease. Arguments: the token, the length of the cool-down, for how long to remember, the failures. Where the
 * token has lost its lease it cools down all the same, since no value is written; but not where another one holds it, nor
 * for longer than it does already.
 */
export const FAIL = forEachItem(
  `
  local lease, token, length, keep, failures = leaseAt(key()), arg(), arg(), arg(), arg()
  if lease.token == token or lease.till <= now then
    lease.failures, lease.remember = math.max(lease.failures, tonumber(failures)), now + keep
    free(lease, now + length)
    tell(lease, 'failed')
  end`,
  { readsEvery: 1 },
)

/** Keys: the lease. Arguments: the token, what to tell. */
export const RELEASE = forEachItem(
  `
  local lease, token, kind = leaseAt(key()), arg(), arg()
  if lease.token == token then
    free(lease, 0)
    tell(lease, kind)
  end`,
  { readsEvery: 1 },
)

/**
 * Keys: the current version's, the old one's. Arguments: 'stamp' or 'text', that of the old one, the text around the time,
 * the time or '' for now, the life.
 */
export const PROMOTE = forEachItem(
  `
  local current, old, by, from, before, after, at, life = key(), key(), arg(), arg(), arg(), arg(), arg(), arg()
  local there = text(old)
  if by == 'stamp' then there = stamp(there) end
  answers[item] = 0
  if not stamp(text(current)) and there == from then
    local left = redis.call('PTTL', old)
    if left > 0 and left < tonumber(life) then life = left end
    if at == '' then at = ms(now) end
    set(current, before .. at .. after, life)
    answers[item] = 1
  end`,
  { readsEvery: 1 },
)

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
      set(at, head .. written .. ',' .. ms(age) .. ',' .. ms(age + grace) .. rest, ms(left))
      answers[item] = 1
    elseif redis.call('UNLINK', at) == 1 then
      answers[item] = 1
    end
  end
  fence(lease)`)

/** Keys: the marker. Arguments: the text before the time, the life. It never goes back, whatever the clock does. */
export const MARK = forEachItem(
  `
  local at, before, life = key(), arg(), arg()
  local found = text(at) or ''
  local last = string.sub(found, 1, #before) == before and tonumber(string.sub(found, #before + 1)) or 0
  set(at, before .. ms(math.max(now, last)), life)
  tell({ at = at }, 'invalidated')`,
  { readsEvery: 1 },
)
