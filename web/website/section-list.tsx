import { clsx } from 'clsx'
import { Eye, EyeOff, GripVertical, Palette } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { Part, SectionId } from '#shared/website/content.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { WebsiteEditor } from './use-website-editor.ts'

type ListProps = { editor: WebsiteEditor; part: Part; onChoose: (part: Part) => void }

/** Moves a section to another place in the order. */
function moveTo(order: readonly SectionId[], id: SectionId, place: number): SectionId[] {
  const others = order.filter((one) => one !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/** By how many places an arrow key moves a section. */
const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * The sections of the website in their order. They can be selected, moved by pointer or keys, and hidden. The opening
 * picture stays on top.
 */
export function SectionList({ editor, part, onChoose }: ListProps) {
  const { content, site, set } = editor
  const { order, hidden } = content
  const [dragged, setDragged] = useState<SectionId>()
  const [announcement, setAnnouncement] = useState('')
  const move = (id: SectionId, place: number) => {
    if (place < 0 || place >= order.length || order[place] === id) return
    set('order', moveTo(order, id, place))
    setAnnouncement(s.moved(s.parts[id], place + 1))
  }
  const toggle = (id: SectionId) =>
    set('hidden', hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  return (
    <>
      <h2 className="px-2 text-sm font-semibold text-ink-2">{s.sections}</h2>
      <p id="sections-hint" className="px-2 pb-2 text-xs text-ink-3 max-lg:hidden">
        {s.sectionsHint}
      </p>
      <ul>
        <li className="flex min-h-12 items-center pl-11">
          <PartButton part="hero" isCurrent={part === 'hero'} onChoose={onChoose} />
        </li>
        {order.map((id, place) => (
          <li
            key={id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(id)
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (!dragged) return
              event.preventDefault()
              move(dragged, place)
            }}
            onDrop={(event) => event.preventDefault()}
            className={clsx('flex min-h-12 items-center rounded-ctl', dragged === id && 'bg-surface-3')}
          >
            <IconButton
              label={s.move(s.parts[id])}
              icon={<GripVertical size={18} aria-hidden="true" />}
              aria-describedby="sections-hint"
              className="cursor-grab"
              onKeyDown={(event: KeyboardEvent) => {
                const step = steps[event.key]
                if (step === undefined) return
                event.preventDefault()
                move(id, place + step)
              }}
            />
            <PartButton
              part={id}
              isCurrent={part === id}
              onChoose={onChoose}
              note={hidden.includes(id) ? s.hidden : site.sections.includes(id) ? undefined : s.empty}
            />
            <IconButton
              label={hidden.includes(id) ? s.show(s.parts[id]) : s.hide(s.parts[id])}
              icon={
                hidden.includes(id) ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />
              }
              onClick={() => toggle(id)}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <h2 className="mt-3 px-2 text-sm font-semibold text-ink-2">{s.wholeSite}</h2>
      <div className="flex min-h-12 items-center">
        <span className="grid size-11 place-items-center text-ink-2">
          <Palette size={18} aria-hidden="true" />
        </span>
        <PartButton part="look" isCurrent={part === 'look'} onChoose={onChoose} />
      </div>
    </>
  )
}

type PartButtonProps = { part: Part; isCurrent: boolean; onChoose: (part: Part) => void; note?: string | undefined }

const PartButton = ({ part, isCurrent, onChoose, note }: PartButtonProps) => (
  <button
    type="button"
    aria-current={isCurrent}
    onClick={() => onChoose(part)}
    className={clsx(
      'min-h-11 min-w-0 flex-1 rounded-ctl px-2.5 text-left font-semibold',
      isCurrent ? 'bg-primary-soft text-primary-ink' : 'hover:bg-surface-2',
    )}
  >
    {s.parts[part]}
    {note && <span className="block text-xs font-normal">{note}</span>}
  </button>
)
