import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { readOverview } from '#server/overview/public.ts'
import { idsWithDailySummary } from '#server/people/public.ts'
import { terminalsMessages } from '#shared/cash/messages.ts'
import {
  addDays,
  formatInstant,
  formatInstantTime,
  formatLongDate,
  instantOf,
  type CivilDate,
} from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { formatNumber, formatPercent } from '#shared/lib/numbers.ts'
import { htmlBody, plainBody, type MailBody } from '#shared/messages/mail-body.ts'
import type { Needs, Overview } from '#shared/overview/contract.ts'
import { openNeeds } from '#shared/overview/open-needs.ts'
import { overviewMessages as words } from '#shared/overview/messages.ts'
import { summaryMessages as s } from '#shared/overview/summary-messages.ts'
import { findAddressee, letterheadOf, mailWith, skip, type Composer } from './composer.ts'

type Fact = readonly [string, string]

const amount = (pesos: number) => formatPesoShort(toCentavos(pesos))

const factsOfDay = ({ today, open_shifts }: Overview): Fact[] => [
  [words.booked, formatNumber(today.booked)],
  [words.arrived, formatNumber(today.arrived)],
  [words.done, formatNumber(today.done)],
  [words.sales, s.salesOf(amount(today.sales), words.salesCount(today.transactions))],
  ...(open_shifts.is_on ? [[s.shifts, shiftsOf(open_shifts)] as const] : []),
]

const shiftsOf = ({ shifts }: Overview['open_shifts']) =>
  shifts.length === 0
    ? s.noShift
    : shifts
        .map(({ cashier_name, terminal_name, opened_at, expected }) =>
          s.shift(
            terminalsMessages.openShift(cashier_name, terminal_name, formatInstantTime(opened_at)),
            amount(expected),
          ),
        )
        .join(', ')

const factsOfWeek = ({ week: { present, before } }: Overview): Fact[] => {
  const compared = (now: string, then: string) => `${now}, ${words.lastWeek(then)}`
  return [
    [words.week, compared(amount(present.sales), amount(before.sales))],
    [words.kept, compared(formatNumber(present.kept), formatNumber(before.kept))],
    [words.noShows, compared(formatNumber(present.no_shows), formatNumber(before.no_shows))],
    [words.newClients, compared(formatNumber(present.new_clients), formatNumber(before.new_clients))],
  ]
}

const factOfMonth = ({ month: { sales, monthly_goal: goal } }: Overview): Fact => {
  if (goal === null) return [words.month, amount(sales)]
  const share = words.goalProgress(formatPercent(Math.floor((sales * 100) / goal)))
  return [words.month, `${amount(sales)} ${words.goalOf(amount(goal))}, ${share}`]
}

/** Returns a line that lists what waits for an admin, such as requests or a late backup. */
function needsOf({ backup, ...needs }: Needs): string {
  const listed = openNeeds(needs).map((kind) => words.needs[kind](needs[kind]))
  const late = backup && (backup.made_at === null ? words.noBackup : words.backupLate(formatInstant(backup.made_at)))
  const all = [...listed, ...(late === undefined ? [] : [late])]
  return all.length === 0 ? words.nothing : all.join(', ')
}

/**
 * Composes the summary of a day with the figures of the owner's page. A summary that is sent on a later day has the
 * figures as of the end of the day that it summarizes.
 */
export const composeSummary: Composer = async (tx, message, { now, publicUrl }) => {
  const person = await findAddressee(tx, message.subject_id)
  if (!person || !(await idsWithDailySummary(tx)).includes(person.id)) return skip('off')
  if (person.email === null) return skip('no-email')
  const { date } = message.parameters as { date: CivilDate }
  const end = instantOf(addDays(date, 1), '00:00:00').getTime() - 1
  const branchId = message.branch_id
  const overview = await readOverview({ tx, branchId, now: new Date(Math.min(now.getTime(), end)) })
  const clinic = await clinicProfile(tx, branchId)
  const day = formatLongDate(date)
  const body: MailBody = {
    ...(await letterheadOf(tx, branchId, clinic, publicUrl)),
    paragraphs: [s.hello(person.name, day)],
    facts: [
      ...factsOfDay(overview),
      ...factsOfWeek(overview),
      factOfMonth(overview),
      [words.needsTitle, needsOf(overview.needs)],
    ],
    action: publicUrl === undefined ? undefined : { label: s.open, url: `${publicUrl}/overview` },
    after: [s.why],
  }
  const composed = { subject: s.subject(day), text: plainBody(body), html: htmlBody(body) }
  return { kind: 'email', mail: mailWith(message, { name: person.heading, address: person.email }, clinic, composed) }
}
