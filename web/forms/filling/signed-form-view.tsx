import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { SignedForm } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { AreaMarks, BodyOutline } from '#web/ui/body-map.tsx'
import { copyParts, type CopyPart, type DrawnStroke } from './answer-text.ts'
import { copyFacts } from './copy-facts.ts'
import './filling.css'

/** A signed copy on the screen: what was read and answered, and the facts of the signing. */
export function SignedFormView({ copy }: { copy: SignedForm }) {
  const Shield = copy.is_unaltered ? ShieldCheck : ShieldAlert
  return (
    <div className="space-y-4">
      {copyParts(copy).map((part, index) => (
        <Part key={index} part={part} />
      ))}
      <dl className="space-y-1 border-t border-line pt-4 text-sm">
        {copyFacts(copy).map(([name, value]) => (
          <div key={name}>
            <dt className="inline text-ink-2">{name}: </dt>
            <dd className="inline wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={`flex items-start gap-2 text-sm font-semibold ${copy.is_unaltered ? 'text-ink-2' : 'text-danger'}`}>
        <Shield size={18} className="shrink-0" aria-hidden="true" />
        {copy.is_unaltered ? s.unaltered : s.altered}
      </p>
    </div>
  )
}

function Part({ part }: { part: CopyPart }) {
  if (part.kind === 'heading') return <h3 className="text-lg font-bold">{part.text}</h3>
  if (part.kind === 'paragraph') return <p className="whitespace-pre-line wrap-anywhere">{part.text}</p>
  return (
    <div>
      <p className="text-sm font-semibold">{part.label}</p>
      {part.text !== '' && <p className="whitespace-pre-line wrap-anywhere">{part.text}</p>}
      {part.kind === 'strokes' && <Strokes part={part} />}
    </div>
  )
}

const pathOf = (stroke: DrawnStroke) =>
  `M${stroke.map((point) => point.join(' ')).join('L')}${stroke.length === 1 ? 'h1' : ''}`

/** The strokes of a signature or a drawing. A drawing has the outline of a face or body below it. */
function Strokes({ part: { strokes, box, map, label, areas } }: { part: Extract<CopyPart, { kind: 'strokes' }> }) {
  if (strokes.length === 0 && areas.length === 0) return null
  return (
    <svg
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${s.boxes[box]}: ${label}`}
      className="signed-strokes"
      data-box={box}
    >
      {map !== null && (
        <g className="signed-outline">
          <BodyOutline map={map} />
          <AreaMarks map={map} areas={areas} />
        </g>
      )}
      {strokes.map((stroke, index) => (
        <path key={index} d={pathOf(stroke)} />
      ))}
    </svg>
  )
}
