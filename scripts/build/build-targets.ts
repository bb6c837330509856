import { oldestBrowsers as oldest } from '#shared/website/oldest-browsers.ts'

/** What scripts and style sheets are built for. */
export const buildTargets = [
  `chrome${oldest.chrome}`,
  `edge${oldest.edge}`,
  `firefox${oldest.firefox}`,
  `safari${oldest.safari}`,
  `ios${oldest.safari}`,
]

/** For the first script of a page, which tells people with an older browser to update it. */
export const firstScriptTarget = 'es2017'
