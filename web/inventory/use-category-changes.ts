import { useQueryClient } from '@tanstack/react-query'
import { inventoryContract, type Category } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { rereadInventory } from './reread-inventory.ts'

/** Adding, renaming and deleting categories. Adding and renaming reject with the refusal, for the form to place. */
export function useCategoryChanges(onDeleted: (category: Category) => void) {
  const queries = useQueryClient()
  const confirm = useConfirm()

  async function add(name: string): Promise<void> {
    const { data } = await api(inventoryContract.createCategory, { body: { name } })
    toast.success({ title: s.categoryAdded(data.name) })
    await rereadInventory(queries)
  }

  async function rename({ id }: Category, name: string): Promise<void> {
    const { data } = await api(inventoryContract.updateCategory, { params: { id }, body: { name } })
    toast.success({ title: s.categorySaved(data.name) })
    await rereadInventory(queries)
  }

  /** True when the category has left the list. One that products use stays, and that is said before anything is asked. */
  async function remove(category: Category): Promise<boolean> {
    if (category.product_count > 0) {
      toast.error({ title: s.categoryNotDeleted, description: s.categoryInUse(category.product_count) })
      await rereadInventory(queries)
      return false
    }
    const question = { title: s.deleteCategory, body: category.name, danger: true } as const
    const labels = { confirmLabel: s.delete, cancelLabel: s.cancel, busyLabel: s.deleting }
    const action = () => api(inventoryContract.deleteCategory, { params: { id: category.id } })
    let isGone = true
    try {
      if (!(await confirm({ ...question, ...labels, action }))) return false
      toast.success({ title: s.categoryDeleted })
      onDeleted(category)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.categoryNotDeleted, description: error.message })
      isGone = error.status === 404
    }
    await rereadInventory(queries)
    return isGone
  }
  return { add, rename, remove }
}
