import type { Centavos } from '#shared/lib/money.ts'
import type { PackageValidity } from '#shared/prepaid/package-contract.ts'

export type SamplePackage = {
  name: string
  price_centavos: Centavos
  /** The names of the services, each with its number of sessions. */
  services: readonly (readonly [service: string, sessions: number])[]
  validity: PackageValidity
  validity_months: number | null
  is_transferable: boolean
}

/** The packages that the sample clinic offers. */
export const samplePackages: readonly SamplePackage[] = [
  {
    name: 'Glow Package',
    price_centavos: 1_120_000,
    services: [['Hydra Glow Facial', 5]],
    validity: 'sale',
    validity_months: 12,
    is_transferable: true,
  },
  {
    name: 'Peel Course',
    price_centavos: 520_000,
    services: [['Glycolic Peel', 4]],
    validity: 'sale',
    validity_months: 6,
    is_transferable: false,
  },
  {
    name: 'Drip and Glow',
    price_centavos: 1_450_000,
    services: [
      ['Glow Drip', 4],
      ['Diamond Peel Facial', 4],
    ],
    validity: 'none',
    validity_months: null,
    is_transferable: true,
  },
]

/**
 * Packages that were sold, by the position of the client among the sample's clients. Each has the number of days after
 * which it expires, or null if it never expires. `usedDaysAgo` tells how many days ago each used session was used.
 */
export const sampleSoldPackages: readonly {
  client: number
  name: string
  endsInDays: number | null
  usedDaysAgo: readonly number[]
}[] = [
  { client: 5, name: 'Peel Course', endsInDays: 9, usedDaysAgo: [] },
  { client: 14, name: 'Glow Package', endsInDays: 200, usedDaysAgo: [110, 62] },
  { client: 21, name: 'Drip and Glow', endsInDays: null, usedDaysAgo: [5] },
]

/**
 * The packages that the sample's clients bought in the clinic's earlier system. The first package belongs to the client
 * whose log-in the start of the sample prints, so that this client sees a package while booking.
 */
export const sampleBroughtIn: readonly {
  client: number
  name: string
  service: string
  left: number
  usedBefore: number
  endsInDays: number | null
}[] = [
  { client: 0, name: 'Glow Package', service: 'Hydra Glow Facial', left: 3, usedBefore: 2, endsInDays: 120 },
  { client: 28, name: 'Laser Course', service: 'RF Face', left: 2, usedBefore: 4, endsInDays: null },
]
