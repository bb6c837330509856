import { clsx } from 'clsx'
import { LogoMark } from '#web/ui/logo.tsx'
import type { BookingService } from './booking-api.ts'

const hues = ['bg-primary-soft', 'bg-rose-soft', 'bg-surface-3', 'bg-violet-soft'] as const

/** The same treatment always has the same of the four hues. */
const hueOf = (treatmentId: string) =>
  hues[[...treatmentId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % hues.length]

/** The service's picture, or a tile with the ring and the pearl. The name stands beside it. */
export function ServicePicture({ service }: { service: BookingService }) {
  const frame = 'size-16 shrink-0 rounded-ctl'
  if (service.service_pic)
    return (
      <img
        src={service.service_pic}
        alt=""
        width={64}
        height={64}
        loading="lazy"
        decoding="async"
        className={clsx(frame, 'bg-surface-2 object-cover')}
      />
    )
  return (
    <span aria-hidden="true" className={clsx(frame, 'grid place-items-center', hueOf(service.treatment_id))}>
      <LogoMark size={38} />
    </span>
  )
}
