import { Columns2, Maximize, SlidersHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { angleKey } from '#shared/chart-photos/angles.ts'
import { chartPhotosContract, type ChartPhoto } from '#shared/chart-photos/contract.ts'
import { compareMessages as s } from '#shared/chart-photos/messages.ts'
import { dayNumber } from '#shared/lib/manila-time.ts'
import { MAX_PER_PAGE } from '#shared/lib/paging.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { choosePair, type Pair } from './choose-pair.ts'
import { PairOutput } from './pair-output.tsx'
import { KEYS_ID, PairPanes, type Layout } from './pair-panes.tsx'
import { angleText, dateText, dayOf } from './photo-address.ts'
import { usePairView } from './use-pair-view.ts'

type CompareProps = DialogControl & {
  clientId: string
  name: string
  /** The photo to compare; null to begin with the suggested pair. */
  after: ChartPhoto | null
}

/**
 * Compares two photos of a client, which are zoomed and moved together. At first the dialog suggests two photos of the
 * same angle.
 */
export function CompareDialog({ open, onClose, clientId, name, after }: CompareProps) {
  const read = useRead(chartPhotosContract.angles, { params: { id: clientId } }, { failed: s.notLoaded })
  const [chosen, setChosen] = useState<Pair | null>(null)
  const pair = chosen ?? (read.data ? choosePair(read.data.data, after) : null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="xl"
      tall
      title={s.title}
      footer={pair && <PairOutput pair={pair} name={name} />}
    >
      <Loaded read={read} skeleton="h-96">
        {() =>
          pair ? (
            <Comparison clientId={clientId} pair={pair} onChoose={setChosen} />
          ) : (
            <EmptyState icon={Columns2} title={s.tooFew} body={s.tooFewHint} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type ComparisonProps = { clientId: string; pair: Pair; onChoose: (pair: Pair) => void }

function Comparison({ clientId, pair, onChoose }: ComparisonProps) {
  const [layout, setLayout] = useState<Layout>('side-by-side')
  const view = usePairView()
  const days = dayNumber(dayOf(pair.after)) - dayNumber(dayOf(pair.before))
  return (
    <div className="space-y-3">
      <PairPanes before={pair.before} after={pair.after} layout={layout} pair={view} />
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl<Layout>
          aria-label={s.layout}
          options={[
            { value: 'side-by-side', label: s.sideBySide, icon: <Columns2 size={18} aria-hidden="true" /> },
            { value: 'slider', label: s.slider, icon: <SlidersHorizontal size={18} aria-hidden="true" /> },
          ]}
          value={layout}
          onChange={setLayout}
        />
        <IconButton label={s.zoomIn} icon={<ZoomIn size={20} />} variant="secondary" onClick={() => view.zoom(1.5)} />
        <IconButton
          label={s.zoomOut}
          icon={<ZoomOut size={20} />}
          variant="secondary"
          onClick={() => view.zoom(1 / 1.5)}
        />
        <Button icon={<Maximize size={18} aria-hidden="true" />} onClick={view.reset}>
          {s.reset}
        </Button>
        <span className="text-sm text-ink-2">{s.days(days)}</span>
      </div>
      <PairFields clientId={clientId} pair={pair} onChoose={onChoose} />
      <p id={KEYS_ID} className="text-sm text-ink-2">
        {s.keys}
      </p>
    </div>
  )
}

/** The fields that choose both photos of the pair among those of the same angle. */
function PairFields({ clientId, pair, onChoose }: ComparisonProps) {
  const { angle, area } = pair.before
  const { data } = useRead(chartPhotosContract.list, {
    params: { id: clientId },
    querystring: { per_page: MAX_PER_PAGE, angle, area: area ?? '' },
  })
  // A chosen photo may be older than the photos of the first page, so it is added to the options.
  const photos = [...(data?.data ?? [])]
  for (const one of [pair.after, pair.before])
    if (!photos.some(({ id }) => id === one.id) && angleKey(one) === angleKey(pair.before)) photos.push(one)
  const options = photos.map((photo) => ({ value: photo.id, label: s.photoOf(angleText(photo), dateText(photo)) }))
  const photoOf = (id: string) => photos.find((photo) => photo.id === id)!
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={s.beforePhoto}>
        <Select
          options={options}
          value={pair.before.id}
          onChange={(id) => onChoose({ ...pair, before: photoOf(id) })}
        />
      </Field>
      <Field label={s.afterPhoto}>
        <Select options={options} value={pair.after.id} onChange={(id) => onChoose({ ...pair, after: photoOf(id) })} />
      </Field>
    </div>
  )
}
