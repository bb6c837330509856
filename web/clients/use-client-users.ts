import { useQuery } from '@tanstack/react-query'
import { clientSentences } from '#shared/clients/sentences.ts'
import { clientHistorySentences as s } from '#shared/clients/history-sentences.ts'
import { manualClientContract, type ClientUser } from '#shared/clients/manual-client-contract.ts'
import { query } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import type { Option } from '#web/ui/option.ts'

/** `user` is null for None (Add New User). */
export type UserOption = Option & { user: ClientUser | null }

const none: UserOption = { value: 'none', label: s.noneAddNew, user: null }

const optionOf = (user: ClientUser): UserOption => ({
  value: user.user_id,
  label: user.name,
  detail: user.email ?? clientSentences.noEmail,
  user,
})

const nobody: UserOption[] = []

/**
 * Users of role client whose name, e-mail or number holds what was typed, found by the server. None stands before them,
 * and behind what was searched for: Enter takes the first. While an answer is awaited there is nothing to take.
 */
export function useClientUsers(typed: string) {
  const text = typed === s.noneAddNew ? '' : typed.trim().slice(0, 100)
  const search = useDebounced(text)
  const found = useQuery(query(manualClientContract.users, { querystring: { search } }))
  const isCurrent = search === text && found.data !== undefined
  const users = (isCurrent ? found.data.clients : []).map(optionOf)
  return {
    items: !isCurrent && !found.isError ? nobody : text === '' ? [none, ...users] : [...users, none],
    loading: found.isFetching || search !== text,
    failure: sentenceOf(found),
    retry: () => void found.refetch(),
  }
}
