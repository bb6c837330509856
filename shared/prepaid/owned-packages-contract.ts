import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { CARD_SALE_METHODS } from './contract.ts'
import { soldPackage } from './package-contract.ts'
import { packageMessages as s } from './package-messages.ts'

/** A package of a client with every use of its sessions; it may be used up, expired or refunded. */
const ownedPackage = soldPackage.extend({
  is_refunded: z.boolean(),
  /** What the client got back when the package was refunded; null for all other packages. */
  refunded: pesosAnswer.nullable(),
  /**
   * What a refund would give back now: the price less what was used, never below zero. Null for a package that was used
   * up or refunded.
   */
  refund: z
    .object({
      /**
       * The value of the used sessions, which a refund deducts: either their prices without the package or their shares
       * of the price of the package.
       */
      used: pesosAnswer,
      is_pro_rata: z.boolean(),
      amount: pesosAnswer,
      /** How the package was paid. A refund gives the money back by the same method. */
      method: z.enum(CARD_SALE_METHODS),
    })
    .nullable(),
  /** True if the validity of the package has begun, so that an admin can extend it. */
  can_be_extended: z.boolean(),
  /** Each use of a session, and each void or refund that gave a session back, the newest first. */
  uses: z.array(z.object({ kind: z.enum(['used', 'given_back']), date: civilDate, service_name: z.string() })),
})
export type OwnedPackage = z.output<typeof ownedPackage>

/** Calls about the packages that one client has bought. */
export const ownedPackagesContract = {
  ofClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/packages',
    access: 'sales.create',
    summary: 'All packages of a client with what is left of them and how they were used, the newest first',
    params: z.object({ id }),
    response: z.object({ data: z.array(ownedPackage) }),
  }),
  extend: endpoint({
    method: 'POST',
    url: '/api/sold-packages/:id/extend',
    access: 'sales.approve',
    summary: 'Give a sold package a later last day, also after it has expired',
    params: z.object({ id }),
    body: strictBody({
      /** The new last day on which a session can be used. */
      expires_on: civilDate,
      reason: requiredText(200, s.extendReasonRequired),
    }),
    response: z.object({ data: ownedPackage }),
  }),
  refund: endpoint({
    method: 'POST',
    url: '/api/sold-packages/:id/refund',
    access: 'sales.approve',
    summary:
      'Refund a sold package (header Idempotency-Key): give back what was paid less what was used; its other sessions end',
    idempotent: true,
    params: z.object({ id }),
    body: strictBody({
      /** The amount that the screen has shown. If the amount has changed meanwhile, nothing is refunded. */
      amount: pesos,
      reason: requiredText(200, s.refundReasonRequired),
      /**
       * In a clinic with cash control, the terminal whose drawer pays the cash; if left out, the only active terminal.
       */
      terminal_id: id.nullish(),
    }),
    response: z.object({ data: ownedPackage }),
    // The data of the error `conflict`, for a refund whose amount has changed: the package with its present amount.
    errorData: { conflict: ownedPackage },
  }),
  transfer: endpoint({
    method: 'POST',
    url: '/api/sold-packages/:id/transfer',
    access: 'sales.create',
    summary: 'Give a transferable package with what is left of it to another client',
    params: z.object({ id }),
    body: strictBody({
      /** The user id of the client who gets the package. */
      user_id: z.uuid(s.clientRequired),
    }),
    response: z.object({ data: ownedPackage }),
  }),
}
