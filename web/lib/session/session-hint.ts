/** The cookie that a log-in sets and a log-out clears, and that scripts can read. */
const COOKIE = 'csrf_token='

/**
 * False when certainly nobody is logged in, so that public pages send no request. True does not prove that somebody is.
 */
export const maySessionExist = (): boolean => document.cookie.split('; ').some((pair) => pair.startsWith(COOKIE))
