import {
  CalendarDays,
  CalendarPlus,
  FileText,
  ReceiptText,
  ScanBarcode,
  Sparkles,
  UserPlus,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import { permissionsOf, type Permission } from '#shared/auth/permissions.ts'
import { statusMessages } from '#shared/appointments/messages.ts'
import type { Role } from '#shared/people/role.ts'
import { clientMessages } from '#shared/clients/messages.ts'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate, formatShortDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { isNamed } from '#shared/lib/names.ts'
import { navigationMessages as names } from '#shared/lib/messages.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { documentNumber } from '#shared/clinic/document-name.ts'
import type { Found } from '#shared/search/contract.ts'
import { dayInSearch } from '#shared/search/day-in-search.ts'
import { searchMessages as s } from '#shared/search/messages.ts'
import { homeOf } from '#shared/users/roles.ts'
import { areaOf, clientPath, clientsPath } from '#web/clients/client-paths.ts'
import { paths, receiptPath, waitlistPath } from '#web/lib/paths.ts'

/** The path of the appointments page on the date of a visit, where the dialog of that visit opens. */
const visitPath = (role: Role, visit: { id: string; appointment_date: string }): string =>
  `${paths.appointments[areaOf(role)]}?date=${visit.appointment_date}&visit=${visit.id}`

/** What choosing an entry does: opens a page or a form. */
export type EntryAction =
  | { kind: 'page'; to: string }
  | { kind: 'new-appointment' }
  | { kind: 'add-client' }
  | { kind: 'book'; serviceId: string }

/** One entry in the results of the search. */
export type Entry = {
  id: string
  group: keyof typeof s.groups
  icon: LucideIcon
  label: string
  detail?: string
  goal: EntryAction
}

type OfferedEntry = Omit<Entry, 'id' | 'group'> & { needs: Permission }

const page = (needs: Permission, label: string, to: string): OfferedEntry => ({
  needs,
  label,
  icon: FileText,
  goal: { kind: 'page', to },
})

const pagesFor = (role: Role): OfferedEntry[] => [
  page('dashboard.read', names.dashboard, paths.dashboard),
  page('dashboard.read', names.overview, paths.overview),
  page('appointments.manage', names.manageAppointments, paths.appointments[areaOf(role)]),
  page('appointments.manage', names.waitlist, waitlistPath(paths.appointments[areaOf(role)])),
  page('sales.create', names.deposits, paths.deposits[areaOf(role)]),
  page('clients.read', names.clientHistory, clientsPath(role)),
  page('sales.read', names.transactions, paths.transactions[areaOf(role)]),
  page('sales.create', names.giftCards, paths.giftCards[areaOf(role)]),
  page('reports.read', names.reports, paths.reports),
  page('inventory.manage', names.inventory, paths.supplies),
  page('catalogue.manage', names.treatments, paths.treatments),
  page('users.manage', names.userManagement, paths.users),
  page('history.read', names.historyLogs, paths.historyLogs),
  page('resources.manage', names.resources, paths.resources),
  page('messages.manage', names.messages, paths.messages),
  page('messages.manage', names.mailServer, paths.mailServer),
  page('clinic.manage', names.payments, paths.payments),
  page('clinic.manage', names.depositSettings, paths.depositSettings),
  page('cash.manage', names.terminals, paths.terminals),
  page('clinic.manage', names.documents, paths.documents),
  page('clinic.manage', names.accounting, paths.accounting),
  page('clinic.manage', names.clinicalRecord, paths.clinicalRecord),
  page('api-keys.manage', names.developers, paths.developers),
  page('users.manage', names.security, paths.security),
  page('imports.manage', names.imports, paths.imports),
  page('website.manage', names.website, paths.website),
  page('website.manage', names.share, paths.share),
  page('catalogue.manage', names.firstSteps, paths.firstSteps),
  page('clinic.manage', names.clinicProfile, paths.clinic),
  page('exports.manage', names.exports, paths.exports),
  page('clinic.manage', names.system, paths.system),
  page('appointments.own', names.profile, paths.profile),
]

function actionsFor(role: Role, day: CivilDate | null): OfferedEntry[] {
  const actions: OfferedEntry[] = [
    {
      needs: 'appointments.manage',
      label: s.actions.newAppointment,
      icon: CalendarPlus,
      goal: { kind: 'new-appointment' },
    },
    { needs: 'clients.manage', label: s.actions.addClient, icon: UserPlus, goal: { kind: 'add-client' } },
  ]
  // Only roles whose start page is the till can open the till, so only they get its entries.
  if (homeOf[role] === paths.till)
    actions.unshift({
      needs: 'sales.create',
      label: s.actions.ringUp,
      icon: ScanBarcode,
      goal: { kind: 'page', to: paths.till },
    })
  if (day !== null)
    actions.unshift({
      needs: 'appointments.manage',
      label: s.actions.openDay(formatDate(day)),
      icon: CalendarDays,
      goal: { kind: 'page', to: `${paths.appointments[areaOf(role)]}?date=${day}` },
    })
  return actions
}

const chartPages = [
  page('alerts.read', names.dueClients, paths.dueClients),
  page('forms.manage', names.formBuilder, paths.forms),
  page('forms.manage', names.noteTemplates, paths.noteTemplates),
  page('clinic.manage', names.batchRecall, paths.batchRecall),
]

type Searching = { today: CivilDate; hasCharts: boolean }

/**
 * The actions and pages of the role that match the words; all of them if no words are given. If the text contains a
 * date, the day of this date comes first.
 */
export function offeredEntries(role: Role, search: string, { today, hasCharts }: Searching): Entry[] {
  const may = permissionsOf(role)
  const { day } = dayInSearch(search, today)
  const allowed = (offers: OfferedEntry[], group: 'actions' | 'pages') =>
    offers
      .filter(({ needs, label }) => may.has(needs) && isNamed(search, label))
      .map(({ needs: _, ...offer }): Entry => ({ ...offer, group, id: `${group} ${offer.label}` }))
  const ofDay =
    day === null
      ? []
      : actionsFor(role, day)
          .slice(0, 1)
          .filter(({ needs }) => may.has(needs))
  return [
    ...ofDay.map(({ needs: _, ...offer }): Entry => ({ ...offer, group: 'actions', id: 'actions day' })),
    ...allowed(actionsFor(role, null), 'actions'),
    ...allowed([...pagesFor(role), ...(hasCharts ? chartPages : [])], 'pages'),
  ]
}

const details = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' · ')

