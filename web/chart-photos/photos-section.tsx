import { Camera, Columns2, Megaphone, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { angleKey } from '#shared/chart-photos/angles.ts'
import { chartPhotosContract, type AngleGroup } from '#shared/chart-photos/contract.ts'
import { photoScreenMessages as s } from '#shared/chart-photos/messages.ts'
import { pageCount } from '#shared/lib/paging.ts'
import type { ChartSectionProps } from '#web/charts/chart-sections.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { useRead } from '#web/data/use-read.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { angleText } from './photo-address.ts'
import { NoPhotos, PhotoGrid } from './photo-grid.tsx'
import { photoQueue } from './photo-queue.ts'
import { UploadList } from './upload-list.tsx'
import './chart-photos.css'

// The layout sends waiting photos by this module, because a file for the queue alone would be one more for every chart.
export { photoQueue }

const CameraDialog = lazyDialog(async () => (await import('./camera-dialog.tsx')).CameraDialog)
const UploadDialog = lazyDialog(async () => (await import('./upload-dialog.tsx')).UploadDialog)
const CompareDialog = lazyDialog(async () => (await import('./compare-dialog.tsx')).CompareDialog)
const ConsentDialog = lazyDialog(async () => (await import('./consent-dialog.tsx')).ConsentDialog)

const ALL = 'all'

/**
 * The part of the chart in which staff take, upload, look at and compare photos, and record the consent to publish
 * them.
 */
export default function PhotosSection({ clientId, name, isLocked }: ChartSectionProps) {
  const mayWrite = useMayUseCharts('charts.write') && !isLocked
  const [shown, setShown] = useState({ page: 1, angle: ALL, hidden: false })
  const angles = useRead(chartPhotosContract.angles, { params: { id: clientId } }, { failed: s.notLoaded })
  const groups = angles.data?.data ?? []
  const { id: ownerId } = usePerson()
  useEffect(() => void photoQueue.resume(ownerId), [ownerId])
  return (
    <section aria-label={s.title} className="space-y-4 pt-3">
      <Actions {...{ clientId, name, mayWrite, groups }} />
      <UploadList clientId={clientId} />
      <Filters {...{ groups, shown, onChange: setShown }} />
      <Photos {...{ clientId, name, mayWrite, shown, groups }} onChange={setShown} />
    </section>
  )
}

type PartProps = { clientId: string; name: string; mayWrite: boolean; groups: readonly AngleGroup[] }

function Actions({ clientId, name, mayWrite, groups }: PartProps) {
  const camera = useDialog(CameraDialog, { groups })
  const upload = useDialog(UploadDialog)
  const compare = useDialog(CompareDialog)
  const consent = useDialog(ConsentDialog)
  return (
    <div className="flex flex-wrap gap-2">
      {mayWrite && (
        <>
          <Button
            variant="primary"
            icon={<Camera size={18} aria-hidden="true" />}
            onClick={() => camera.open({ clientId })}
          >
            {s.take}
          </Button>
          <Button icon={<Upload size={18} aria-hidden="true" />} onClick={() => upload.open({ clientId })}>
            {s.upload}
          </Button>
        </>
      )}
      <Button
        icon={<Columns2 size={18} aria-hidden="true" />}
        onClick={() => compare.open({ clientId, name, after: null })}
        disabled={groups.length === 0}
      >
        {s.compare}
      </Button>
      <Button
        icon={<Megaphone size={18} aria-hidden="true" />}
        onClick={() => consent.open({ clientId, mayWrite, photoId: null })}
      >
        {s.consent}
      </Button>
      {camera.element}
      {upload.element}
      {compare.element}
      {consent.element}
    </div>
  )
}

type Shown = { page: number; angle: string; hidden: boolean }
type FilterProps = { groups: readonly AngleGroup[]; shown: Shown; onChange: (shown: Shown) => void }

function Filters({ groups, shown, onChange }: FilterProps) {
  if (shown.hidden || groups.length < 2) return null
  const options = groups.map(({ count, last }) => ({
    value: angleKey(last),
    label: s.withCount(angleText(last), count),
  }))
  return (
    <Select
      aria-label={s.filter}
      options={[{ value: ALL, label: s.allAngles }, ...options]}
      value={shown.angle}
      onChange={(angle) => onChange({ ...shown, page: 1, angle })}
      className="w-full lg:w-80"
    />
  )
}

type PhotosProps = PartProps & { shown: Shown; onChange: (shown: Shown) => void }

function Photos({ clientId, name, mayWrite, shown, groups, onChange }: PhotosProps) {
  const group = groups.find(({ last }) => angleKey(last) === shown.angle)
  const querystring = {
    page: shown.page,
    ...(group && !shown.hidden && { angle: group.last.angle, area: group.last.area ?? '' }),
    ...(shown.hidden && { hidden: 'true' as const }),
  }
  const read = useRead(
    chartPhotosContract.list,
    { params: { id: clientId }, querystring },
    { failed: s.notLoaded, keepPrevious: true },
  )
  return (
    <Loaded read={read} skeleton="h-96">
      {({ data, page, total, per_page, hidden }) => (
        <div className="space-y-4" aria-busy={read.isPrevious}>
          {data.length === 0 && <NoPhotos isHidden={shown.hidden} />}
          <PhotoGrid photos={data} clientId={clientId} name={name} mayWrite={mayWrite} />
          <Pager
            page={page}
            pageCount={pageCount(total, per_page)}
            onChange={(next) => onChange({ ...shown, page: next })}
          />
          {(hidden > 0 || shown.hidden) && (
            <Button variant="quiet" onClick={() => onChange({ page: 1, angle: ALL, hidden: !shown.hidden })}>
              {shown.hidden ? s.backToPhotos : s.showHidden(hidden)}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  )
}
