import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useForm, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { managementMessages, catalogueMessages as s } from '#shared/catalogue/messages.ts'
import { useAction, type Outcome } from '#web/data/use-action.ts'
import { mergeNewer } from '#web/data/merge-newer.ts'
import { useConfirm } from '#web/ui/overlays/confirm.tsx'
import { discardQuestion } from '#web/ui/overlays/unsaved-changes.ts'
import { contractResolver, placeErrors } from '#web/lib/form-errors.ts'
import type { Kind } from './catalogue-kinds.ts'
import { optimistically, withChanged, without, type List } from './optimistic-list.ts'

type Change<Row, Values> = { row: Row; values: Values }

const deletionText = {
  danger: true,
  confirmLabel: managementMessages.deleteWord,
  cancelLabel: managementMessages.keep,
} as const

type Saved = { data: { id: string }; isNewest: boolean }

/**
 * Shows a saved row with its new version, so that it can be edited before the list is reloaded. While a later save of
 * the row is running, the values of that later save stay visible.
 */
function showSaved(queries: QueryClient, key: QueryKey, { data, isNewest }: Saved): void {
  if (isNewest) queries.setQueryData<List<{ id: string }>>(key, (list) => list && withChanged(list, data))
}

/** Saves rows of the list cached under `key`: shown at once, restored if the server refuses them. */
function useSaves<Row extends { id: string; version: number }, Values extends object>(
  kind: Kind<Row, Values>,
  key: QueryKey,
) {
  const queries = useQueryClient()
  const [update] = useState(() => savesInTurn(kind.update))
  const [savedId, setSavedId] = useState<string | null>(null)
  const { run } = useAction(
    ({ row, values }: Change<Row, Values>) => {
      setSavedId(row.id)
      const apply = (list: List<Row>) => withChanged(list, kind.changed(row, values))
      return optimistically(queries, key, apply, async () => showSaved(queries, key, await update(row, values)))
    },
    {
      parallel: true,
      done: (_, { row, values }) => managementMessages.saved(kind.nameOf(kind.changed(row, values))),
      failed: kind.sentences.notUpdated,
      onFailed: () => setSavedId(null),
    },
  )
  return { save: run, savedId }
}

/** Saves, deletes and restores rows of the list cached under `key`; changes are shown at once and can be undone. */
export function useCatalogueChanges<Row extends { id: string; version: number }, Values extends object>(
  kind: Kind<Row, Values>,
  key: QueryKey,
  /** Called when a deleted or restored row has left the list. */
  onGone: () => void,
) {
  const queries = useQueryClient()
  const { deleteQuestion, deleted, notDeleted } = kind.sentences
  const leaving = { parallel: true, onDone: onGone, onFailed: onGone }
  const leave = (row: Row, call: () => Promise<unknown>) =>
    optimistically(queries, key, (list: List<Row>) => without(list, row), call)
  /** Asks before deleting; `body` lists what else is deleted. */
  const remove = useAction(({ row }: { row: Row; body: string }) => leave(row, () => kind.remove(row.id)), {
    ask: ({ body }) => ({ title: deleteQuestion, body, ...deletionText }),
    done: deleted,
    failed: ({ status, message }) => ({
      title: status === 0 ? s.errorWhileDeleting : notDeleted,
      description: message,
    }),
    ...leaving,
  })
  const restore = useAction((row: Row) => leave(row, () => kind.restore(row.id)), {
    done: (_, row) => managementMessages.restored(kind.nameOf(row)),
    failed: managementMessages.notRestored,
    ...leaving,
  })
  return { ...useSaves(kind, key), remove: remove.run, restore: restore.run }
}

