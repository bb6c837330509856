import { clsx } from 'clsx'
import { useState } from 'react'
import type { Service } from '#shared/catalogue/records.ts'

const hues = ['bg-primary-soft', 'bg-rose-soft', 'bg-surface-3', 'bg-violet-soft'] as const

/** The same treatment always has the same of the four hues. */
const hueOf = (treatmentId: string) =>
  hues[[...treatmentId].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % hues.length]

type ServiceThumbProps = { service: Pick<Service, 'service_pic' | 'treatment_id'> }

/** The service's picture, or a tile with the ring and the pearl where there is none. The name stands beside it. */
export function ServiceThumb({ service }: ServiceThumbProps) {
  const [missing, setMissing] = useState<string | null>(null)
  const frame = 'size-11 shrink-0 rounded-ctl'
  if (service.service_pic && service.service_pic !== missing)
    return (
      <img
        src={service.service_pic}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        onError={() => setMissing(service.service_pic)}
        className={clsx(frame, 'bg-surface-2 object-cover')}
      />
    )
  return (
    <span aria-hidden="true" className={clsx(frame, 'grid place-items-center', hueOf(service.treatment_id))}>
      <svg viewBox="0 0 48 48" className="size-7">
        <path
          d="M37.6 11.2A18.5 18.5 0 1 0 42.5 24"
          fill="none"
          stroke="var(--gold)"
          strokeWidth="2.6"
          strokeLinecap="round"
        />
        <circle cx="36.2" cy="17.6" r="5.6" fill="#fffaf6" />
      </svg>
    </span>
  )
}
