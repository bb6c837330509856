import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

/** Texts of the search over the whole clinic. */
export const searchMessages = defineMessages('search', {
  title: 'Search',
  box: 'Search clients, visits, receipts, services and pages',
  placeholder: 'Name, number, date or page',
  results: 'Search results',
  searching: 'Searching...',
  failed: 'The search failed. Try again.',
  tooShort: (fewest: number) => `Type at least ${formatNumber(fewest)} characters.`,
  noneTitle: (text: string) => `Nothing found for “${text}”`,
  noneHint:
    'You can search for clients by name, phone or email, visits by client and day (“maria nov 21”, “today”), receipts by number or reference, services, pages and actions.',
  groups: {
    recent: 'Recently opened',
    actions: 'Actions',
    pages: 'Pages',
    clients: 'Clients',
    visits: 'Visits',
    receipts: 'Receipts',
    services: 'Services',
  },
  count: (n: number) => plural(n, { one: '1 result', other: `${formatNumber(n)} results` }),
  keys: 'Arrow keys to choose, Enter to open, Esc to close',
  actions: {
    newAppointment: 'New appointment',
    book: (service: string) => `Book ${service}`,
    ringUp: 'Make a sale',
    addClient: 'Add client',
    openDay: (date: string) => `Appointments for ${date}`,
  },
  /** Words for dates in lower case, as people type them. */
  dayWords: { today: 'today', tomorrow: 'tomorrow', yesterday: 'yesterday' },
  /** The names of the months in lower case; people may type only their beginning. */
  months: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  /** Typed months that are also names of people. */
  monthsThatAreNames: ['jan', 'mar', 'april', 'may', 'jun', 'june', 'august'],
})
