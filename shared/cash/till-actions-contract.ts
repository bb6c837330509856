import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesos } from '#shared/lib/money-fields.ts'
import { cashMessages as s } from './messages.ts'
import { MOST_TILL_ACTION_AGE, MOST_TILL_ACTION_TEXT, MOST_TILL_ACTIONS, TILL_ACTION_KINDS } from './till-actions.ts'

/** The call with which tills report their till actions. */
export const tillActionsContract = {
  record: endpoint({
    method: 'POST',
    url: '/api/cash/till-actions',
    access: 'cash.use',
    summary:
      'Record deleted lines, abandoned orders and openings of the drawer of a till. An action with a known id is recorded already and left out',
    status: 201,
    body: strictBody({
      /** The terminal of the device; null if it has chosen none. */
      terminal_id: id.nullable(),
      actions: z
        .array(
          strictBody({
            id,
            kind: z.enum(TILL_ACTION_KINDS),
            description: requiredText(MOST_TILL_ACTION_TEXT),
            amount: pesos,
            /**
             * Who did the action: the caller, or an earlier cashier of the same shift whose unsent actions the caller
             * sends.
             */
            cashier_id: id,
            /** How long ago the action was. Its time is not sent, because the clock of a device may be wrong. */
            seconds_ago: z.number().int().min(0).max(MOST_TILL_ACTION_AGE),
          }).refine(({ kind, amount }) => kind !== 'drawer_opened' || amount === 0, {
            path: ['amount'],
            error: s.openingWithoutAmount,
          }),
        )
        .min(1)
        .max(MOST_TILL_ACTIONS),
    }),
    response: messageAnswer,
  }),
}
