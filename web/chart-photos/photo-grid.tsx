import { Camera, EyeOff, Megaphone } from 'lucide-react'
import type { ChartPhoto } from '#shared/chart-photos/contract.ts'
import { photoScreenMessages as s } from '#shared/chart-photos/messages.ts'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { angleText, dateText, dayOf, thumbnailPath } from './photo-address.ts'

const PhotoDialog = lazyDialog(async () => (await import('./photo-dialog.tsx')).PhotoDialog)

export const NoPhotos = ({ isHidden }: { isHidden: boolean }) =>
  isHidden ? (
    <EmptyState icon={EyeOff} title={s.noneHidden} />
  ) : (
    <EmptyState icon={Camera} title={s.none} body={s.noneHint} />
  )

/** The photos of each day, the newest day first, and within a day in the order in which they were taken. */
function groupByDay(photos: readonly ChartPhoto[]): { day: string; photos: ChartPhoto[] }[] {
  const groups: { day: string; photos: ChartPhoto[] }[] = []
  for (const photo of photos) {
    const last = groups.at(-1)
    if (last?.day === dayOf(photo)) last.photos.unshift(photo)
    else groups.push({ day: dayOf(photo), photos: [photo] })
  }
  return groups
}

/** The day of the photos, with the service of the visit on that day. */
function dayHeading(photos: readonly ChartPhoto[]): string {
  const day = dateText(photos[0]!)
  const visit = photos.find((photo) => photo.visit)?.visit
  return visit ? s.dayWithVisit(day, visit.service) : day
}

type PhotoGridProps = { photos: readonly ChartPhoto[]; clientId: string; name: string; mayWrite: boolean }

/** Thumbnails in groups by day; the browser loads only those in sight. */
export function PhotoGrid({ photos, clientId, name, mayWrite }: PhotoGridProps) {
  const opened = useDialog(PhotoDialog, { photos })
  return (
    <>
      {groupByDay(photos).map(({ day, photos: ofDay }) => (
        <section key={day} aria-labelledby={`photos-${day}`} className="space-y-2">
          <h2 id={`photos-${day}`} className="font-bold">
            {dayHeading(ofDay)}
          </h2>
          <ul className="photo-grid">
            {ofDay.map((photo) => (
              <li key={photo.id}>
                <PhotoTile photo={photo} onOpen={() => opened.open({ opened: photo, clientId, name, mayWrite })} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {opened.element}
    </>
  )
}

function PhotoTile({ photo, onOpen }: { photo: ChartPhoto; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="photo-tile"
      data-hidden={photo.hidden ? '' : undefined}
      aria-label={s.open(angleText(photo), dateText(photo))}
      onClick={onOpen}
    >
      <img
        src={thumbnailPath(photo.id)}
        alt=""
        loading="lazy"
        decoding="async"
        width={photo.width}
        height={photo.height}
      />
      <span className="flex items-center gap-1.5 text-sm font-semibold">
        <span className="min-w-0 truncate">{angleText(photo)}</span>
        {photo.may_publish && <Megaphone size={14} className="shrink-0 text-success" aria-label={s.mayPublish} />}
      </span>
    </button>
  )
}
