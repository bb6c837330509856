/**
 * The oldest version of each supported browser; `safari` is also the version of iOS. The build targets, the browser
 * checks and the sentence for outdated browsers all read these numbers.
 */
export const oldestBrowsers = { chrome: '111', edge: '111', safari: '16.4', firefox: '128', samsung: '22' } as const
