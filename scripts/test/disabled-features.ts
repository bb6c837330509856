import { createRequire } from 'node:module'

type CoreBundle = {
  server: {
    createPlaywright: (options: { sdkLanguage: 'javascript' }) => {
      chromium: { defaultArgs: (options: object, isPersistent: boolean, userDataDir: string) => Promise<string[]> }
    }
  }
}

const SWITCH = '--disable-features='

/**
 * Returns the Chromium features that Playwright disables. Chromium uses only the last `--disable-features` argument, so
 * code that adds one must repeat Playwright's. Throws if Playwright's internal list can no longer be read.
 */
export async function disabledByPlaywright(): Promise<string[]> {
  const { server } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as CoreBundle
  const { chromium } = server.createPlaywright({ sdkLanguage: 'javascript' })
  const args = await chromium.defaultArgs({}, false, '')
  const features = args.find((one) => one.startsWith(SWITCH))
  if (features === undefined) throw new Error(`Playwright does not say ${SWITCH} any more`)
  return features.slice(SWITCH.length).split(',')
}
