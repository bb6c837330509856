import type { ReactNode } from 'react'

type Figure = { label: string; value: string; note?: ReactNode }

/** Shows figures such as today's sales side by side: two in a row on a phone, four on wider screens. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
    {figures.map(({ label, value, note }) => (
      <div key={label} className="min-w-0">
        <dt className="text-sm font-semibold text-ink-2">{label}</dt>
        <dd className="tnum mt-1 text-2xl leading-tight font-extrabold tracking-tight wrap-anywhere">{value}</dd>
        {note && <dd className="tnum text-sm text-ink-2">{note}</dd>}
      </div>
    ))}
  </dl>
)
