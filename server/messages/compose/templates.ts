import type { ReadTx } from '#server/db/pool.ts'
import {
  channelsOf,
  defaultTemplate,
  isOnByDefault,
  TEMPLATE_TYPES,
  type Channel,
  type Template,
  type TemplateType,
} from '#shared/messages/message-types.ts'
import type { MessageTypeSetting } from '#shared/messages/contract.ts'
import * as queries from '#server/messages/queries.ts'

/** Returns the clinic's own text of a message type, else the default one. */
export async function templateOf(
  tx: ReadTx,
  branchId: string,
  occasion: TemplateType,
  channel: Channel,
): Promise<Template> {
  const own = await queries.findMessageTypeSetting(tx, { branch_id: branchId, occasion, channel })
  const usual = defaultTemplate(occasion, channel)
  return { subject: own?.subject ?? usual.subject, body: own?.body ?? usual.body }
}

/** Returns whether a message type is sent on a channel: the clinic's setting, else the default. */
export async function isOn(tx: ReadTx, branchId: string, occasion: TemplateType, channel: Channel): Promise<boolean> {
  const own = await queries.findMessageTypeSetting(tx, { branch_id: branchId, occasion, channel })
  return own?.is_on ?? isOnByDefault(channel, occasion)
}

/** The settings of every message type on each of its channels: the clinic's own, else the defaults. */
export async function messageTypeSettings(tx: ReadTx, branchId: string): Promise<MessageTypeSetting[]> {
  const own = await queries.listMessageTypeSettings(tx, branchId)
  return TEMPLATE_TYPES.flatMap((occasion) =>
    channelsOf(occasion).map((channel) => {
      const row = own.find((each) => each.occasion === occasion && each.channel === channel)
      const usual = defaultTemplate(occasion, channel)
      return {
        occasion,
        channel,
        is_on: row?.is_on ?? isOnByDefault(channel, occasion),
        subject: row?.subject ?? usual.subject,
        body: row?.body ?? usual.body,
        is_own: row?.body != null || row?.subject != null,
        version: row?.version ?? 0,
      }
    }),
  )
}
