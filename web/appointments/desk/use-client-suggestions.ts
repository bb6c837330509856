import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { Option } from '#web/ui/option.ts'

export type ClientOption = Option & { contact: ClientContact }

export type ClientSuggestions = {
  items: ClientOption[]
  loading: boolean
  /** They could not be read: nobody found would be a lie. */
  failed: boolean
  retry: () => void
}

/** Clients whose name, e-mail or number holds what was typed. */
export function useClientSuggestions(typed: string): ClientSuggestions {
  const search = useDebounced(typed.trim())
  const found = useQuery({
    ...query(clientsContract.contacts, { querystring: { search } }),
    placeholderData: keepPreviousData,
  })
  const items = (found.data?.data ?? []).map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    detail: [contact.contact_number, contact.email].filter((part) => part).join(', '),
    contact,
  }))
  return {
    items,
    loading: found.isFetching || search !== typed.trim(),
    failed: sentenceOf(found) !== undefined,
    retry: () => void found.refetch(),
  }
}
