const REDIS_AT_URL = '^packages/keyv/src/redis-at-url\\.ts$'
const published = '^packages/[^/]+/(src|testing)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'layers',
      comment:
        'apollo, keyv, redis → core: a package may import core and itself, and no other of ours; but cli redis, too.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: `${REDIS_AT_URL}|^packages/cli/` },
      to: { path: '^packages/', pathNot: '^packages/(core|$1)/' },
    },
    {
      name: 'cli-layers',
      comment: 'cli → core, redis.',
      severity: 'error',
      from: { path: '^packages/cli/' },
      to: { path: '^packages/', pathNot: '^packages/(core|redis|cli)/' },
    },
    {
      name: 'redis-if-asked-for',
      comment: 'keyv loads redis when it is given a URL, and does without it otherwise.',
      severity: 'error',
      from: { path: REDIS_AT_URL },
      to: { path: '^packages/(?!core/|keyv/)', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'core-knows-no-outside',
      comment: 'core is the engine: it knows no store’s client and no GraphQL.',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: '(^|/)node_modules/(ioredis5?|redis|@redis|keyv[56]?|@keyv|graphql|@apollo|dataloader)/' },
    },
    {
      name: 'opentelemetry-if-asked-for',
      comment: 'Metrics and traces are a package of their own: the others do not know of OpenTelemetry.',
      severity: 'error',
      from: { path: '^packages/(?!opentelemetry/)' },
      to: { path: '(^|/)node_modules/@opentelemetry/' },
    },
    {
      name: 'front-door-only',
      comment: 'Another package is imported by its name, so that only what it exports is used.',
      severity: 'error',
      from: { path: '^((packages|examples)/[^/]+|test|bench|scripts)/' },
      to: { path: '^(packages|examples)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'published-stands-alone',
      comment: 'What is published uses nothing that is not: tests, examples, benchmarks, scripts.',
      severity: 'error',
      from: { path: published },
      to: { path: '^(examples|test|bench|scripts)/|^packages/[^/]+/test/' },
    },
    {
      name: 'src-without-testing',
      comment: 'testing/ is for tests, and src/ does without it.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^packages/[^/]+/testing/' },
    },
    {
      name: 'published-declares',
      comment: 'What is published uses only what its package.json lists as dependency or peer.',
      severity: 'error',
      from: { path: published },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm', 'npm-peer'],
      },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['@larder/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
