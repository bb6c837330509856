import type { KeyboardEvent } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { Product } from '#shared/inventory/contract.ts'
import { inventoryMessages as s } from '#shared/inventory/messages.ts'
import { TAX_CLASSES, type TaxClass } from '#shared/lib/taxes.ts'
import { typedPrice } from '#web/ui/data/money-text.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { Fold } from '#web/ui/fold.tsx'

/** The values of the form of a product. An empty text is no price, cost or barcode. */
export type ProductValues = {
  name: string
  quantity: number | null
  low_stock_level: number | null
  unit_type: string
  category_id: string
  image: File | null
  price: string
  cost: string
  barcode: string
  tax_class: TaxClass
  senior_pwd_eligible: boolean
}

const textOf = (pesos: number | null | undefined) => (pesos == null ? '' : typedPrice(pesos))

export const sellingValuesOf = (product: Product | null) => ({
  price: textOf(product?.price),
  cost: textOf(product?.cost),
  barcode: product?.barcode ?? '',
  tax_class: product?.tax_class ?? 'vatable',
  senior_pwd_eligible: product?.senior_pwd_eligible ?? false,
})

const classes = TAX_CLASSES.map((value) => ({ value, label: s.taxClasses[value] }))

/** Ignores the Enter key, which a hand scanner sends after the digits and which would submit the form. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** How a product is sold at the till. The part is open for a product that is sold already. */
export function SellingFields({ form, product }: { form: UseFormReturn<ProductValues>; product: Product | null }) {
  const { control, register } = form
  const { errors } = form.formState
  const money = (name: 'price' | 'cost', label: string, hint: string) => (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          <MoneyInput {...field} />
        </Field>
      )}
    />
  )
  return (
    <Fold label={s.selling} isOpenFirst={product !== null && (product.price !== null || product.barcode !== null)}>
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {money('price', s.price, s.priceHint)}
          {money('cost', s.cost, s.costHint)}
          <Field label={s.barcodeLabel} hint={s.barcodeHint} error={errors.barcode?.message}>
            <TextInput {...register('barcode')} inputMode="numeric" autoComplete="off" onKeyDown={ignoreEnter} />
          </Field>
          <Controller
            control={control}
            name="tax_class"
            render={({ field }) => (
              <Field label={s.taxClass} group hint={s.taxClassHint} error={errors.tax_class?.message}>
                <Select options={classes} value={field.value} onChange={field.onChange} />
              </Field>
            )}
          />
        </div>
        <Controller
          control={control}
          name="senior_pwd_eligible"
          render={({ field }) => (
            <Switch label={s.seniorPwd} detail={s.seniorPwdHint} checked={field.value} onChange={field.onChange} />
          )}
        />
      </div>
    </Fold>
  )
}
