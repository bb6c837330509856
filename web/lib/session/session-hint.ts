/** The readable cookie that log-in sets beside the hidden one, and log-out clears. */
const COOKIE = 'csrf_token='

/** False when nobody can be logged in: public pages then ask the server nothing. True proves nothing. */
export const maySessionExist = (): boolean => document.cookie.split('; ').some((pair) => pair.startsWith(COOKIE))
