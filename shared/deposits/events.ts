import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatPeso } from '#shared/lib/money.ts'

const deposit = z.object({ client: z.string(), amount_centavos: z.number() })
const numbered = deposit.extend({ number: z.number() })

export const depositEvents = eventTypesOf('deposits', {
  'deposits.deposit.requested': eventType({
    kind: 'create',
    subject: 'deposit',
    parameters: deposit,
    sentence: ({ client, amount_centavos }) => `Asked ${client} for a deposit of ${formatPeso(amount_centavos)}`,
  }),
  'deposits.deposit.reported': eventType({
    kind: 'update',
    subject: 'deposit',
    parameters: deposit,
    sentence: ({ client, amount_centavos }) =>
      `Reported the deposit of ${client} of ${formatPeso(amount_centavos)} as paid`,
  }),
  'deposits.deposit.verified': eventType({
    kind: 'update',
    subject: 'deposit',
    parameters: numbered.extend({ method: z.string() }),
    sentence: ({ client, amount_centavos, method }) =>
      `Verified the deposit of ${client} of ${formatPeso(amount_centavos)}, paid by ${method}`,
  }),
  'deposits.deposit.refused': eventType({
    kind: 'update',
    subject: 'deposit',
    parameters: deposit.extend({ reason: z.string() }),
    sentence: ({ client, reason }) => `Did not find the payment of the deposit of ${client}: ${reason}`,
  }),
  'deposits.deposit.returned': eventType({
    kind: 'delete',
    subject: 'deposit',
    parameters: numbered.extend({ reason: z.string() }),
    sentence: ({ client, amount_centavos, reason }) =>
      `Gave ${formatPeso(amount_centavos)} of the deposit of ${client} back: ${reason}`,
  }),
  'deposits.deposit.kept': eventType({
    kind: 'delete',
    subject: 'deposit',
    parameters: numbered.extend({ reason: z.string() }),
    sentence: ({ client, amount_centavos, reason }) =>
      `Kept ${formatPeso(amount_centavos)} of the deposit of ${client}: ${reason}`,
  }),
  'deposits.settings.changed': eventType({
    kind: 'update',
    subject: 'settings for deposits',
    parameters: z.object({}),
    sentence: () => 'Changed the settings for deposits',
  }),
})
