import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { parseUrl } from '#shared/lib/parse-url.ts'
import { strictBody, version } from '#shared/lib/fields.ts'
import { embeddingMessages as s } from './embedding-messages.ts'

const MOST_HOSTS = 10
/** The maximum length of an address. The name of a host has at most 253 characters. */
const LONGEST_ADDRESS = 300

/** Hosts of one's own computer, which may use http, so that a page can be tried before it is published. */
const LOOPBACK = ['localhost', '127.0.0.1']
/**
 * A full domain name, whose last part has a letter. Other characters could add directives to the
 * Content-Security-Policy header.
 */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/

/** Parses a pasted address, which may lack its `https://`. */
const urlOf = (text: string) => parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)

/** The origin of a pasted address, or the sentence that says what is wrong with it. */
function originOf(text: string): { origin: string } | { problem: string } {
  if (text.includes('*')) return { problem: s.noWildcard(text) }
  const url = urlOf(text)
  if (url === null) return { problem: s.notAnAddress(text) }
  const isLoopback = LOOPBACK.includes(url.hostname)
  if (url.protocol === 'http:' && !isLoopback) return { problem: s.needsHttps(text) }
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || !(isLoopback || DOMAIN.test(url.hostname)) || url.username !== '' || url.password !== '')
    return { problem: s.notAnAddress(text) }
  return { origin: url.origin }
}

/**
 * The address of a website, of which only the origin is kept. People may also paste the address of one of its pages.
 */
const frameHost = z
  .string()
  .trim()
  .max(LONGEST_ADDRESS)
  .transform((text, context) => {
    const read = originOf(text)
    if ('origin' in read) return read.origin
    context.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  })

const embedding = z.object({
  /** The origins of the websites that may show the booking page in a frame. */
  hosts: z.array(z.string()),
  version,
})
export type Embedding = z.output<typeof embedding>

export const embeddingContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/website/embedding',
    access: 'website.manage',
    summary: 'The websites that may show the booking page in a frame',
    response: z.object({ data: embedding }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/website/embedding',
    access: 'website.manage',
    summary: 'Name the websites that may show the booking page in a frame',
    database: 'none',
    body: strictBody({
      hosts: z
        .array(frameHost)
        .max(MOST_HOSTS, s.tooManyHosts(MOST_HOSTS))
        .transform((hosts) => [...new Set(hosts)]),
    }),
    response: z.object({ data: embedding }),
    errorData: { stale: embedding },
    ifMatch: true,
  }),
}
