import { useState, type ReactNode } from 'react'
import type { ChartPhoto } from '#shared/chart-photos/contract.ts'
import { compareMessages as s } from '#shared/chart-photos/messages.ts'
import { angleText, dateText, picturePath } from './photo-address.ts'
import { useWheelZoom, type usePairView } from './use-pair-view.ts'
import type { View } from './zoom.ts'

/** The id of the sentence that explains the keys. */
export const KEYS_ID = 'pair-keys'

export type Layout = 'side-by-side' | 'slider'
type PairProps = {
  before: ChartPhoto
  after: ChartPhoto
  layout: Layout
  pair: ReturnType<typeof usePairView>
}

/** Shows two compared photos with one common zoom, side by side or one over the other. */
export function PairPanes({ before, after, layout, pair }: PairProps) {
  const [divider, setDivider] = useState(50)
  if (layout === 'side-by-side')
    return (
      <div className="pair-panes" data-layout={layout}>
        <Pane pair={pair} label={s.paneOf(s.before)}>
          <Picture photo={before} which={s.before} view={pair.view} />
          <span className="pair-label">{s.captionOf(s.before, dateText(before))}</span>
        </Pane>
        <Pane pair={pair} label={s.paneOf(s.after)}>
          <Picture photo={after} which={s.after} view={pair.view} />
          <span className="pair-label">{s.captionOf(s.after, dateText(after))}</span>
        </Pane>
      </div>
    )
  return (
    <div className="space-y-2">
      <div className="pair-panes" data-layout={layout}>
        <Pane pair={pair} label={s.title}>
          <Picture photo={after} which={s.after} view={pair.view} />
          <div className="pair-clip" style={{ clipPath: `inset(0 ${100 - divider}% 0 0)` }}>
            <Picture photo={before} which={s.before} view={pair.view} />
          </div>
          <span className="pair-divider" style={{ left: `${divider}%` }} />
          <span className="pair-label">{s.captionOf(s.before, dateText(before))}</span>
          <span className="pair-label" data-side="end">
            {s.captionOf(s.after, dateText(after))}
          </span>
        </Pane>
      </div>
      <input
        type="range"
        className="photo-range"
        aria-label={s.divider}
        min={0}
        max={100}
        value={divider}
        onChange={({ target }) => setDivider(Number(target.value))}
      />
    </div>
  )
}

type PaneProps = { pair: ReturnType<typeof usePairView>; label: string; children: ReactNode }

/** A frame in which the photos are zoomed and moved. The keys for this work while the frame has the focus. */
function Pane({ pair, label, children }: PaneProps) {
  const pane = useWheelZoom(pair.setView)
  return (
    <div
      ref={pane}
      className="pair-pane"
      role="group"
      aria-label={label}
      aria-describedby={KEYS_ID}
      tabIndex={0}
      {...pair.handlers}
    >
      {children}
    </div>
  )
}

const transformOf = ({ scale, x, y }: View) => `translate(${x * 100}%, ${y * 100}%) scale(${scale})`

function Picture({ photo, which, view }: { photo: ChartPhoto; which: string; view: View }) {
  return (
    <img
      src={picturePath(photo.id)}
      alt={s.alt(which, angleText(photo), dateText(photo))}
      draggable={false}
      style={{ transform: transformOf(view) }}
    />
  )
}
