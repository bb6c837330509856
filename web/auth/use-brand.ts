import { useQuery } from '@tanstack/react-query'
import { clinicContract } from '#shared/clinic/contract.ts'
import { brandOf } from '#shared/clinic/public-profile.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { query } from '#web/lib/query.ts'

/** The clinic's name in two lines; the product's until it is loaded. */
export function useBrand(): { brand: string; brand_line: string } {
  const clinic = useQuery({ ...query(clinicContract.read, {}), staleTime: 60_000 })
  return brandOf(clinic.data?.data.name ?? navigationMessages.product)
}
