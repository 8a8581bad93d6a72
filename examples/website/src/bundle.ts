/** What browsers run, in one script and one style sheet a page: nothing is fetched from elsewhere. */
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import type { File } from './file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const folder = fileURLToPath(new URL('../browser', import.meta.url))

/** Entry points by their names, as paths in `browser/`; the files by the paths under which they are served. */
export async function bundle(
  entryPoints: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, File>> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: { ...entryPoints },
    outdir: '/assets',
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  })
  // Its own process, which would stay for further builds.
  await stop()
  return new Map(
    outputFiles.map(({ path, text }) => [path, { type: TYPES[extname(path)] as string, body: text }]),
  )
}
