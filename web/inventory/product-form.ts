import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { inventoryContract, type Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { rereadInventory } from './reread-inventory.ts'

export type ProductValues = {
  name: string
  quantity: number | null
  unit_type: string
  category_id: string
  image: File | null
}
const fields = ['name', 'quantity', 'unit_type', 'category_id', 'image'] as const

/** A form: everything is text, and no new picture is no field. */
const bodyOf = ({ quantity, image, ...values }: ProductValues) => ({
  ...values,
  quantity: quantity === null ? '' : String(quantity),
  ...(image && { image }),
})

const valuesOf = (product: Product | null): ProductValues => ({
  name: product?.name ?? '',
  quantity: product?.quantity ?? null,
  unit_type: product?.unit_type ?? '',
  category_id: product?.category_id ?? '',
  image: null,
})

const save = (product: Product | null, values: ProductValues) =>
  product
    ? api(inventoryContract.updateProduct, { params: { id: product.id }, body: bodyOf(values) })
    : api(inventoryContract.createProduct, { body: bodyOf(values) })

/** State and submit of the add and edit dialog; `product` is the one that is edited, null for a new one. */
export function useProductForm(product: Product | null, onSaved: () => void) {
  const queries = useQueryClient()
  const form = useForm<ProductValues>({
    resolver: contractResolver<ProductValues>(inventoryContract.createProduct.body, bodyOf),
    defaultValues: valuesOf(product),
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(product, values)
    } catch (error) {
      const elsewhere = placeRefusal(error, form, fields)
      if (elsewhere.length > 0) toast.error({ title: s.notSaved, description: elsewhere.join('\n') })
      // What the list and the categories show may be what it was refused for.
      await rereadInventory(queries)
      return
    }
    toast.success({ title: product ? s.productUpdated : s.productAdded })
    onSaved()
    await rereadInventory(queries)
  })
  return { form, submit }
}
export type ProductForm = ReturnType<typeof useProductForm>['form']
