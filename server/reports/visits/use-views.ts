import { bookedHours, peopleAndRooms, type BookedHour } from '#server/resources/public.ts'
import type { ReportName } from '#shared/reports/reports.ts'
import { visitReportMessages as s } from '#shared/reports/visit-messages.ts'
import type { ReadTx } from '#server/db/pool.ts'
import type { ReadRows, ReportRange } from '#server/reports/report-views.ts'
import { salesOfPractitioners } from '#server/reports/sales-views.ts'
import { openMinutesOf, readOpening, WEEK_HOURS } from './open-hours-views.ts'

const hoursOf = (minutes: number) => minutes / 60
const sumOf = (minutes: readonly number[]) => minutes.reduce((sum, one) => sum + one, 0)

function bookedMinutes(booked: readonly BookedHour[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { resource_id, hour, quarters } of booked) {
    const week = found.get(resource_id) ?? Array.from({ length: WEEK_HOURS }, () => 0)
    week[hour] = quarters * 15
    found.set(resource_id, week)
  }
  return found
}

/**
 * The open and booked minutes of each person and room, or of one person, by hour of the week. Returns nothing if no
 * visit occupied anybody or any room. An inactive person or room has no open minutes.
 */
async function readUse(tx: ReadTx, range: ReportRange) {
  const booked = bookedMinutes(await bookedHours(tx, range))
  if (booked.size === 0) return []
  const days = await readOpening(tx, range)
  const nothing = Array.from({ length: WEEK_HOURS }, () => 0)
  return (await peopleAndRooms(tx, range))
    .filter(({ id, is_active }) => (is_active || booked.has(id)) && [undefined, id].includes(range.practitionerId))
    .map((resource) => ({
      ...resource,
      open: resource.is_active ? openMinutesOf(resource, days, range) : nothing,
      booked: booked.get(resource.id) ?? nothing,
    }))
}

/** How much of the open hours of each person and room was booked, and what each person sold in an open hour. */
const useByResource: ReadRows = async (tx, range) => {
  const used = await readUse(tx, range)
  if (used.length === 0) return []
  const sales = new Map((await salesOfPractitioners(tx, range)).map((row) => [row.practitioner_id, row.net]))
  return used.map(({ id, name, kind, open, booked }) => ({
    resource: name,
    resource_kind: s.kinds[kind],
    open_hours: hoursOf(sumOf(open)),
    booked_hours: hoursOf(sumOf(booked)),
    people_open: kind === 'practitioner' ? hoursOf(sumOf(open)) : 0,
    revenue: kind === 'practitioner' ? (sales.get(id) ?? 0) : null,
  }))
}

/** How much of the open hours of all people and all rooms was booked in each hour of the week, Monday first. */
const useByHour: ReadRows = async (tx, range) => {
  const used = await readUse(tx, range)
  const total = (kind: string, of: 'open' | 'booked', hour: number) =>
    hoursOf(sumOf(used.filter((one) => one.kind === kind).map((one) => one[of][hour]!)))
  return Array.from({ length: WEEK_HOURS }, (_, n) => (n + 24) % WEEK_HOURS)
    .map((hour) => ({
      weekday: s.weekdays[Math.floor(hour / 24)]!,
      hour: `${String(hour % 24).padStart(2, '0')}:00:00`,
      people_open: total('practitioner', 'open', hour),
      people_booked: total('practitioner', 'booked', hour),
      rooms_open: total('room', 'open', hour),
      rooms_booked: total('room', 'booked', hour),
    }))
    .filter((row) => row.people_open + row.people_booked + row.rooms_open + row.rooms_booked > 0)
}

/** The reports about how much of the open hours was booked. */
export const useReports = {
  'use-by-resource': useByResource,
  'use-by-hour': useByHour,
} satisfies Partial<Record<ReportName, ReadRows>>
