import { screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { historyLogsContract } from '#shared/history-logs/contract.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { sampleProduct } from '#shared/test/samples.ts'
import { usersContract } from '#shared/users/contract.ts'
import CataloguePage from '#web/catalogue/catalogue-page.tsx'
import ClientsPage from '#web/clients/clients-page.tsx'
import HistoryLogsPage from '#web/history-logs/history-logs-page.tsx'
import SuppliesPage from '#web/inventory/supplies-page.tsx'
import { client, listOf, page, treatment } from '#web/test/samples.ts'
import { answerLater, drawScreen } from '#web/test/screen.tsx'
import UsersPage from '#web/users/users-page.tsx'

const noUsers = { total: 0, clients: 0, admins: 0, cashiers: 0, practitioners: 0, closure_requests: 0 }
const noLogs = { total: 0, created: 0, updated: 0, deleted: 0, last_updated: null }

/** Each page with a list, how its list is answered, the number of its placeholders, and a text of the loaded list. */
const lists: Record<string, [element: ReactElement, hold: () => () => void, places: number, loaded: string | RegExp]> =
  {
    client: [
      <ClientsPage key="clients" />,
      () => answerLater(clientsContract.list, { clients: [client], total: 1, ...page }),
      8,
      '0 services availed',
    ],
    user: [
      <UsersPage key="users" />,
      () => answerLater(usersContract.list, { users: [], total: 0, ...page, summary: noUsers }),
      5,
      'No users found',
    ],
    treatment: [
      <CataloguePage key="treatments" />,
      () => answerLater(catalogueContract.treatments, listOf(treatment)),
      5,
      'Facials',
    ],
    'history log': [
      <HistoryLogsPage key="history" />,
      () => answerLater(historyLogsContract.list, { logs: [], total: 0, ...page, summary: noLogs }),
      5,
      'No logs found',
    ],
    product: [
      <SuppliesPage key="supplies" />,
      () => answerLater(inventoryContract.products, listOf(sampleProduct())),
      5,
      'Cotton',
    ],
  }

const skeletons = (area: HTMLElement) => area.querySelectorAll('.skeleton').length

test.each(Object.keys(lists))(
  'while the %s list loads, placeholders of eight cards or five rows are shown',
  async (name) => {
    const [element, hold, places, loaded] = lists[name]!
    const release = hold()
    drawScreen(element)
    if (places === 8) {
      const cards = await screen.findByRole('status', { name: 'Loading...' })
      expect(cards.children).toHaveLength(places)
      expect(skeletons(cards)).toBeGreaterThan(0)
    } else {
      const table = await screen.findByRole('table')
      expect(table.getAttribute('aria-busy')).toBe('true')
      expect(within(table).getAllByRole('row')).toHaveLength(places + 1)
      expect(skeletons(table.querySelector('tbody')!)).toBeGreaterThan(0)
    }
    release()
    expect((await screen.findAllByText(loaded))[0]).toBeTruthy()
    expect(screen.queryByRole('status', { name: 'Loading...' })).toBeNull()
    expect(document.querySelector('tbody .skeleton')).toBeNull()
  },
)
