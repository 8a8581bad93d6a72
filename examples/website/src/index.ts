/** The pages of the catalogue, ready to be served. */
import { bundle } from './bundle.ts'
import type { File } from './file.ts'

export type { File }

export interface Website {
  /** By the path under which pages ask for them. */
  readonly files: ReadonlyMap<string, File>
  readonly shop: File
  readonly lab: File
}

let files: ReturnType<typeof bundle> | undefined

/** Takes some tenths of a second the first time: it bundles what lies in `browser/`. */
export async function openWebsite(): Promise<Website> {
  files ??= bundle({ shop: 'shop/main.tsx', lab: 'lab/main.tsx' })
  return {
    files: await files,
    shop: page('Larder catalogue', 'shop'),
    lab: page('Stampede lab · Larder', 'lab'),
  }
}

function page(title: string, name: string): File {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/${name}.css">
<script type="module" src="/assets/${name}.js"></script>
</head>
<body></body>
</html>
`
  return { type: 'text/html; charset=utf-8', body }
}
