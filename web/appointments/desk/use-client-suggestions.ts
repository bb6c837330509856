import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { query } from '#web/lib/query.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { Option } from '#web/ui/option.ts'

export type ClientOption = Option & { contact: ClientContact }

/** Clients whose name, e-mail or number holds what was typed. */
export function useClientSuggestions(typed: string): { items: ClientOption[]; loading: boolean } {
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
  return { items, loading: found.isFetching || search !== typed.trim() }
}
