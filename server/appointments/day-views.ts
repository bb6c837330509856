import { sql } from 'kysely'
import type { OpeningSpan } from '#server/clinic/opening-spans.ts'
import { spansOn } from '#server/clinic/service.ts'
import { isDisabledOn } from '#server/closed-dates/service.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { branchDay, chosenFor, resourcesOn, type ResourceRow } from '#server/resources/service.ts'
import { weekdayOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { USUAL_NEEDS, type BranchDay, type ServiceNeeds } from '#shared/resources/free-starts.ts'

type DayRow = { opening: OpeningSpan[]; is_disabled: boolean; resources: ResourceRow[]; needs: NeedsRow | null }

/**
 * The day of a branch in one statement: its hours, whether staff closed it, its resources and what occupies them, and
 * what a service needs: the usual without one.
 */
export async function readDay(
  tx: ReadTx,
  branchId: string,
  date: CivilDate,
  serviceId?: string,
): Promise<BranchDay & { isDisabled: boolean; needs: ServiceNeeds }> {
  const { rows } = await sql<DayRow>`
    select ${spansOn(branchId, weekdayOf(date))} as opening, ${isDisabledOn(branchId, date)} as is_disabled,
      ${resourcesOn(branchId, date)} as resources, ${needsColumn(serviceId)} as needs`.execute(tx)
  const { opening, is_disabled, resources, needs } = rows[0]!
  return {
    ...branchDay(date, opening, resources),
    isDisabled: is_disabled,
    needs: needs ? needsOf(needs, needs.chosen) : USUAL_NEEDS,
  }
}

const lengths = [
  'services.duration_minutes',
  'services.buffer_before_minutes',
  'services.buffer_after_minutes',
] as const

type Lengths = Record<'duration_minutes' | 'buffer_before_minutes' | 'buffer_after_minutes', number | null>

type NeedsRow = Lengths & { chosen: ServiceNeeds['chosen'] }

/** What a service needs as one column of a statement; null without a service. */
const needsColumn = (serviceId: string | undefined) =>
  serviceId === undefined
    ? sql<null>`null`
    : sql<NeedsRow | null>`(
    select json_build_object('duration_minutes', duration_minutes, 'buffer_before_minutes', buffer_before_minutes,
      'buffer_after_minutes', buffer_after_minutes, 'chosen', ${chosenFor(serviceId)})
    from services where services.id = ${serviceId})`

/** A service that is not offered is looked at as a usual one. */
const needsOf = (row: Lengths, chosen: ServiceNeeds['chosen']): ServiceNeeds => ({
  duration: row.duration_minutes ?? USUAL_NEEDS.duration,
  bufferBefore: row.buffer_before_minutes ?? USUAL_NEEDS.bufferBefore,
  bufferAfter: row.buffer_after_minutes ?? USUAL_NEEDS.bufferAfter,
  chosen,
})

/** The names under which a treatment and its service are offered now, null when they are not, and what the service needs. */
export async function offered(tx: ReadTx, treatmentId: string, serviceId: string) {
  const row = await tx
    .selectFrom('treatments')
    .leftJoin('services', (join) =>
      join
        .onRef('services.treatment_id', '=', 'treatments.id')
        .on('services.id', '=', serviceId)
        .on('services.deleted_at', 'is', null),
    )
    .select(['treatments.name as treatment_name', 'services.name as service_name', ...lengths])
    .select(chosenFor(serviceId).as('chosen'))
    .where('treatments.id', '=', treatmentId)
    .where('treatments.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return { treatment_name: null, service_name: null, needs: USUAL_NEEDS }
  const { treatment_name, service_name, chosen } = row
  return { treatment_name, service_name, needs: needsOf(row, chosen) }
}

/** What a service needs, also one that is not offered any more. */
export async function neededBy(tx: ReadTx, serviceId: string): Promise<ServiceNeeds> {
  const row = await tx
    .selectFrom('services')
    .select(lengths)
    .select(chosenFor(serviceId).as('chosen'))
    .where('services.id', '=', serviceId)
    .executeTakeFirstOrThrow()
  return needsOf(row, row.chosen)
}
