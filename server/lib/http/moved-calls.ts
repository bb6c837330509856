/** API calls whose path has changed, each with its old path and its new one. */
const MOVED = [['/api/transactions/by-key/', '/api/transactions-by-key/']] as const

/**
 * Returns the present address of a call. Pages that were opened before an upgrade still use the old address, and a till
 * must be able to find out after an upgrade, too, whether its last sale was recorded.
 */
export function presentAddress({ url = '' }: { url?: string }): string {
  const moved = MOVED.find(([before]) => url.startsWith(before))
  return moved ? moved[1] + url.slice(moved[0].length) : url
}
