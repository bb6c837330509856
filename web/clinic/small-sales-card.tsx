import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { documentsMessages as s } from '#shared/clinic/messages.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import type { DocumentValues } from './document-values.ts'

/** Whether one invoice covers the small sales of a day; a clinic can choose this only for invoices without VAT. */
export function SmallSalesCard({ form }: { form: UseFormReturn<DocumentValues> }) {
  const { mode, covers_small_sales: isOn } = useWatch({ control: form.control }) as DocumentValues
  const isPossible = mode === 'invoice_non_vat'
  return (
    <SectionCard title={s.smallSales}>
      <Controller
        control={form.control}
        name="covers_small_sales"
        render={({ field }) => (
          <Switch
            label={s.coversSmallSales}
            detail={isPossible ? s.coversSmallSalesHint : `${s.coversSmallSalesHint} ${s.smallSalesNeedNonVat}`}
            checked={field.value}
            onChange={field.onChange}
            // A clinic that no longer issues non-VAT invoices cannot switch this on, but can still switch it off.
            disabled={!isPossible && !field.value}
          />
        )}
      />
      {isOn && (
        <Field
          label={s.smallSaleLimit}
          hint={s.smallSaleLimitHint}
          error={form.formState.errors.small_sale_limit?.message}
          className="mt-3"
        >
          <Controller
            control={form.control}
            name="small_sale_limit"
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
      )}
    </SectionCard>
  )
}
