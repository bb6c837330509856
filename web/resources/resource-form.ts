import type { Resource } from '#shared/resources/contract.ts'
import type { ResourceKind } from '#shared/resources/free-starts.ts'
import type { WeekSpan } from '#shared/resources/hours.ts'
import { WEEKDAYS } from '#shared/resources/hours-text.ts'

export type DaySpans = { weekday: number; works: boolean; spans: { opens_at: string; closes_at: string }[] }

/** Weekly hours in the form: the resource's own hours, or those of the clinic. */
export type WeekValues = { own: boolean; days: DaySpans[] }

export type ResourceValues = {
  name: string
  title: string
  colour: string
  is_active: boolean
  service_ids: string[]
  week: WeekValues
  photo: File | null
  /** True when the stored photo should be removed. */
  without_photo: boolean
}

/** The hours that a weekday gets when it is switched on. */
export const USUAL_SPAN = { opens_at: '09:00:00', closes_at: '18:00:00' }

const daysOf = (week: readonly WeekSpan[]): DaySpans[] =>
  WEEKDAYS.map((weekday) => {
    const spans = week
      .filter((span) => span.weekday === weekday)
      .map(({ opens_at, closes_at }) => ({ opens_at, closes_at }))
    const works = week.length === 0 ? weekday !== 0 : spans.length > 0
    return { weekday, works, spans: spans.length > 0 ? spans : [USUAL_SPAN] }
  })

export const valuesOf = (row: Resource | null): ResourceValues => ({
  name: row?.name ?? '',
  title: row?.title ?? '',
  colour: row?.colour ?? '',
  is_active: row?.is_active ?? true,
  service_ids: row?.services.map(({ id }) => id) ?? [],
  week: { own: (row?.week.length ?? 0) > 0, days: daysOf(row?.week ?? []) },
  photo: null,
  without_photo: false,
})

export const spansOf = ({ own, days }: WeekValues): WeekSpan[] =>
  own ? days.flatMap(({ weekday, works, spans }) => (works ? spans.map((span) => ({ weekday, ...span })) : [])) : []

const flag = (is: boolean) => (is ? ('true' as const) : ('false' as const))

/** The multipart body of the form: all values are text, and the field for the photo is missing without a new photo. */
export const bodyOf = (
  kind: ResourceKind,
  { photo, without_photo: _, is_active, service_ids, week, ...values }: ResourceValues,
) => ({
  ...values,
  title: kind === 'practitioner' ? values.title : '',
  colour: values.colour as '',
  is_active: flag(is_active),
  service_ids: JSON.stringify(service_ids),
  week: JSON.stringify(spansOf(week)),
  ...(photo && { photo }),
})
