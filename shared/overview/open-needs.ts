import type { Needs } from './contract.ts'
import { overviewMessages as s } from './messages.ts'

/** The kinds of open items that are counted. */
export type CountedNeed = keyof typeof s.needs

/**
 * The kinds of open items that the owner's page and the daily summary list. Products that expire within 30 days include
 * those that expire within 7 days, and these include expired ones. A kind is left out if it would count only products
 * that a shorter period counts already.
 */
export const openNeeds = (needs: Pick<Needs, CountedNeed>): CountedNeed[] =>
  (Object.keys(s.needs) as CountedNeed[]).filter((kind) => {
    if (kind === 'expiring_in_7_days') return needs[kind] > needs.expired
    if (kind === 'expiring_in_30_days') return needs[kind] > needs.expiring_in_7_days
    return needs[kind] > 0
  })
