import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', testing: 'testing/index.ts' },
  format: {
    esm: {},
    cjs: {
      deps: {
        // devalue is published as ESM only, and a CommonJS host such as Jest cannot require that.
        alwaysBundle: (id) => id === 'devalue',
        onlyBundle: ['devalue'],
        skipNodeModulesBundle: false,
      },
    },
  },
})
