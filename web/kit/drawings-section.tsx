import { useState } from 'react'
import { BODY_MAPS } from '#shared/lib/body-maps.ts'
import { AreaMarks, BodyMap } from '#web/ui/body-map.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { StrokePad } from '#web/ui/stroke-pad.tsx'

const SIGNATURE: [number, number][] = [
  [120, 620],
  [200, 300],
  [240, 640],
  [330, 420],
  [380, 640],
  [470, 480],
  [540, 620],
  [760, 560],
]

export function DrawingsSection() {
  const [strokes, setStrokes] = useState([SIGNATURE])
  return (
    <SectionCard title="Drawings" bodyClassName="space-y-4 px-5 pb-5">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {BODY_MAPS.map((map) => (
          <BodyMap key={map} map={map}>
            <AreaMarks map={map} areas={['forehead', 'cheek_left', 'abdomen', 'lower_back']} />
          </BodyMap>
        ))}
      </div>
      <StrokePad
        label="Signature"
        size="signature"
        strokes={strokes}
        onChange={setStrokes}
        limits={{ strokes: 50, points: 2_000 }}
      />
    </SectionCard>
  )
}
