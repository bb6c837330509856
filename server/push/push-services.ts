/** Where browsers let themselves be reached: Chrome and Edge on Android, Firefox, Edge on Windows, Safari. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
]

/**
 * The address that a client names, as it is written in full; null when it does not belong to a push service. The server sends
 * nowhere else: whoever could name any address could make it ask machines of the clinic's own network. `further` are
 * origins that the operator has named.
 */
export function addressAtPushService(text: string, further: readonly string[]): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, origin, href } = new URL(text)
  const isKnown = protocol === 'https:' && port === '' && known.some((pattern) => pattern.test(hostname))
  const isBare = username === '' && password === ''
  return isBare && (isKnown || further.includes(origin)) ? href : null
}
