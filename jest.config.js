/** Sources run as they are: ES modules in TypeScript, workspace packages resolved to their `src`, no build before a test. */
export default {
  testMatch: [
    '<rootDir>/packages/*/test/**/*.test.ts',
    '<rootDir>/examples/*/test/**/*.test.ts',
    '<rootDir>/test/**/*.test.ts',
    '<rootDir>/bench/test/**/*.test.ts',
  ],
  // With a limit, Jest always uses workers, never its own process, whose timers would hide those of a test.
  workerIdleMemoryLimit: '1GB',
  testEnvironment: '<rootDir>/test/support/leak-environment.js',
  testEnvironmentOptions: { customExportConditions: ['@larder/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { swcrc: false, module: { type: 'es6' }, jsc: { target: 'es2022', parser: { syntax: 'typescript' } } },
    ],
  },
  // One more than the cores of a small machine: many files mostly wait, for failovers and for Clusters to settle.
  maxWorkers: 3,
  // Deadlines bound how long a failure takes; they must not be what fails on a busy machine.
  testTimeout: 30_000,
  workerGracefulExitTimeout: 10_000,
  coverageProvider: 'v8',
}
