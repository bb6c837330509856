import { sql } from 'kysely'
import { needsOf, serviceRow, type DayContext, type ServiceRow } from '#server/appointments/day-views.ts'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { rulesOf, spansOfWeek } from '#server/clinic/public.ts'
import { openingOn, resourceOn, resourcesOn, type ResourceRow } from '#server/resources/public.ts'
import { presentOn } from '#shared/appointments/slots.ts'
import type { BookingRules } from '#shared/clinic/booking-rules.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { startsInTime, termsOf } from '#shared/resources/free-starts.ts'
import type { BookableService, SharedDay } from '#shared/resources/unknown-share.ts'

type Row = { rules: BookingRules; opening: OpeningSpan[]; resources: ResourceRow[]; services: ServiceRow[] }

/** Reads a branch's day with its occupied slots, and every offered service with its start times, in one statement. */
export async function readSharedDay(
  { tx, branchId, now, request }: DayContext,
  date: CivilDate,
): Promise<{ day: SharedDay; services: BookableService[] }> {
  const viewer = { now, holdKey: request?.holdKey ?? null, showsUnknown: true }
  const { rows } = await sql<Row>`
    select ${rulesOf(branchId)} as rules, ${spansOfWeek(branchId)} as opening,
      ${resourcesOn(branchId, { first: date, days: 1 }, viewer, 'all')} as resources,
      (select coalesce(json_agg(${serviceRow(sql.ref('services.id'), sql`duration_minutes`)}), '[]')
        from services) as services`.execute(tx)
  const { rules, opening, resources, services } = rows[0]!
  const clinic = { notice: rules.minimum_notice_minutes, horizonDays: rules.horizon_days }
  return {
    day: {
      opening: openingOn(opening, date),
      resources: resources.map((row) => {
        const unknown = new Set(row.unknown)
        const only = (slots: number[]) => resourceOn({ ...row, exceptions: [], slots })(date).busy
        const known = resourceOn({ ...row, slots: row.slots.filter((slot) => !unknown.has(slot)) })(date)
        return { ...known, unknown: only(row.unknown ?? []), own: only(row.own ?? []) }
      }),
    },
    // Services that are not offered are left out of the result. The query returns them without names.
    services: services
      .filter(({ names }) => names)
      .map((row) => ({
        needs: needsOf(row),
        starts: startsInTime(rules.start_interval_minutes, termsOf(clinic, [row]), presentOn(date, now)).map(
          ({ minute }) => minute,
        ),
      })),
  }
}
