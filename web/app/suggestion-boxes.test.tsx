import { screen, waitFor } from '@testing-library/react'
import { useReducer, type ReactElement } from 'react'
import { expect, test } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { searchContract } from '#shared/search/contract.ts'
import { NextFreeDialog } from '#web/appointments/board/next-free-dialog.tsx'
import { ScheduleDialog } from '#web/appointments/desk/schedule-dialog.tsx'
import { ManualClientDialog } from '#web/clients/manual-client-dialog.tsx'
import { MergeDialog } from '#web/merges/merge-dialog.tsx'
import { CustomerFields } from '#web/sales/till/payment/customer-fields.tsx'
import { customerReducer, noCustomer, type ClientType } from '#web/sales/till/payment/payment.ts'
import { SearchButton } from '#web/search/search-button.tsx'
import { listOf, page, sampleClientDetail, sampleContact, sampleId, service, visit } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, refuse } from '#web/test/screen.tsx'
import { AddEntryDialog } from '#web/waitlist/add-entry-dialog.tsx'

type Person = ReturnType<typeof drawScreen>['person']

/** A box with suggestions, and the rows that the server returns for it. */
type Box = {
  element: ReactElement
  entry: Endpoint
  answerOf: (names: readonly string[]) => unknown
  /** The name of the query parameter that holds the text. */
  parameter?: string
  /** Opens the box with suggestions, if it is not on the screen from the start. */
  open?: (person: Person) => Promise<void>
  label: RegExp
}

const idOf = (name: string) => sampleId(200 + name.charCodeAt(0))
const contactsOf = (names: readonly string[]) =>
  listOf(...names.map((name) => sampleContact({ user_id: idOf(name), client_id: idOf(name), name })))
const servicesOf = (names: readonly string[]) =>
  listOf(...names.map((name) => ({ ...service, id: idOf(name), service_id: idOf(name), service_name: name })))
const close = () => undefined
const record = sampleClientDetail()

function Payer({ type }: { type: ClientType }) {
  const [customer, dispatch] = useReducer(customerReducer, { ...noCustomer, type })
  return <CustomerFields {...{ customer, dispatch, problems: {}, onAddWalkIn: close, nameRef: null }} />
}

const boxes: Record<string, Box> = {
  'the customer name of an existing client': {
    element: <Payer type="existing" />,
    entry: clientsContract.contacts,
    answerOf: contactsOf,
    label: /^Customer Name/,
  },
  'the customer name of a new client': {
    element: <Payer type="new" />,
    entry: appointmentsContract.payable,
    answerOf: (names) => ({
      appointments: names.map((name) => ({ ...visit, id: idOf(name), appointment_id: idOf(name), name })),
      ...page,
      total: names.length,
    }),
    label: /^Customer Name/,
  },
  'the client of a new appointment': {
    element: <ScheduleDialog open onClose={close} />,
    entry: clientsContract.contacts,
    answerOf: contactsOf,
    label: /^Client/,
  },
  'the service of a new appointment': {
    element: <ScheduleDialog open onClose={close} />,
    entry: catalogueContract.services,
    answerOf: servicesOf,
    label: /^Service/,
  },
  'the service of the next free time': {
    element: <NextFreeDialog open onClose={close} />,
    entry: catalogueContract.services,
    answerOf: servicesOf,
    label: /^Service/,
  },
  'the client of a wish on the waitlist': {
    element: <AddEntryDialog open onClose={close} />,
    entry: clientsContract.contacts,
    answerOf: contactsOf,
    label: /^Client/,
  },
  'the service of a wish on the waitlist': {
    element: <AddEntryDialog open onClose={close} />,
    entry: catalogueContract.services,
    answerOf: servicesOf,
    label: /^Service/,
  },
  'the existing user of a manual client': {
    element: <ManualClientDialog open onClose={close} />,
    entry: manualClientContract.users,
    answerOf: (names) => ({
      clients: contactsOf(names).data.map((row) => ({ ...row, id: row.client_id })),
      ...page,
      total: names.length,
    }),
    open: async (person) => person.click(await screen.findByRole('checkbox', { name: /existing user/i })),
    label: /^Existing User/,
  },
  'the other record of a merge': {
    element: <MergeDialog open client={record} onClose={close} />,
    entry: clientsContract.contacts,
    answerOf: contactsOf,
    label: /^Other record/,
  },
  'the search of the clinic': {
    element: <SearchButton />,
    entry: searchContract.find,
    answerOf: (names) => ({
      data: {
        clients: contactsOf(names).data.map((row) => ({ ...row, id: row.client_id })),
        visits: [],
        receipts: [],
        services: [],
      },
    }),
    parameter: 'q',
    open: (person) => person.keyboard('{Control>}k{/Control}'),
    label: /./,
  },
}

