/** The push services of Chrome and Edge on Android, Firefox, Edge on Windows, and Safari. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
]

/**
 * The normalized URL of a subscription; null when it belongs to no push service. Other URLs are refused, because a
 * client could otherwise make the server send requests into the clinic's network. `further` are origins configured by
 * the operator.
 */
export function addressAtPushService(text: string, further: readonly string[]): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, port, username, password, origin, href } = new URL(text)
  const isKnown = protocol === 'https:' && port === '' && known.some((pattern) => pattern.test(hostname))
  const isBare = username === '' && password === ''
  return isBare && (isKnown || further.includes(origin)) ? href : null
}
