/**
 * The oldest version of each browser on which the product works; `safari` is also the version of iOS. The targets of the
 * build, the checks of younger functions and the sentence for older browsers all read these numbers.
 */
export const oldestBrowsers = { chrome: '111', edge: '111', safari: '16.4', firefox: '128', samsung: '22' } as const
