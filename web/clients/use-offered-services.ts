import { useQuery } from '@tanstack/react-query'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import type { Option } from '#web/ui/option.ts'

/** What a multi-select offers, or why it offers nothing yet. */
export type Offered = { options: readonly Option[]; placeholder: string; disabled: boolean }

type Words = { loading: string; choose: string; none: string }

const nothing: readonly Option[] = []
const price = (pesos: number) => formatPesoShort(toCentavos(pesos))

function offered(chosen: boolean, options: readonly Option[] | undefined, words: Words): Offered {
  if (!chosen) return { options: nothing, placeholder: s.treatmentFirst, disabled: true }
  if (!options) return { options: nothing, placeholder: words.loading, disabled: true }
  return { options, placeholder: options.length > 0 ? words.choose : words.none, disabled: options.length === 0 }
}

const serviceWords = { loading: s.loadingServices, choose: s.chooseServices, none: s.noServices }
const addOnWords = { loading: s.loadingAddOns, choose: s.chooseAddOns, none: s.noAddOns }

/** Services and add-ons of a treatment, read once it is chosen (an empty id: none is). */
export function useOfferedServices(treatmentId: string) {
  const detail = useQuery({
    ...query(catalogueContract.treatment, { params: { id: treatmentId } }),
    enabled: treatmentId !== '',
    select: ({ data }) => ({
      services: data.services.map((row) => ({
        value: row.id,
        label: row.service_name,
        detail: price(row.service_price),
      })),
      addOns: data.addOns.map((row) => ({ value: row.id, label: row.addOn_name, detail: price(row.addOn_price) })),
    }),
  })
  const chosen = treatmentId !== ''
  return {
    services: offered(chosen, detail.data?.services, serviceWords),
    addOns: offered(chosen, detail.data?.addOns, addOnWords),
    hasNoServices: detail.data?.services.length === 0,
    failure: sentenceOf(detail),
    busy: detail.isFetching,
    retry: () => void detail.refetch(),
  }
}
