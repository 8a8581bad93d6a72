/** The prose of the page. Of what was found it has only the reasons, where a bar falls short: numbers come from the run. */

export interface TaskWords {
  /** What is done, and what it tells. */
  readonly what: string
  /** Which figure is drawn where a task compares no times. */
  readonly charted?: string
  /** Why a bar falls short, by its name (`nameOf`): the page is not made without it where one does. */
  readonly short?: Readonly<Record<string, string>>
}

export const OPENING = `What Larder costs and what it saves, beside the raw client, beside what one writes by hand, and beside other caches
that do the same. \`npm run bench:report\` makes this page and its charts from \`bench/results.json\`, one full run of
\`npm run bench\`; nothing on it is edited by hand. What the tasks do in detail stands in [\`bench\`](../bench/README.md).`

export const READING = `- **Ratios, within one run.** Each round measures every contestant of a task, one after the other. A value is the median
  over the rounds of a contestant's time, or throughput, divided by that of the base in the same round. The whiskers go
  from quartile to quartile: the middle half of the rounds lies between them.
- **Absolute times mean nothing.** The machine is small and shared with others. Where a figure is in milliseconds, or per
  second, it may be compared with its neighbours in the table, and with nothing else.
- **Where the middle halves of two rows overlap, they do not differ.** The tasks with the plugin have a second server
  without it, whose distance from 1 is noise.
- **Every answer is checked.** A wrong value fails the run, and so does a count that a law fixes.`

export const TASKS: Readonly<Record<string, TaskWords>> = {
  'hits-10': {
    what: `A batch of 10 products after the other is read, all of them in Redis. The smaller a batch, the
more weigh the command and the turn of the event loop that it waits for.`,
  },
  'hits-100': {
    what: `A batch of 100 products after the other is read, all of them in Redis. It tells what a cache adds
to the one command and the parsing that a read needs in any case.`,
    short: {
      'Larder, freeze: false: ratio': `What Larder adds are an entry’s header (its bytes in Redis and on the wire, and reading them), keys
that hold the scope and the version, and the wait for the end of the turn. The profile stands in
[decision 21](decisions/0021-what-a-hit-costs.md).`,
      'Larder: lead': `redis-dataloader is a DataLoader over the raw client and nothing else, no times, no stamps and no deadlines; the
command and the parsing, which nobody is spared, are most of what it takes. Nobody can be twice as fast as that. The next peers take
over half as long again as Larder.`,
    },
  },
  'hits-1000': {
    what: `A batch of 1,000 products after the other is read, all of them in Redis. The larger a batch, the
more weighs what is done for each key.`,
  },
  'hits-100-rich': {
    what: `The same batch of 100 products, which hold Dates. Larder keeps them; the base and all others are
given them back by hand, field by field.`,
  },
  'hits-100-dataloader': {
    what: `A batch of 100 hits after the other, each through a DataLoader of its own, as a request has one.
It tells what Larder costs those who have a DataLoader over Redis already.`,
    short: {
      'Larder through DataLoader: ratio': `What Larder adds to a batch is the same as without a DataLoader, and freezing, a report and the
plugin’s own loader come on top: each request has them for each loader. See [decision 21](decisions/0021-what-a-hit-costs.md).`,
    },
  },
  'zipf-64': {
    what: `At once 64 requests each want 100 of 1,000 products, drawn by Zipf’s law, as hot keys are in
life; all of them are in Redis. What several requests want at the same time may be fetched and decoded once.`,
    short: {
      'Larder through DataLoader: ratio': `What is saved is commands and parsing, and a DataLoader makes promises and closures for each of
the 6,400 keys of a burst, which outlive the collections of young objects. A DataLoader over the raw client is slower than the raw client
for the same reason. See [decision 21](decisions/0021-what-a-hit-costs.md).`,
    },
  },
  'near-hits': {
    what: `A batch of 100 hits after the other is answered from the memory of the process. The base looks
the keys up in a Map, and cannot be told of changes. It has a DataLoader per request, which the first row of Larder has not: that is what
the near cache takes by itself, and the second row what a request with a DataLoader sees.`,
  },
  'absent-100': {
    what: `A batch of 100 products that the cache does not have is read from a source that answers at once.
The time ends when the batch is answered and all of it is in Redis.`,
    short: {
      'Larder: ratio': `Larder takes a lease for each key, and fills what still holds it, so that the fleet loads once and no fill overwrites a
newer invalidation. The others look, load and write. The two scripts that decide this keep Redis busy for longer than the base takes in all:
they run two commands for each key, SET twice, and move its text into Lua. It is paid once for each load, beside the query itself.`,
      'Larder: lead': `For the same reason: keyv, as most peers, looks, loads and writes. Those that count a load for each key by itself are slower.`,
    },
  },
  'waiters-2000': {
    what: `In one process 2,000 readers at once want one product that the cache does not have. It tells how
often the source is asked, and what waiting together costs.`,
    short: {
      'Larder: lead': `In async-cache-dedupe waiters share one promise, which knows nothing of when they came; in cache-manager each awaits
that promise by itself. Each of Larder’s is a read: it looks into the store, since another process may have filled the key meanwhile,
joins the load, is given it only where no invalidation has come between, and can give up by itself. That takes microseconds a waiter.`,
    },
  },
  catalogue: {
    what: `The example catalogue answers a mix of queries over HTTP: pages of products, lists, reviews. Its
database, PGlite, runs one statement at a time, so that saved statements weigh more than they would on a
larger one.`,
  },
  stampede: {
    what: `A hot key has expired, and 15,000 readers in 8 processes want it, while the query takes 400 ms
and the database has 20 connections for all of them. Readers who have no answer at the deadline are counted
as unanswered.`,
    charted: 'queries',
  },
  'keys-1m': {
    what: `The same batch of 100 hits is read with a thousand and with a million keys in Redis: what a key costs must not grow with
their number. Read at random, keys are in no processor’s cache, which costs the raw client, too.`,
  },
  memory: {
    what: `In a process of its own the heap is measured, after garbage collection, around 20,000 entries of
the near cache, and time and again while keys are read. A heap that ends as it was half way does not leak.`,
  },
  'idle-plugin': {
    what: `Within the process an Apollo Server executes an operation that uses no loader and no cached
resolver. It tells the most that the plugin can weigh where it has nothing to do.`,
  },
  'idle-plugin-http': {
    what: `The same operation, asked for over HTTP. It tells what of that a client notices.`,
  },
}

export const CONTESTANTS = `Each is used as its own documentation says, with the call for many keys where there is one, and with Redis as its only
tier; where memory is measured, with its memory tier. Their features differ, and a ratio says nothing of them.`

export const LIMITS = `- **A network.** Redis runs on the same machine. Over a network a command costs more, and what is computed in the process
  costs less beside it: ratios to the raw client come nearer to 1, and saved commands save more.
- **Other machines.** One processor, one version of Node, one of Redis. \`npm run bench\` measures yours.
- **Other values.** What is read are values of about 790 bytes. Larger ones shift the work from keys to bytes.
- **Time under load.** But for the catalogue and the stampede, nothing else is done by the process that is measured.
- **What failures cost.** That has [a page of its own](failure-costs.md).
- **The sizes of packages, the start of a process, and Redis Cluster.**`
