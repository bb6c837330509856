import { useState, type PointerEvent } from 'react'
import { websiteContract, type PictureArea } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { addressOf } from '#shared/website/pictures.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

/** The aspect ratios to choose from; 0 stands for the aspect ratio of the whole picture. */
const SHAPES = [0, 4 / 3, 1, 4 / 5, 16 / 9] as const
type Shape = (typeof SHAPES)[number]

/** A crop: its shape, zoom, and position in the remaining space, 0 to 1. */
export type Frame = { shape: Shape; zoom: number; x: number; y: number }

const MOST_ZOOM = 4

/** The largest area of a picture that has the given aspect ratio, as fractions of the picture. */
function largest(shape: Shape, ratio: number): { width: number; height: number } {
  const wanted = shape === 0 ? ratio : shape
  return { width: Math.min(1, wanted / ratio), height: Math.min(1, ratio / wanted) }
}

/** The area of a crop as fractions of the picture; `ratio` is the whole picture's aspect ratio. */
export function areaOf({ shape, zoom, x, y }: Frame, ratio: number): PictureArea {
  const { width, height } = largest(shape, ratio)
  const part = { width: width / zoom, height: height / zoom }
  return { left: x * (1 - part.width), top: y * (1 - part.height), ...part }
}

/** The crop that shows this area of the picture; without an area, the whole picture. */
export function frameOf(area: PictureArea | null, ratio: number): Frame {
  if (!area) return { shape: 0, zoom: 1, x: 0.5, y: 0.5 }
  const differs = (shape: Shape) => {
    const { width, height } = largest(shape, ratio)
    return Math.abs(Math.log(width / height / (area.width / area.height)))
  }
  const shape = SHAPES.toSorted((one, other) => differs(one) - differs(other))[0]!
  const place = (at: number, size: number) => (size > 0.999 ? 0.5 : at / (1 - size))
  const zoom = Math.min(MOST_ZOOM, Math.max(1, largest(shape, ratio).width / area.width))
  return { shape, zoom, x: place(area.left, area.width), y: place(area.top, area.height) }
}

type CutDialogProps = DialogControl & { id: string; onCut: (id: string) => void }

/** Chooses the visible part of a picture. The whole picture is kept, so the crop can be changed later. */
export function CutDialog({ open, onClose, id, onCut }: CutDialogProps) {
  const { data, failure } = useRead(websiteContract.wholePicture, { params: { id } }, { failed: s.notCut })
  const [chosen, setChosen] = useState<Frame>()
  const cut = useAction(websiteContract.cutPicture, {
    failed: s.notCut,
    onDone: ({ data: made }) => {
      onCut(made.id)
      onClose()
    },
  })
  const whole = data?.data
  const ratio = whole ? whole.width / whole.height : 1
  const frame = chosen ?? frameOf(whole?.area ?? null, ratio)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.cutTitle}
      description={s.cutHint}
      footer={
        <>
          <Button onClick={onClose}>{s.cancel}</Button>
          <Button
            variant="primary"
            disabled={!whole}
            busy={cut.busy}
            busyLabel={s.cutting}
            onClick={() => void cut.run({ params: { id }, body: areaOf(frame, ratio) })}
          >
            {s.takeThis}
          </Button>
        </>
      }
    >
      <Loaded read={{ data: whole, failure }} skeleton="h-64">
        {({ widths }) => (
          <div className="space-y-5">
            <FrameView
              src={addressOf({ path: `/api/website-pictures/${id}` }, widths.at(-1)!, 'webp')}
              area={areaOf(frame, ratio)}
              ratio={ratio}
              onMove={(dx, dy) => setChosen({ ...frame, ...movedBy(frame, areaOf(frame, ratio), dx, dy) })}
            />
            <FrameControls frame={frame} onChange={setChosen} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const within = (value: number) => Math.min(1, Math.max(0, value))

/** The crop's position after dragging by these fractions of the picture. */
const movedBy = ({ x, y }: Frame, { width, height }: PictureArea, dx: number, dy: number) => ({
  x: width > 0.999 ? x : within(x + dx / (1 - width)),
  y: height > 0.999 ? y : within(y + dy / (1 - height)),
})

type FrameViewProps = {
  src: string
  area: PictureArea
  ratio: number
  /** Called with the dragged distance as fractions of the picture. */
  onMove: (dx: number, dy: number) => void
}

/** Shows the whole picture, darkened outside of the crop. */
function FrameView({ src, area, ratio, onMove }: FrameViewProps) {
  const percent = (value: number) => `${value * 100}%`
  const drag = ({ currentTarget, movementX, movementY, buttons }: PointerEvent<HTMLElement>) => {
    const box = currentTarget.parentElement!.getBoundingClientRect()
    if (buttons === 1 && box.width > 0) onMove(movementX / box.width, movementY / box.height)
  }
  return (
    <div
      style={{ aspectRatio: ratio, maxWidth: `${45 * ratio}vh` }}
      className="relative mx-auto overflow-hidden rounded-ctl bg-surface-3"
    >
      <img src={src} alt="" draggable={false} className="size-full" />
      <div
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
        style={{
          left: percent(area.left),
          top: percent(area.top),
          width: percent(area.width),
          height: percent(area.height),
        }}
        className="absolute cursor-move touch-none border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/.6)]"
      />
    </div>
  )
}

type RangeProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

const Range = ({ label, value, min, max, onChange }: RangeProps) => (
  <label className="block text-sm font-semibold">
    {label}
    <input
      type="range"
      value={value}
      min={min}
      max={max}
      step={0.01}
      onChange={({ target }) => onChange(Number(target.value))}
      className="mt-2 block h-11 w-full cursor-pointer rounded-ctl accent-primary"
    />
  </label>
)

const FrameControls = ({ frame, onChange }: { frame: Frame; onChange: (frame: Frame) => void }) => (
  <div className="space-y-2">
    <SegmentedControl<Shape>
      aria-label={s.shape}
      value={frame.shape}
      onChange={(shape) => onChange({ ...frame, shape })}
      options={SHAPES.map((shape, index) => ({ value: shape, label: s.shapes[index]! }))}
    />
    <div className="grid gap-x-6 sm:grid-cols-3">
      <Range
        label={s.zoom}
        value={frame.zoom}
        min={1}
        max={MOST_ZOOM}
        onChange={(zoom) => onChange({ ...frame, zoom })}
      />
      <Range label={s.across} value={frame.x} min={0} max={1} onChange={(x) => onChange({ ...frame, x })} />
      <Range label={s.upDown} value={frame.y} min={0} max={1} onChange={(y) => onChange({ ...frame, y })} />
    </div>
  </div>
)