export type RowEdit<Row, Values extends FieldValues> = {
  isEdited: (row: Row) => boolean
  form: UseFormReturn<Values>
  /** Props for every input of the row: Enter saves through the form, Escape cancels. */
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

/** The id of a row's edit button, to restore the focus. */
export const editButtonId = (rowId: string) => `edit-${rowId}`

/** Focuses the first input when editing starts, and the edit button when it ends. */
function useFocusOfEditing(id: string | null, focusFirst: () => void): void {
  const last = useRef(id)
  const moveFocus = useEffectEvent(() => {
    if (id !== null) focusFirst()
    else if (last.current !== null) document.getElementById(editButtonId(last.current))?.focus()
    last.current = id
  })
  useEffect(() => moveFocus(), [id])
}

/** Stores which row of the list is being edited, and the values in the inputs of this row. */
function useOpenRow<Row, Values extends FieldValues>(
  { valuesOf, fields }: Pick<Kind<Row & Versioned, Values>, 'valuesOf' | 'fields'>,
  form: UseFormReturn<Values>,
) {
  type Edited = Row & Versioned
  const [edited, setEdited] = useState<Edited | null>(null)
  // A late response must use the row that is open when it arrives, not the row that was open when the request was sent.
  const present = useRef<Edited | null>(null)
  const set = (row: Edited | null) => {
    present.current = row
    setEdited(row)
  }
  const begin = (row: Edited, values = valuesOf(row)) => {
    form.reset(values)
    set(row)
  }
  const isTyped = () => {
    if (present.current === null) return false
    const before = valuesOf(present.current)
    return fields.some((field) => form.getValues(field as unknown as FieldPath<Values>) !== before[field])
  }
  return { edited, begin, close: () => set(null), isAnyOpen: () => present.current !== null, isTyped }
}

/**
 * One table row whose cells are inputs. Saving closes it at once; if `save` fails because of the values, the row opens
 * again with them, unless another row is being edited. Opening another row asks before unsaved values are lost.
 */
export function useRowEdit<Row extends { id: string; version: number }, Values extends FieldValues>(
  kind: Kind<Row, Values>,
  save: (change: Change<Row, Values>) => Promise<Outcome<unknown>>,
): RowEdit<Row, Values> {
  const formId = useId()
  const confirm = useConfirm()
  const form = useForm<Values>({ resolver: contractResolver<Values>(kind.schema, kind.bodyOf) })
  const fields = kind.fields as readonly FieldPath<Values>[]
  const { edited, begin, close, isAnyOpen, isTyped } = useOpenRow<Row, Values>(kind, form)
  const start = async (row: Row) => {
    if (!isTyped() || (await confirm(discardQuestion))) begin(row)
  }
  useFocusOfEditing(edited?.id ?? null, () => form.setFocus(fields[0]!))
  const submit = form.handleSubmit(async (values) => {
    if (!edited) return
    close()
    const outcome = await save({ row: edited, values })
    if (outcome.kind !== 'failed' || isAnyOpen()) return
    // Somebody else has changed the row: it opens again with what the person has typed, and with the current values in
    // all other fields.
    if (outcome.error.code === 'stale') {
      const newer = outcome.error.data as Row
      begin(newer, values)
      mergeNewer(form, { seen: kind.valuesOf(edited), newer: kind.valuesOf(newer), texts: kind.textsOf(newer) })
      return
    }
    if (Object.keys(outcome.error.errors).length === 0) return
    begin(edited, values)
    placeErrors(outcome.error, form, fields)
  })
  return {
    isEdited: (row) => row.id === edited?.id,
    form,
    input: { form: formId, onKeyDown: onEscape(close) },
    formId,
    start: (row) => void start(row),
    cancel: close,
    onSubmit: (event) => void submit(event),
  }
}
type Versioned = { id: string; version: number }

/**
 * Successive saves of one row, the first of which was based on version `from`. `newest` is the result of the last
 * successful save, or null.
 */
type Saves<Row> = { from: number; newest: Promise<Row | null> }

/**
 * Runs saves of the same row one after the other. A row that is edited again before the response has an old version, so
 * it is sent with the version that the previous save has returned. `isNewest` is false while a later save is running.
 */
function savesInTurn<Row extends Versioned, Values>(
  update: (row: Row, values: Values) => Promise<{ data: Row }>,
): (row: Row, values: Values) => Promise<{ data: Row; isNewest: boolean }> {
  const saves = new Map<string, Saves<Row>>()
  return async (row, values) => {
    const before = saves.get(row.id)
    const newestBefore = before?.from === row.version ? before.newest : Promise.resolve(null)
    const save = async () => {
      await before?.newest
      const version = (await newestBefore)?.version ?? row.version
      return update({ ...row, version }, values)
    }
    const saving = save()
    const own: Saves<Row> = {
      from: row.version,
      newest: saving.then(
        ({ data }) => data,
        () => newestBefore,
      ),
    }
    saves.set(row.id, own)
    const { data } = await saving
    return { data, isNewest: saves.get(row.id) === own }
  }
}
