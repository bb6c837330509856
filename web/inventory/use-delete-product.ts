import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'
import { rereadInventory } from './reread-inventory.ts'

/** Asks, deletes the product for good, and says how it went; `onGone` when it has left the list. */
export function useDeleteProduct(onGone: () => void): (product: Product) => Promise<void> {
  const confirm = useConfirm()
  const queries = useQueryClient()
  return useCallback(
    async (product) => {
      let isGone = true
      try {
        const done = await confirm({
          title: s.deleteProduct,
          body: product.name,
          confirmLabel: s.delete,
          cancelLabel: s.cancel,
          danger: true,
          busyLabel: s.deleting,
          action: () => api(inventoryContract.deleteProduct, { params: { id: product.id } }),
        })
        if (!done) return
        toast.success({ title: s.productDeleted })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error({ title: s.productNotDeleted, description: error.message })
        isGone = error.status === 404
      }
      await rereadInventory(queries)
      if (isGone) onGone()
    },
    [confirm, queries, onGone],
  )
}
