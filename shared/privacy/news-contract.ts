import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant, strictBody } from '#shared/lib/fields.ts'

/** The channels on which clients can get news. */
export const NEWS_CHANNELS = ['email', 'sms'] as const
export type NewsChannel = (typeof NEWS_CHANNELS)[number]

/** The places where a person can give or withdraw consent to news. */
export const NEWS_PLACES = ['registration', 'booking', 'profile', 'desk', 'link', 'closing'] as const
export type NewsPlace = (typeof NEWS_PLACES)[number]

const channel = z.enum(NEWS_CHANNELS)
const where = z.enum(NEWS_PLACES).nullable()

/** Whether a person wants news on a channel, and when and where they said so. */
const newsChoice = z.object({
  channel,
  is_wanted: z.boolean(),
  given_at: instant.nullable(),
  given_where: where,
  withdrawn_at: instant.nullable(),
  withdrawn_where: where,
})
export type NewsChoice = z.output<typeof newsChoice>

/** A news choice with the name of the person or staff member who entered it. */
const notedChoice = newsChoice.extend({ given_by: z.string().nullable(), withdrawn_by: z.string().nullable() })
export type NotedNewsChoice = z.output<typeof notedChoice>

const choice = strictBody({ channel, is_wanted: z.boolean() })

/**
 * The channels on which a person who was asked wants news. A channel that is missing is declined, unless the person has
 * answered about it before.
 */
export const wantedNews = z.array(channel).max(NEWS_CHANNELS.length)

/** News and offers by e-mail and SMS: each channel needs its own consent, which can be withdrawn at any time. */
export const newsContract = {
  mine: endpoint({
    method: 'GET',
    url: '/api/my/news',
    access: 'any-account',
    summary: 'Whether the caller wants news by e-mail and by SMS, and since when',
    response: z.object({ data: z.array(newsChoice) }),
  }),
  chooseMine: endpoint({
    method: 'PUT',
    url: '/api/my/news',
    access: 'any-account',
    summary: 'Start or stop news to the caller by e-mail or SMS',
    body: choice,
    response: z.object({ data: z.array(newsChoice) }),
  }),
  ofClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/news',
    access: 'clients.read',
    summary: 'Whether a client wants news by e-mail and by SMS, and who recorded this when',
    params: z.object({ id }),
    response: z.object({ data: z.array(notedChoice) }),
  }),
  chooseForClient: endpoint({
    method: 'PUT',
    url: '/api/clients/:id/news',
    access: 'clients.manage',
    summary: 'Record whether a client wants news by e-mail or SMS',
    params: z.object({ id }),
    body: choice,
    response: z.object({ data: z.array(notedChoice) }),
  }),
}
