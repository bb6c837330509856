import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { NEWS_CHANNELS, NEWS_PLACES } from './news-contract.ts'
import { newsMessages } from './messages.ts'

export const privacyEvents = eventTypesOf('privacy', {
  'privacy.notice.accepted': eventType({
    kind: 'create',
    subject: 'user',
    parameters: z.object({ version: z.string() }),
    sentence: ({ version }) => `Accepted the privacy notice of ${version}`,
  }),
  'privacy.news.changed': eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({
      name: z.string(),
      channel: z.enum(NEWS_CHANNELS),
      is_wanted: z.boolean(),
      where: z.enum(NEWS_PLACES),
    }),
    sentence: ({ name, channel, is_wanted, where }) =>
      `${newsMessages.channel[channel]} for ${name}: ${is_wanted ? 'wanted' : 'no more'} (${newsMessages.where[where]})`,
  }),
})
