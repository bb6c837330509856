import { X } from 'lucide-react'
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form'
import { MAX_SUPPLY_AMOUNT, MOST_SUPPLIES, type ServiceSupply } from '#shared/catalogue/supplies-contract.ts'
import { suppliesMessages as s } from '#shared/catalogue/supplies-messages.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import type { Read } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import type { FieldMessages } from '#web/lib/form-errors.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberInput } from '#web/ui/fields/number-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type Row = Omit<ServiceSupply, 'amount'> & { amount: number | null }
/** The listed products, and the text of the box that adds another one. */
type SuppliesValues = { supplies: Row[]; search: string }

export const suppliesValues = ({ supplies }: { supplies: readonly ServiceSupply[] }): SuppliesValues => ({
  supplies: [...supplies],
  search: '',
})

/**
 * The listed products as the request sends them. An empty amount becomes NaN, so that the validation of the form
 * reports an error.
 */
export const sentSuppliesOf = ({ supplies }: SuppliesValues) => ({
  supplies: supplies.map(({ product_id, amount }) => ({ product_id, amount: amount ?? Number.NaN })),
})

/** Refuses text in the box that no product was chosen for, because it would be lost. */
export const refuseUnchosenProduct = ({ search }: SuppliesValues, found: FieldMessages): FieldMessages =>
  search.trim() === '' ? found : { ...found, search: s.chooseProduct }

type FieldsProps = { form: UseFormReturn<SuppliesValues>; empty: string }

/** The fields for amounts of products, with a search that adds products. */
export function SuppliesFields({ form, empty }: FieldsProps) {
  const list = useFieldArray({ control: form.control, name: 'supplies' })
  const { errors } = form.formState
  const add = ({ product_id, product_name, unit_type }: Omit<Row, 'amount'>) => {
    list.append({ product_id, product_name, unit_type, amount: 1 }, { shouldFocus: false })
    form.setValue('search', '')
    form.clearErrors('search')
  }
  const refusal = errors.supplies?.message ?? errors.supplies?.root?.message
  return (
    <div className="space-y-4">
      {list.fields.length === 0 && <p className="text-ink-2">{empty}</p>}
      {list.fields.map(({ id, product_name, unit_type }, index) => (
        <div key={id} className="flex items-end gap-2">
          <Controller
            control={form.control}
            name={`supplies.${index}.amount`}
            render={({ field, fieldState }) => (
              <Field
                label={s.amountOf(product_name, unit_type)}
                error={fieldState.error?.message}
                className="min-w-0 flex-1"
              >
                <NumberInput {...field} min={0} max={MAX_SUPPLY_AMOUNT} />
              </Field>
            )}
          />
          <IconButton
            label={s.remove(product_name)}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => list.remove(index)}
          />
        </div>
      ))}
      {list.fields.length < MOST_SUPPLIES && (
        <ProductSearch form={form} chosen={list.fields.map(({ product_id }) => product_id)} onAdd={add} />
      )}
      {refusal !== undefined && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {refusal}
        </p>
      )}
    </div>
  )
}

type SearchProps = Pick<FieldsProps, 'form'> & {
  chosen: readonly string[]
  onAdd: (product: Omit<Row, 'amount'>) => void
}

function ProductSearch({ form, chosen, onAdd }: SearchProps) {
  const text = form.watch('search')
  const { answer, box } = useSuggestions(stockContract.choices, text, (search) => ({ querystring: { search } }), {
    failed: s.choicesFailed,
  })
  const items = (answer?.data ?? [])
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, name, unit_type }) => ({ value: id, label: name, detail: unit_type }))
  return (
    <Controller
      control={form.control}
      name="search"
      render={({ field, fieldState }) => (
        <Field label={s.product} error={fieldState.error?.message}>
          <Combobox
            {...field}
            {...box}
            items={items}
            textOf={() => ''}
            placeholder={s.productPlaceholder}
            emptyText={s.noProduct}
            onPick={({ value, label, detail }) => onAdd({ product_id: value, product_name: label, unit_type: detail })}
          />
        </Field>
      )}
    />
  )
}

type LoadingProps = DialogControl & Record<'title' | 'description', string> & { read: Read<unknown> }

/** The dialog for supplies while the stored supplies are loading, and when they could not be loaded. */
export function LoadingSupplies({ read, ...dialog }: LoadingProps) {
  return (
    <Dialog {...dialog}>
      <Loaded read={read} skeleton="h-40" />
    </Dialog>
  )
}