const AILEEN = 'Aileen Evangelista'
const MARIA = 'Maria Clara Santos'
/**
 * Returns the names that the server would find for the typed text: only Maria for `maria…`, both names for any other
 * text.
 */
const namesFor = (typed: string) => (typed.startsWith('maria') ? [MARIA] : [AILEEN, MARIA])

/** Answers the box's requests with `reply`; other calls of its dialog get no answer. */
function answerTo({ entry, answerOf, parameter = 'search' }: Box, reply: (typed: string) => Promise<void> | undefined) {
  answerBy(entry, async (url) => {
    const typed = url.searchParams.get(parameter) ?? ''
    await reply(typed)
    return answerOf(namesFor(typed))
  })
}

async function openBox({ element, open, label }: Box) {
  answer(bookingCatalogueContract.treatments, { data: [] })
  const { person, router } = drawScreen(element, { role: 'cashier' })
  await open?.(person)
  const box = await screen.findByRole<HTMLInputElement>('combobox', { name: label })
  await person.click(box)
  return { person, box, router }
}

/** True when a suggestion was chosen: the box has closed, or its text or the URL has changed. */
const isChosen = (box: HTMLInputElement, path: string) => !box.isConnected || box.value !== 'maria cl' || path !== '/'
const optionNamed = (name: string) => screen.queryByRole('option', { name: new RegExp(name) })

test.each(Object.entries(boxes))('search field “%s”: results for earlier text cannot be chosen', async (_, box) => {
  let release: () => void = close
  const released = new Promise<void>((resolve) => (release = resolve))
  answerTo(box, (typed) => (typed === 'maria cl' ? released : undefined))
  const { person, box: input, router } = await openBox(box)
  await person.type(input, 'ma')
  await screen.findByRole('option', { name: new RegExp(AILEEN) })

  // Types faster than the debounce, and again while the response is pending.
  await person.type(input, 'ria cl')
  expect(optionNamed(AILEEN)).toBeNull()
  await person.keyboard('{ArrowDown}{Enter}')
  expect(isChosen(input, router.state.location.pathname)).toBe(false)

  release()
  // The clinic-wide search has queued the Enter key and closes when the response arrives.
  await waitFor(() => expect(!input.isConnected || optionNamed(MARIA) !== null).toBe(true))
  if (input.isConnected) await person.keyboard('{Enter}')
  await waitFor(() => expect(isChosen(input, router.state.location.pathname)).toBe(true))
})

test.each(Object.entries(boxes))(
  'search field “%s”: a late answer does not replace the results for the current text',
  async (_, box) => {
    let releaseEarlier: () => void = close
    const earlier = new Promise<void>((resolve) => (releaseEarlier = resolve))
    const askedFor: string[] = []
    answerTo(box, (typed) => {
      askedFor.push(typed)
      return typed === 'ma' ? earlier : undefined
    })
    const { person, box: input } = await openBox(box)
    await person.type(input, 'ma')
    await waitFor(() => expect(askedFor).toContain('ma'))
    await person.type(input, 'ria')
    await screen.findByRole('option', { name: new RegExp(MARIA) })
    releaseEarlier()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(optionNamed(AILEEN)).toBeNull()
    expect(optionNamed(MARIA)).toBeTruthy()
  },
)

test.each(Object.entries(boxes))(
  'search field “%s”: after an error no results are offered, and Try again loads them',
  async (_, box) => {
    answerTo(box, () => undefined)
    const { person, box: input } = await openBox(box)
    await person.type(input, 'ma')
    await screen.findByRole('option', { name: new RegExp(AILEEN) })
    refuse(box.entry, { message: 'The server is busy.' })
    await person.type(input, 'ria')
    const again = await screen.findByRole('button', { name: uiMessages.tryAgain })
    expect(optionNamed(AILEEN)).toBeNull()
    expect(optionNamed(MARIA)).toBeNull()
    await person.keyboard('{Enter}')
    expect(input.value).toBe('maria')

    answerTo(box, () => undefined)
    await person.click(again)
    expect(await screen.findByRole('option', { name: new RegExp(MARIA) })).toBeTruthy()
  },
)
