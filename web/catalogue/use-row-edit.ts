import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { CallError } from '#shared/lib/call.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import type { Kind } from './catalogue-kinds.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'

export type RowEdit<Row, Values extends FieldValues> = {
  isEdited: (row: Row) => boolean
  form: UseFormReturn<Values>
  /** Belongs on every input of the row: Enter saves by the form, Escape gives up. */
  input: { form: string; onKeyDown: (event: KeyboardEvent) => void }
  formId: string
  start: (row: Row) => void
  cancel: () => void
  onSubmit: (event: FormEvent) => void
}

const onEscape = (cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  cancel()
}

/** The id of a row's edit button, so that the focus finds back to it. */
export const editButtonId = (rowId: string) => `edit-${rowId}`

/** Editing begins in the first input and ends on the button it began with. */
function useFocusOfEditing(id: string | null, focusFirst: () => void): void {
  const last = useRef(id)
  const moveFocus = useEffectEvent(() => {
    if (id !== null) focusFirst()
    else if (last.current !== null) document.getElementById(editButtonId(last.current))?.focus()
    last.current = id
  })
  useEffect(() => moveFocus(), [id])
}

/**
 * One row of a table whose cells are inputs. Saving closes it at once; when `save` fails by what was typed, the row
 * opens again with it, so that nothing is typed twice.
 */
export function useRowEdit<Row extends { id: string }, Values extends FieldValues>(
  kind: Kind<Row, Values>,
  save: (row: Row, values: Values) => Promise<void>,
): RowEdit<Row, Values> {
  const [edited, setEdited] = useState<Row | null>(null)
  const formId = useId()
  const form = useForm<Values>({ resolver: contractResolver<Values>(kind.schema, kind.bodyOf) })
  const fields = kind.fields as readonly FieldPath<Values>[]

  const start = (row: Row, values = kind.valuesOf(row)) => {
    form.reset(values)
    setEdited(row)
  }
  const cancel = () => setEdited(null)
  useFocusOfEditing(edited?.id ?? null, () => form.setFocus(fields[0]!))
  const submit = form.handleSubmit(async (values) => {
    if (!edited) return
    setEdited(null)
    try {
      await save(edited, values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (Object.keys(error.errors).length === 0) return
      start(edited, values)
      placeRefusal(error, form, fields)
    }
  })
  return {
    isEdited: (row) => row.id === edited?.id,
    form,
    input: { form: formId, onKeyDown: onEscape(cancel) },
    formId,
    start: (row) => start(row),
    cancel,
    onSubmit: (event) => void submit(event),
  }
}
