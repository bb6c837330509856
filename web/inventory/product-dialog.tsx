import { Controller, type UseFormReturn } from 'react-hook-form'
import { DEFAULT_LOW_STOCK_LEVEL, inventoryContract, type Product, UNIT_TYPES } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { MAX_STOCK } from '#shared/inventory/movement.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import type { Option } from '#web/ui/fields/option.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { inventoryReads, useCategoryChoices } from './categories.ts'
import { SellingFields, sellingValuesOf, type ProductValues } from './selling-fields.tsx'

type ProductForm = UseFormReturn<ProductValues>

const textOf = (count: number | null) => (count === null ? '' : String(count))

/** A multipart body: all values are text, and without a new picture the field is missing. */
const bodyOf = ({ quantity, low_stock_level, image, senior_pwd_eligible, ...values }: ProductValues) => ({
  ...values,
  senior_pwd_eligible: senior_pwd_eligible ? ('true' as const) : ('false' as const),
  quantity: textOf(quantity),
  low_stock_level: textOf(low_stock_level),
  ...(image && { image }),
})

const valuesOf = (product: Product | null): ProductValues => ({
  name: product?.name ?? '',
  quantity: product?.quantity ?? null,
  low_stock_level: product?.low_stock_level ?? DEFAULT_LOW_STOCK_LEVEL,
  unit_type: product?.unit_type ?? '',
  category_id: product?.category_id ?? '',
  image: null,
  ...sellingValuesOf(product),
})

/** The dialog Add Product or Edit Product. */
export function ProductDialog({ open, product, onClose }: DialogControl & { product: Product | null }) {
  const { form, dialog } = useContractForm(
    product ? inventoryContract.updateProduct : inventoryContract.createProduct,
    {
      values: valuesOf(product),
      edits: { row: product, valuesOf, textsOf: (newer) => ({ category_id: newer.category_name }) },
      input: (values) => (product ? { params: { id: product.id }, body: bodyOf(values) } : { body: bodyOf(values) }),
      done: product ? s.productUpdated : s.productAdded,
      failed: s.notSaved,
      reread: inventoryReads,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={product ? s.editProductTitle : s.addProductTitle}
      leave={s.cancel}
      send={product ? s.updateProduct : s.addProduct}
      busyLabel={s.saving}
      {...dialog}
    >
      <ProductFields form={form} product={product} />
    </FormDialog>
  )
}

function ProductFields({ form, product }: { form: ProductForm; product: Product | null }) {
  return (
    <div className="space-y-4">
      <Field label={s.nameOfProduct} required error={form.formState.errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <CountField form={form} name="quantity" label={s.quantityLabel} min={Math.min(0, product?.quantity ?? 0)} />
        <UnitField form={form} />
        <CategoryField form={form} />
        <CountField form={form} name="low_stock_level" label={s.lowStockLevel} hint={s.lowStockLevelHint} />
      </div>
      <Controller
        control={form.control}
        name="image"
        render={({ field, fieldState }) => (
          <UploadField
            label={s.image}
            value={field.value}
            onChange={field.onChange}
            currentSrc={product?.image ?? null}
            error={fieldState.error?.message}
          />
        )}
      />
      <SellingFields form={form} product={product} />
    </div>
  )
}

type CountFieldProps = {
  form: ProductForm
  name: 'quantity' | 'low_stock_level'
  label: string
  hint?: string
  min?: number
}

function CountField({ form, name, label, hint, min = 0 }: CountFieldProps) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} required hint={hint} error={fieldState.error?.message}>
          <NumberInput {...field} min={min} max={MAX_STOCK} />
        </Field>
      )}
    />
  )
}

function UnitField({ form }: { form: ProductForm }) {
  return (
    <Controller
      control={form.control}
      name="unit_type"
      render={({ field, fieldState }) => (
        <Field label={s.unitTypeLabel} required hint={s.unitHint} error={fieldState.error?.message}>
          <Combobox {...field} items={unitOptions(field.value)} filtered emptyText={s.ownUnit} />
        </Field>
      )}
    />
  )
}

function CategoryField({ form }: { form: ProductForm }) {
  const { choices, placeholder, none } = useCategoryChoices()
  return (
    <Controller
      control={form.control}
      name="category_id"
      render={({ field, fieldState }) => (
        <Field
          label={s.category}
          required
          group
          hint={none ? s.categoryFirst : undefined}
          error={fieldState.error?.message}
        >
          <Select {...field} value={field.value || null} options={choices} placeholder={placeholder} />
        </Field>
      )}
    />
  )
}

const allUnits: readonly Option[] = UNIT_TYPES.map((unit) => ({ value: unit, label: unit }))

/**
 * The units offered for the typed text. A unit equal to the text comes first, so that Enter keeps it; all other units
 * follow, so that the person can pick another one without clearing the box.
 */
export function unitOptions(typed: string): readonly Option[] {
  const wanted = typed.trim().toLowerCase()
  const whole = allUnits.find(({ label }) => label.toLowerCase() === wanted)
  if (whole) return [whole, ...allUnits.filter((option) => option !== whole)]
  return allUnits.filter(({ label }) => label.toLowerCase().includes(wanted))
}