/** Converts the server's search results to entries that open their records. */
export function foundEntries(role: Role, found: Found): Entry[] {
  const maySell = permissionsOf(role).has('catalogue.manage')
  const clients = found.clients.map(({ id, name, contact_number, email, is_second }): Entry => ({
    id: `client ${id}`,
    group: 'clients',
    icon: UserRound,
    label: name,
    detail: details(
      is_second ? clientMessages.secondRecord : null,
      contact_number && formatPhone(contact_number),
      email,
    ),
    goal: { kind: 'page', to: clientPath(role, id) },
  }))
  const visits = found.visits.map((visit): Entry => ({
    id: `visit ${visit.id}`,
    group: 'visits',
    icon: CalendarDays,
    label: `${visit.name}, ${formatShortDate(visit.appointment_date)}, ${formatStart(visit.appointment_time)}`,
    detail: details(visit.service_name, visit.practitioner_name, statusMessages.statuses[visit.status]),
    goal: { kind: 'page', to: visitPath(role, visit) },
  }))
  const receipts = found.receipts.map(({ id, ...receipt }): Entry => {
    const number = documentNumber(receipt.receipt_number)
    return {
      id: `receipt ${id}`,
      group: 'receipts',
      icon: ReceiptText,
      label: receipt.document_name,
      detail: details(
        receipt.customer_name,
        formatPeso(toCentavos(receipt.total)),
        formatShortDate(receipt.business_date),
        receipt.reference_number,
      ),
      goal: { kind: 'page', to: receiptPath(areaOf(role), { id, number }) },
    }
  })
  const services = found.services.map(({ id, service_name, treatment_name, price }): Entry => ({
    id: `service ${id}`,
    group: 'services',
    icon: Sparkles,
    label: maySell ? service_name : s.actions.book(service_name),
    detail: details(treatment_name, formatPeso(toCentavos(price))),
    goal: maySell
      ? { kind: 'page', to: `${paths.treatments}?section=services&search=${encodeURIComponent(service_name)}` }
      : { kind: 'book', serviceId: id },
  }))
  return [...clients, ...visits, ...receipts, ...services]
}
