import { taxSettings } from '#server/clinic/clinic-profile.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReadContext } from '#server/lib/context.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { cardContract } from '#shared/sales/card-contract.ts'
import * as views from './card-views.ts'

type CardTerms = Answer<typeof cardContract.terms>['data']

/** The latest card of a person; null when there is none. */
async function rememberedCard(tx: ReadTx, userId: string): Promise<CardTerms['card']> {
  const card = await views.rememberedCard(tx, userId)
  return card ? { ...card, seen_at: isoInManila(card.seen_at) } : null
}

/** The data that the till needs for a card discount; the user is optional. */
export async function cardTerms({ tx, branchId }: ReadContext, userId: string | undefined): Promise<CardTerms> {
  const { isVatRegistered } = await taxSettings(tx, branchId)
  return { is_vat_registered: isVatRegistered, card: userId === undefined ? null : await rememberedCard(tx, userId) }
}
