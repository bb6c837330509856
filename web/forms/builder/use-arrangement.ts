import { useLayoutEffect, useRef, useState } from 'react'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import type { FormContent, FormField } from '#shared/forms/form.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import {
  duplicateField,
  insertField,
  moveField,
  nameOf,
  placeOf,
  removeField,
  stepFrom,
  type Place,
} from './content-changes.ts'
import type { FormEditor } from './use-form-editor.ts'

/** How many seconds a removal can be undone. */
const UNDO_SECONDS = 15

/**
 * The functions that open, move, duplicate and remove fields of a form, and the ids of the open and the dragged field.
 */
export type Arrangement = {
  openId: string | null
  open: (fieldId: string | null) => void
  draggedId: string | null
  drag: (fieldId: string | null) => void
  /** Moves the dragged field to a place while it is dragged. */
  dragTo: (to: Place) => void
  step: (field: FormField, by: 1 | -1) => void
  canStep: (field: FormField, by: 1 | -1) => boolean
  add: (field: FormField, to: Place) => void
  duplicate: (field: FormField) => void
  remove: (field: FormField) => void
  /** What screen readers announce after a field was moved. */
  announcement: string
  /** The element that contains the fields, in which the focus follows a moved field. */
  list: React.RefObject<HTMLDivElement | null>
}

/** Keeps the focus on the pressed button of a field that was moved, so that pressing again moves it on. */
function useFocusOfMoved() {
  const list = useRef<HTMLDivElement>(null)
  const moved = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (moved.current === null) return
    const selector = moved.current
    moved.current = null
    list.current?.querySelector<HTMLElement>(selector)?.focus()
  })
  return {
    list,
    follow: (id: string, control: string) => void (moved.current = `[data-field="${id}"] [data-moves="${control}"]`),
  }
}

const positionIn = (content: FormContent, id: string) =>
  content.sections.flatMap(({ fields }) => fields).findIndex((field) => field.id === id) + 1
const countOf = ({ sections }: FormContent) => sections.reduce((sum, { fields }) => sum + fields.length, 0)

/** Removes a field, and shows a toast whose Undo puts the field back in its place. */
function removeWithUndo({ content, change }: Pick<FormEditor, 'content' | 'change'>, field: FormField): void {
  const from = placeOf(content, field.id)
  if (!from) return
  change((now) => removeField(now, field.id))
  toast.info({
    title: s.removed(nameOf(field)),
    seconds: UNDO_SECONDS,
    action: { label: s.undo, onPress: () => change((now) => insertField(now, field, from)) },
  })
}

export function useArrangement({ content, change }: FormEditor): Arrangement {
  const [openId, open] = useState<string | null>(null)
  const [draggedId, drag] = useState<string | null>(null)
  const [announcement, announce] = useState('')
  const { list, follow } = useFocusOfMoved()
  const target = (field: FormField, by: 1 | -1) => {
    const from = placeOf(content, field.id)
    return from && stepFrom(content, from, by)
  }
  const step = (field: FormField, by: 1 | -1) => {
    const to = target(field, by)
    if (!to) return
    const moved = moveField(content, field.id, to)
    change(() => moved)
    announce(s.moved(nameOf(field), positionIn(moved, field.id), countOf(moved)))
    const pressed = document.activeElement?.getAttribute('data-moves')
    if (pressed) follow(field.id, pressed)
  }
  return {
    openId,
    open,
    draggedId,
    drag,
    dragTo: (to) => draggedId !== null && change((now) => moveField(now, draggedId, to)),
    step,
    canStep: (field, by) => target(field, by) !== null,
    add: (field, to) => {
      change((now) => insertField(now, field, to))
      open(field.id)
    },
    duplicate: (field) => change((now) => duplicateField(now, field.id)),
    remove: (field) => removeWithUndo({ content, change }, field),
    announcement,
    list,
  }
}
