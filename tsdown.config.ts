import { defineConfig } from 'tsdown'

/** Every package is built for both module systems, with types for each; a package's own file adds to this. */
export default defineConfig({
  workspace: 'packages/*',
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  fixedExtension: false,
  sourcemap: true,
  dts: { sourcemap: false },
  failOnWarn: true,
  // CommonJS is meant, and how long a plugin took is no warning.
  checks: { legacyCjs: false, pluginTimings: false },
  logLevel: 'warn',
})
