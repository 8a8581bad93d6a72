import { findOnPath } from './find-program.ts'

/** The path of a Chromium: what CHROMIUM_PATH says, else the first on PATH, if there is one. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || findOnPath('chromium', 'chromium-browser', 'google-chrome')
}
