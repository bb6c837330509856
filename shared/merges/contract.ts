import { z } from 'zod'
import { clientRow, LOG_IN_STATUSES } from '#shared/clients/contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, strictBody, version } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'

/** One of the two records on the merge screen. */
const mergeSide = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string().nullable(),
  contact_number: z.string().nullable(),
  location: z.string().nullable(),
  /** The path of the client's photo; null if there is none. */
  photo: z.string().nullable(),
  /** The staff's note about the client. */
  note: z.string().nullable(),
  joined_at: instant,
  last_visit: civilDate.nullable(),
  visits: z.number().int(),
  total_spent: pesosAnswer,
  log_in: z.enum(LOG_IN_STATUSES),
  /** A version that increases with every change of the person, the account or the note. */
  version,
})
export type MergeSide = z.output<typeof mergeSide>

/** The fields for which staff choose between the values of the two records. */
export const MERGED_FIELDS = ['name', 'email', 'contact_number', 'location', 'photo', 'note'] as const

/** Names the record whose value is used: the remaining record (`kept`) or the other one. */
const from = z.enum(['kept', 'other'])

/** The last merge into a client's record, while it can still be undone. */
const undoableMerge = z.object({ id, name: z.string(), merged_at: instant, undo_until: instant })
export type UndoableMerge = z.output<typeof undoableMerge>

export const mergesContract = {
  compare: endpoint({
    method: 'GET',
    url: '/api/clients/:id/compare/:other_id',
    access: 'clients.merge',
    summary: 'Two client records to compare before they are merged',
    database: 'snapshot',
    params: z.object({ id, other_id: id }),
    response: z.object({ data: z.object({ kept: mergeSide, other: mergeSide }) }),
  }),
  merge: endpoint({
    method: 'POST',
    url: '/api/clients/:id/merge',
    access: 'clients.merge',
    summary: 'Merge another client record into this one; all rows that refer to the other record move to this one',
    params: z.object({ id }),
    body: strictBody({
      other_id: id,
      /**
       * The version of the other record, as the caller read it. The version of the remaining record is in `If-Match`.
       */
      other_version: version,
      takes: strictBody({
        name: from,
        email: from,
        contact_number: from,
        location: from,
        photo: from,
        note: z.enum(['kept', 'other', 'both']),
      }),
    }),
    response: z.object({ data: clientRow }),
    errorData: { stale: mergeSide },
    ifMatch: true,
    sessionOnly: true,
  }),
  last: endpoint({
    method: 'GET',
    url: '/api/clients/:id/merge',
    access: 'clients.merge',
    summary: 'The newest merge into this client that can still be undone; null when there is none',
    database: 'snapshot',
    params: z.object({ id }),
    response: z.object({ data: undoableMerge.nullable() }),
  }),
  undo: endpoint({
    method: 'POST',
    url: '/api/clients/:id/merge/undo',
    access: 'clients.merge',
    summary: 'Undo the newest merge into this client, within 24 hours',
    params: z.object({ id }),
    body: strictBody({ merge_id: id }),
    /** The record that exists again after the merge was undone. */
    response: z.object({ data: clientRow }),
    sessionOnly: true,
  }),
}
