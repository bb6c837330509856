import { formatDayAndMonth, type CivilDate } from '#shared/lib/manila-time.ts'

/** A date as a leaf of a calendar. Decorative: the whole date stands beside it. */
export function DateTile({ date }: { date: CivilDate }) {
  const [month, day] = formatDayAndMonth(date).split(' ')
  return (
    <div
      aria-hidden="true"
      className="tnum grid size-14 shrink-0 place-items-center rounded-card bg-primary-soft leading-none text-primary-ink"
    >
      <span>
        <span className="block text-center text-xs font-bold uppercase">{month}</span>
        <span className="mt-1 block text-center text-xl font-extrabold">{day}</span>
      </span>
    </div>
  )
}
