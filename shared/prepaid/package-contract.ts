import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, optionalText, requiredName, strictBody, version } from '#shared/lib/fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { isPesoAmount } from '#shared/lib/money.ts'
import { CARD_SALE_METHODS } from './contract.ts'
import { packageMessages as s } from './package-messages.ts'

/** When the validity of a package begins; `none` for a package without an expiry date. */
export const PACKAGE_VALIDITIES = ['none', 'sale', 'first_use'] as const
export type PackageValidity = (typeof PACKAGE_VALIDITIES)[number]

/** The largest price of a package, in pesos, and the largest number of its sessions. */
const MOST_PESOS = 1_000_000
const MOST_SESSIONS = 100

const serviceOfPackage = z.object({
  service_id: id,
  service_name: z.string(),
  sessions: z.number().int(),
  /** The price of one session without the package. */
  price: pesosAnswer,
})

/** A package as the clinic offers it. */
const offeredPackage = z.object({
  id,
  name: z.string(),
  price: pesosAnswer,
  services: z.array(serviceOfPackage),
  validity: z.enum(PACKAGE_VALIDITIES),
  validity_months: z.number().int().nullable(),
  is_transferable: z.boolean(),
  /** True if the till offers the package. */
  is_active: z.boolean(),
  version,
})
export type OfferedPackage = z.output<typeof offeredPackage>

const sessionsOfService = strictBody({
  service_id: z.uuid(s.chooseService),
  sessions: z
    .number(s.tooManySessions)
    .int(s.tooManySessions)
    .min(1, s.tooManySessions)
    .max(MOST_SESSIONS, s.tooManySessions),
})

/**
 * Reports two errors: a service that occurs twice in a package, at its second row, and too many sessions in total, at
 * the first row.
 */
function judgeSessions(rows: readonly { service_id: string; sessions: number }[], context: z.RefinementCtx): void {
  const judge = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  rows.forEach(({ service_id }, index) => {
    const isRepeat = rows.findIndex((row) => row.service_id === service_id) < index
    if (isRepeat) judge([index, 'service_id'], s.serviceTwice)
  })
  if (rows.reduce((sum, { sessions }) => sum + sessions, 0) > MOST_SESSIONS) judge([0, 'sessions'], s.tooManySessions)
}

const packageBody = strictBody({
  name: requiredName(60, s.nameRequired),
  price: z
    .number(s.priceRequired)
    .positive(s.priceRequired)
    .max(MOST_PESOS, s.priceTooHigh)
    .refine(isPesoAmount, fieldMessages.pesos),
  services: z
    .array(sessionsOfService)
    .min(1, s.servicesRequired)
    .max(MOST_SESSIONS, s.tooManySessions)
    .superRefine(judgeSessions),
  validity: z.enum(PACKAGE_VALIDITIES),
  /** For how many months the package is valid; null for a package without an expiry date. */
  validity_months: z
    .number(s.monthsRequired)
    .int(s.monthsRequired)
    .min(1, s.monthsRequired)
    .max(120, s.monthsRequired)
    .nullable(),
  is_transferable: z.boolean(),
  is_active: z.boolean(),
}).refine(({ validity, validity_months }) => (validity === 'none') === (validity_months === null), {
  path: ['validity_months'],
  message: s.monthsRequired,
})

/** A package of a client, with the sessions that are left. */
export const soldPackage = z.object({
  id,
  name: z.string(),
  /** The day on which the client bought the package; the day of the import if the import has not named it. */
  sold_on: civilDate,
  /** The day on which an import brought the package in from another system; null if the clinic sold it with Mutya. */
  brought_in_on: civilDate.nullable(),
  /**
   * `price` is what was paid for the package, or its unused value when it was brought in. `balance` is the unused
   * value.
   */
  price: pesosAnswer,
  balance: pesosAnswer,
  /** The last day on which a session can be used; null without an expiry date, and before the first use. */
  expires_on: civilDate.nullable(),
  is_expired: z.boolean(),
  is_transferable: z.boolean(),
  /** The number of the sale, which is printed on the paper that the client gets; null if it was brought in. */
  number: z.number().int().nullable(),
  services: z.array(
    z.object({
      service_id: id,
      service_name: z.string(),
      /** All sessions, also those that were used before the package was brought in. */
      sessions: z.number().int(),
      /** The sessions that can still be used, in the order of their use, each with the amount that it pays. */
      left: z.array(z.object({ id, value: pesosAnswer })),
    }),
  ),
})
export type SoldPackage = z.output<typeof soldPackage>

/** The client, by the id of the client's record or of the user. */
const ofClientQuery = z
  .strictObject({ client_id: id.optional(), user_id: id.optional() })
  .refine(({ client_id, user_id }) => (client_id === undefined) !== (user_id === undefined), {
    path: ['client_id'],
    message: s.clientRequired,
  })
export type ClientOfPackages = z.output<typeof ofClientQuery>

export const packagesContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/packages',
    access: 'sales.create',
    summary: 'The packages of sessions that the clinic offers, and the services that can be in them',
    response: z.object({
      data: z.array(offeredPackage),
      services: z.array(z.object({ id, name: z.string(), price: pesosAnswer })),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/packages/:id',
    access: 'catalogue.manage',
    summary: 'Add or change a package; sold packages keep what was sold',
    params: z.object({ id }),
    body: packageBody,
    response: z.object({ data: offeredPackage }),
    errorData: { stale: offeredPackage },
    ifMatch: true,
  }),
  sell: endpoint({
    method: 'POST',
    url: '/api/sold-packages',
    access: 'sales.create',
    summary:
      'Sell a package to a client (header Idempotency-Key). It is not a sale yet: each session becomes a sale on the day it is used',
    status: 201,
    idempotent: true,
    body: strictBody({
      package_id: z.uuid(s.packageRequired),
      /** The user id of the client who buys the package. */
      user_id: z.uuid(s.clientRequired),
      /** The price that the till has shown. */
      price: pesos,
      method: z.enum(CARD_SALE_METHODS),
      /** The received cash; if left out, exactly the price. */
      received: pesos.nullish(),
      reference_number: optionalText(60),
      /**
       * In a clinic with cash control, the terminal in whose open shift the money is recorded, by any method; if left
       * out, the only active terminal.
       */
      terminal_id: id.nullish(),
    }),
    response: z.object({ data: soldPackage }),
  }),
  ofClient: endpoint({
    method: 'GET',
    url: '/api/sold-packages',
    access: 'sales.create',
    summary: 'The packages of a client that have sessions left, the one that expires first at the top',
    querystring: ofClientQuery,
    response: z.object({ data: z.array(soldPackage) }),
  }),
}
