import { parseUrl } from '#shared/lib/parse-url.ts'
import { sharingMessages as s } from './sharing-messages.ts'

/** The most characters of the bio on each network. */
export const MOST_LETTERS = { facebook: 101, instagram: 150 } as const

/**
 * Returns the first of `texts` that has at most `most` characters. If all texts are longer, it returns the last one,
 * cut to this length.
 */
const fitting = (most: number, ...texts: readonly string[]): string =>
  texts.find((text) => text.length <= most) ?? texts.at(-1)!.slice(0, most)

type Shared = { name: string; location: string; address: string; link: string }

/** The texts that a clinic can post with its link. */
export function shareTexts({ name, location, address, link }: Shared) {
  const bio = (most: number) =>
    fitting(most, ...(location ? [s.bioWithPlace(name, location)] : []), s.bioOf(name), s.bookOnline)
  return {
    facebookPost: s.facebookPostOf(name, link, address),
    facebookBio: bio(MOST_LETTERS.facebook),
    instagramPost: s.instagramPostOf(name, address),
    instagramBio: bio(MOST_LETTERS.instagram),
  }
}

const PRIVATE_HOST = /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[)|\.(local|lan|internal)$/

/**
 * True if an address opens only on this computer or in the clinic's own network, so that a shared link would not work.
 */
export function isLocalAddress(origin: string): boolean {
  const host = parseUrl(origin)?.hostname ?? ''
  return PRIVATE_HOST.test(host) || !host.includes('.')
}
