import { oldestBrowsers as oldest } from '#shared/website/oldest-browsers.ts'

/** The browser versions for which scripts and style sheets are built. */
export const buildTargets = [
  `chrome${oldest.chrome}`,
  `edge${oldest.edge}`,
  `firefox${oldest.firefox}`,
  `safari${oldest.safari}`,
  `ios${oldest.safari}`,
]

/** The target of a page's first script, which also runs in older browsers and tells people to update. */
export const firstScriptTarget = 'es2017'
