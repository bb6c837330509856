import { CircleCheck, CircleX } from 'lucide-react'
import {
  ownChartPhotosContract,
  ownConsentsContract as contract,
  type OwnConsent,
} from '#shared/chart-photos/contract.ts'
import { ownConsentMessages as s } from '#shared/chart-photos/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { useIsOwnChartLocked } from '#web/charts/own-chart-locked.tsx'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { angleText, dateText } from './photo-address.ts'

/**
 * Shows a client which publication of photos the client has agreed to; renders nothing for clients who were never
 * asked, and while the client's own chart is locked.
 */
export function OwnConsents() {
  const isLocked = useIsOwnChartLocked()
  const isKept = useClinicalRecord() && !isLocked
  const { data, failure } = useRead(contract.list, isKept ? {} : null, { failed: s.notLoaded })
  const consents = data?.data ?? []
  if (failure && !data) return <ErrorPanel {...failure} />
  if (consents.length === 0) return null
  return (
    <SectionCard title={s.title} bodyClassName="space-y-3 px-5 pb-5">
      <p className="text-sm text-ink-2">{s.about}</p>
      <ul className="divide-y divide-line">
        {consents.map((consent) => (
          <Consent key={consent.id} consent={consent} />
        ))}
      </ul>
    </SectionCard>
  )
}

const photosOf = ({ photo }: OwnConsent) =>
  photo === null ? s.allPhotos : s.onePhoto(angleText(photo), dateText(photo))

function Consent({ consent }: { consent: OwnConsent }) {
  const { photo, is_given, is_current, decided_on, purpose, asked_by } = consent
  const Icon = is_current ? CircleCheck : CircleX
  const day = formatShortDate(decided_on)
  const photos = photosOf(consent)
  return (
    <li className="space-y-3 py-3 first:pt-0 last:pb-0">
      <div className="flex gap-3">
        {photo === null ? (
          <Icon
            size={18}
            aria-hidden="true"
            className={is_current ? 'mt-0.5 shrink-0 text-success' : 'mt-0.5 shrink-0 text-ink-2'}
          />
        ) : (
          <img
            src={ownChartPhotosContract.picture.url.replace(':id', photo.id)}
            alt={photos}
            loading="lazy"
            className="size-16 shrink-0 rounded-ctl object-cover"
          />
        )}
        <div className="min-w-0">
          <p className="font-bold">{photos}</p>
          {purpose && <p className="wrap-anywhere">{purpose}</p>}
          <p className="tnum text-sm text-ink-2">{is_given ? s.given(day, asked_by) : s.withdrawn(day)}</p>
          {is_given && !is_current && <p className="text-sm text-ink-2">{s.ended}</p>}
        </div>
      </div>
      {is_current && <Withdraw photoId={photo?.id ?? null} photos={photos} />}
    </li>
  )
}

function Withdraw({ photoId, photos }: { photoId: string | null; photos: string }) {
  const { run, busy } = useAction(contract.withdraw, {
    ask: () => ({
      title: s.question,
      body: s.questionText,
      confirmLabel: s.confirm,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.withdrawing,
    }),
    done: s.done,
    failed: s.failed,
    reread: [contract.list],
  })
  return (
    <Button
      block
      variant="danger-quiet"
      busy={busy}
      aria-label={s.withdrawNamed(photos)}
      onClick={() => void run({ body: { photo_id: photoId } })}
    >
      {s.withdraw}
    </Button>
  )
}
