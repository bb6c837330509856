import type { FastifyReply } from 'fastify'
import { cookieAttributes, type CookieOptions } from './cookies.ts'

/** How many accounts one browser remembers, because several people share the counter's browser. */
const MAX_ACCOUNTS = 8

/** `entry` is the pattern of one entry of the cookie; its first capture group is the id of the account. */
type Kind = { name: string; entry: RegExp; maxAgeSeconds: number }

/**
 * A cookie that scripts cannot read, with one entry for each account that uses the browser. The caller verifies the
 * entries, which a browser can make up.
 */
export function accountCookie({ name, entry, maxAgeSeconds }: Kind) {
  const entriesOf = (reply: FastifyReply): RegExpExecArray[] =>
    (reply.request.cookies[name] ?? '')
      .split('~', MAX_ACCOUNTS)
      .map((text) => entry.exec(text))
      .filter((found) => found !== null)
  return {
    entriesOf,
    /** Stores the account's entry as the first of the cookie. If the cookie is full, its oldest entry is removed. */
    set: (reply: FastifyReply, added: string, options: CookieOptions): void => {
      const accountId = entry.exec(added)?.[1]
      const others = entriesOf(reply).filter(([, other]) => other !== accountId)
      const entries = [added, ...others.map(([text]) => text)].slice(0, MAX_ACCOUNTS)
      const attributes = { ...cookieAttributes(reply, options), path: '/api', httpOnly: true, maxAge: maxAgeSeconds }
      void reply.setCookie(name, entries.join('~'), attributes)
    },
  }
}
