/** The prose of the page. It holds for every run: what differs from one to the next is made from the results. */
import type { ProtectionName, ScenarioName } from '../contract/index.ts'

/** What happens, as it is written at the line in the pictures. */
export const EVENTS: Readonly<Record<ScenarioName, string>> = {
  'expire-hot-key': 'its time ends',
  'empty-cache': 'all entries are gone',
  'slow-database': 'the database is slow',
  'database-down': 'the database is down',
  'frozen-redis': 'the store is frozen',
  'unknown-ids': 'unknown IDs come',
  'deploy-v2': 'version 2 is deployed',
}

/** What makes the difference, where there is one. */
export const REASONS: Readonly<Record<ScenarioName, string>> = {
  'expire-hot-key': `By hand an entry whose time has ended is gone. Until it is stored again, each of its readers asks the database, and they
stand in a queue where the pool is used up. With a single flight one of each process asks, and the others wait for that.
Larder's entry has a grace: it is served stale, while one query of the whole fleet loads it behind the readers' backs.
(The lab deletes the key that was stored by hand, and calls \`expire\` of Larder's loader.)`,
  'empty-cache': `Nothing is left that could be served stale, so readers wait under each protection. By hand each of them asks. A single
flight asks once for each product in each process. Larder asks once for each product in the whole fleet, for those that are
missed in the same turn or wait for the pool with one query, and has no more queries at once than it is allowed.`,
  'slow-database': `Products are cached for 30 seconds here, so that at any time the entries of some end, that of the hottest product among
them. By hand their readers wait for a query that is now slow, and hold what connections there are. Larder's readers get
the stale value, and the slow query is waited for by nobody.`,
  'database-down': `Products are cached for 30 seconds here, as above. By hand whoever needs the database gets its error. Larder serves what has
ended for as long as its grace lasts, and tries again at most once for each product and cool-down, so that a database that
comes back is not run over. (A query that is cut off has begun, and so the lab counts it; the database counts those that have
ended.)`,
  'frozen-redis': `By hand a command is awaited for as long as it takes, since the client has no deadline unless it is given one: readers
wait for the store, and the database is not asked. Larder's reads pay at most \`storeTimeout\` for the store, and nothing
once its circuit is open; then they share flights and batches to the database, which has to answer for the store.`,
  'unknown-ids': `By hand what does not exist is not stored, so each such read is a query: under a single flight, one for each ID at a
time. Larder stores that there is no such product, for \`missingTtl\`.`,
  'deploy-v2': `By hand the new version looks under keys of its own, where nothing has been stored. Larder's new version finds what the
old one has stored, and upgrades it as it is read. (Who reads an entry while it is being upgraded has joined that.)`,
}

export const OPENING = `A cached value is gone, and everybody wants it at once. What then becomes of the database, and of those who wait? The
stampede lab lets the same readers meet seven such moments under three protections. \`npm run lab:report\` makes this page
and its pictures from \`examples/lab/results.json\`; nothing on it is edited by hand.`

export const PROTECTION_WORDS: Readonly<Record<ProtectionName, string>> = {
  none: 'One `GET`, and where there is nothing a query for the one product and a `SET`. What does not exist is not stored.',
  'single-flight':
    'Who misses a key that its process is asking for waits for that query. Other processes have theirs.',
  larder:
    "It has the same `ttl`, `grace: '10m'`, and as `source.concurrency` its process's share of the pool. All else is as it is by default.",
}

export const READING = `- **Queries in flight** are those that hold a connection; when all of the pool are held, others **wait** for one. The
  pictures show the most of each quarter of a second.
- **Times** count from when a reader was due, whether or not its process got round to it, to the answer; who gives up counts
  with all its patience. In the picture p99 is that of a quarter of a second, in the table those of all who had their answer
  after it had happened. Readers who **failed** gave up or got an error, which may come fast and then counts as a short time.
- **Hits, stale, missing** were answered from the cache: by a fresh value, by a stale one, by the knowledge that there is none.
  **Joined** waited for a query that another had begun, **loaded** for one of its own.
- In the tables the least figure of a row is bold, where less is better.`

export const NO_BETTER = `- **A single hot key in a single process.** A single flight asks the database as seldom as Larder does. The difference is
  that its readers wait, and that each further process has a flight of its own.
- **A store that is frozen.** Larder's readers are answered, by way of the database, which then has more to do than if they
  all had waited. Who would rather wait, or whose database could not bear it, has to say so: a longer \`storeTimeout\`, a
  smaller \`source.concurrency\`.
- **A cache that is emptied, and an ID that nobody has asked for.** The first readers wait for the query, as under every other
  protection.
- **Entries that end by themselves.** Larder's lifetimes are shortened by chance, so that they do not end together. So it
  loads a little more often than a cache that lets each entry live to its end.
- **A database that is down from the start.** There is nothing stale to be served; Larder fails sooner, and it does fail.`

export const LIMITS = `- **HTTP and GraphQL.** A request is one read of one product by the loader, in the process that serves it. What parsing,
  resolving and sending cost would come on top, for each protection the same.
- **Machines of their own.** Readers, server processes and what they stand on share one machine, so that short times say more
  about its load than about a protection. Nor is there a network.
- **Queries that do work.** They hold their connection and sleep. So they do not slow each other down, as a stampede of
  real ones would; and one for many products takes as long as one for a single product, which favours who asks for several
  at once, as Larder does and the other two, one read at a time, do not.
- **Writes.** Nobody changes a product, so nothing here is about invalidation.
- **Other caches.** Those are in the [benchmarks](benchmarks.md), with a stampede of their own.
- **More than one run.** The load is the same each time, to the last reader. Its times, and with them the counts, are not.`

export const REPEATING = `The lab, its parameters and what they may be are in [\`examples/lab\`](../examples/lab/README.md).`
