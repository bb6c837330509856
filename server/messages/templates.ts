import type { ReadTx } from '#server/db/pool.ts'
import {
  CHANNELS,
  defaultTemplate,
  isOnByDefault,
  VISIT_OCCASIONS,
  type Channel,
  type Template,
  type VisitOccasion,
} from '#shared/messages/occasions.ts'
import type { OccasionSetting } from '#shared/messages/contract.ts'
import * as queries from './queries.ts'

/** The text of an occasion: the clinic's own, else the one that comes with Mutya. */
export async function templateOf(
  tx: ReadTx,
  branchId: string,
  occasion: VisitOccasion,
  channel: Channel,
): Promise<Template> {
  const own = await queries.readOccasion(tx, { branch_id: branchId, occasion, channel })
  const usual = defaultTemplate(occasion, channel)
  return { subject: own?.subject ?? usual.subject, body: own?.body ?? usual.body }
}

/** Every occasion with each channel, in their order. */
export async function occasionSettings(tx: ReadTx, branchId: string): Promise<OccasionSetting[]> {
  const own = await queries.readOccasions(tx, branchId)
  return VISIT_OCCASIONS.flatMap((occasion) =>
    CHANNELS.map((channel) => {
      const row = own.find((each) => each.occasion === occasion && each.channel === channel)
      const usual = defaultTemplate(occasion, channel)
      return {
        occasion,
        channel,
        is_on: row?.is_on ?? isOnByDefault(channel),
        subject: row?.subject ?? usual.subject,
        body: row?.body ?? usual.body,
        is_own: row?.body != null || row?.subject != null,
        version: row?.version ?? 0,
      }
    }),
  )
}
