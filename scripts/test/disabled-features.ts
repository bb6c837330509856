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
 * The features of Chromium that Playwright leaves out by itself. The last `--disable-features` of a command line counts alone,
 * so whoever adds one has to repeat them. Playwright tells them to its own code only: throws when it does so no more.
 */
export async function disabledByPlaywright(): Promise<string[]> {
  const { server } = createRequire(import.meta.url)('playwright-core/lib/coreBundle') as CoreBundle
  const { chromium } = server.createPlaywright({ sdkLanguage: 'javascript' })
  const args = await chromium.defaultArgs({}, false, '')
  const features = args.find((one) => one.startsWith(SWITCH))
  if (features === undefined) throw new Error(`Playwright does not say ${SWITCH} any more`)
  return features.slice(SWITCH.length).split(',')
}
