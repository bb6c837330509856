import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, `::` filled in. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((group) => group)
  const after = (tail ?? '').split(':').filter((group) => group)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

/**
 * What tries are counted by: an IPv4 address as it is (also when it comes as `::ffff:…`), of an IPv6 address the /64,
 * because one customer has that many addresses to try from.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const groups = groupsOf(address.split('%')[0] ?? address).slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
