import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { managementSentences } from '#shared/catalogue/management-sentences.ts'
import { catalogueSentences as s } from '#shared/catalogue/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Kind } from './catalogue-kinds.ts'
import { optimistically, withChanged, without, type List } from './optimistic-list.ts'

/** Says what failed and why; only what the server or the connection refused is for people. */
function tellFailure(error: unknown, title: string): void {
  if (!(error instanceof CallError)) throw error
  toast.error({ title, description: error.message })
}

const isUnanswered = (error: unknown) => error instanceof CallError && error.status === 0
const notRestored = () => managementSentences.notRestored

const deletionWords = {
  danger: true,
  confirmLabel: managementSentences.deleteWord,
  cancelLabel: managementSentences.keep,
} as const

/** Saving, deleting and restoring what stands in the list of `key`, at once and with a way back. */
export function useCatalogueChanges<Row extends { id: string }, Values extends object>(
  kind: Kind<Row, Values>,
  key: QueryKey,
) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const [savedId, setSavedId] = useState<string | null>(null)

  async function save(row: Row, values: Values): Promise<void> {
    const changed = kind.changed(row, values)
    const apply = (list: List<Row>) => withChanged(list, changed)
    setSavedId(row.id)
    try {
      await optimistically(queries, key, apply, () => kind.update(row.id, values))
      toast.success({ title: managementSentences.saved(kind.nameOf(changed)) })
    } catch (error) {
      setSavedId(null)
      tellFailure(error, kind.sentences.notUpdated)
      throw error
    }
  }

  /** The row leaves the list at once; says how it went. */
  const leave = (row: Row, call: () => Promise<unknown>, done: string, failed: (error: unknown) => string) =>
    optimistically(queries, key, (list: List<Row>) => without(list, row), call).then(
      () => toast.success({ title: done }),
      (error) => tellFailure(error, failed(error)),
    )

  /** Asks first; `body` says what else goes. False when the answer was no, and the row never left. */
  async function remove(row: Row, body: string): Promise<boolean> {
    const { deleteQuestion, deleted, notDeleted } = kind.sentences
    if (!(await confirm({ title: deleteQuestion, body, ...deletionWords }))) return false
    const failed = (error: unknown) => (isUnanswered(error) ? s.errorWhileDeleting : notDeleted)
    await leave(row, () => kind.remove(row.id), deleted, failed)
    return true
  }

  const restore = (row: Row): Promise<void> => {
    const done = managementSentences.restored(kind.nameOf(row))
    return leave(row, () => kind.restore(row.id), done, notRestored)
  }
  return { save, remove, restore, savedId }
}
