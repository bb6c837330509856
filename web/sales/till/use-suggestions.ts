import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentSentences } from '#shared/appointments/sentences.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { query, rereadEveryMinute } from '#web/lib/query.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { now } from '#web/lib/use-now.ts'
import { personOfContact, personOfVisit, visitText, type ClientType, type Person } from './customer.ts'

/** Someone the name field suggests; `visit` is the appointment they are suggested for. */
export type Suggestion = {
  value: string
  label: string
  name: string
  detail?: string | undefined
  person: Person
  visit: string | null
}

const nothing: Suggestion[] = []

type Found = { total: number; items: Suggestion[] }

const fromVisits = ({ appointments, total }: Output<typeof appointmentsContract.payable>): Found => ({
  total,
  items: appointments.map((visit) => ({
    value: visit.id,
    label: visit.name,
    name: visit.name,
    detail: visitText(visit, manilaDate(now())),
    person: personOfVisit(visit),
    visit: visit.id,
  })),
})

const fromContacts = ({ data, total }: Output<typeof clientsContract.contacts>): Found => ({
  total,
  items: data.map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    name: contact.name,
    detail: contact.email ?? contact.contact_number ?? undefined,
    person: personOfContact(contact),
    visit: null,
  })),
})

/**
 * Who the name field suggests: under New Client people with an appointment to pay, under Existing Client those on file.
 * `isComplete` is false while there are more than are shown, or while the answer is not for `name` yet.
 */
export function useSuggestions(type: ClientType, name: string) {
  const search = useDebounced(name.trim(), 200).slice(0, 100)
  const isNew = type === 'new'
  const visits = useQuery({
    ...query(appointmentsContract.payable, { querystring: { search } }),
    ...rereadEveryMinute,
    enabled: isNew,
    placeholderData: keepPreviousData,
    select: fromVisits,
  })
  const contacts = useQuery({
    ...query(clientsContract.contacts, { querystring: { search } }),
    enabled: !isNew,
    placeholderData: keepPreviousData,
    select: fromContacts,
  })
  const { data, isFetching, isError, error } = isNew ? visits : contacts
  const failed = isNew ? `${appointmentSentences.failedToLoadOngoing} ` : ''
  const isCurrent = search === name.trim() && !isFetching
  return {
    items: data?.items ?? nothing,
    isLoading: isFetching,
    isComplete: isCurrent && data !== undefined && data.total <= data.items.length,
    error: isError ? `${failed}${error.message}` : undefined,
  }
}
