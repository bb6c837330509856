import { Controller } from 'react-hook-form'
import { MAX_QUANTITY, type Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { UploadField } from '#web/ui/upload-field.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { useCategoryChoices } from './all-categories.ts'
import { useProductForm, type ProductForm } from './product-form.ts'
import { unitOptions } from './unit-options.ts'

type ProductDialogProps = { open: boolean; product: Product | null; onClose: () => void }

/** Add Product, or Edit Product when there is one. A new key for each opening starts it anew. */
export function ProductDialog({ open, product, onClose }: ProductDialogProps) {
  const { form, submit } = useProductForm(product, onClose)
  const { isDirty, isSubmitting } = form.formState
  useUnsavedGuard(open && isDirty)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={product ? s.editProductTitle : s.addProductTitle}
      onSubmit={submit}
      leave={s.cancel}
      send={product ? s.updateProduct : s.addProduct}
      busy={isSubmitting}
      busyLabel={s.saving}
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
        <QuantityField form={form} />
        <UnitField form={form} />
      </div>
      <CategoryField form={form} />
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
    </div>
  )
}

function QuantityField({ form }: { form: ProductForm }) {
  return (
    <Controller
      control={form.control}
      name="quantity"
      render={({ field, fieldState }) => (
        <Field label={s.quantityLabel} required error={fieldState.error?.message}>
          <NumberInput {...field} min={0} max={MAX_QUANTITY} />
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
