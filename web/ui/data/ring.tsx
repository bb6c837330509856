type RingProps = {
  /** 0 to 100; more is drawn as 100. */
  percent: number
  /** The small words inside, below the figure. */
  caption: string
  /** The whole statement for assistive technology. */
  label: string
}

const RADIUS = 54
const LENGTH = 2 * Math.PI * RADIUS

/** A share as a ring. */
export function Ring({ percent, caption, label }: RingProps) {
  const share = Math.min(100, Math.max(0, percent))
  return (
    <svg viewBox="0 0 140 140" role="img" aria-label={label} className="mx-auto size-48 max-w-full">
      <circle cx="70" cy="70" r={RADIUS} fill="none" stroke="var(--surface-3)" strokeWidth="13" />
      {share > 0 && (
        <circle
          cx="70"
          cy="70"
          r={RADIUS}
          fill="none"
          stroke="var(--primary)"
          strokeWidth="13"
          strokeLinecap="round"
          strokeDasharray={`${(LENGTH * share) / 100} ${LENGTH}`}
          transform="rotate(-90 70 70)"
        />
      )}
      <text x="70" y="73" textAnchor="middle" className="tnum fill-ink text-[1.75rem] font-extrabold">
        {Math.round(share)}%
      </text>
      <text x="70" y="90" textAnchor="middle" className="fill-ink-2 text-[0.6rem] font-semibold">
        {caption}
      </text>
    </svg>
  )
}
