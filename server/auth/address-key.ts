import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head.split(':').filter((group) => group)
  const after = (tail ?? '').split(':').filter((group) => group)
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
}

/**
 * Returns the key under which log-in attempts from an address are counted: an IPv4 address itself (also if it is mapped
 * as `::ffff:…`), and for an IPv6 address its /64 network, because one internet connection can use all addresses of
 * such a network.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const groups = groupsOf(address.split('%')[0] ?? address).slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
