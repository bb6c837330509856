/** API calls whose path has changed, each with its old path and its new one. */
const MOVED = [['/api/transactions/by-key/', '/api/transactions-by-key/']] as const

/**
 * Returns a call's URL with its present path. A page that was opened before an upgrade still uses the old path: a till,
 * for example, asks after the upgrade whether its last sale was recorded.
 */
export function presentAddress({ url = '' }: { url?: string }): string {
  const moved = MOVED.find(([before]) => url.startsWith(before))
  return moved ? moved[1] + url.slice(moved[0].length) : url
}
