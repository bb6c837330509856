import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form'
import type { Till } from '#shared/cash/contract.ts'
import { refundMessages as s } from '#shared/sales/refunds/messages.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'

type DrawerFieldProps<Values extends FieldValues> = {
  /** The form, which has the field `terminal_id`. */
  control: Control<Values>
  /** The terminals with an open shift, from `useDrawers`; null if no choice is needed. */
  drawers: Till['terminals'] | null
}

/**
 * The choice of the terminal whose drawer pays money back, on a device without a terminal. If no terminal has an open
 * shift, it says what to do first.
 */
export function DrawerField<Values extends { terminal_id: string | null }>(props: DrawerFieldProps<Values>) {
  const { control, drawers } = props
  if (!drawers) return null
  const lacksShift = drawers.length === 0
  return (
    <Controller
      control={control}
      name={'terminal_id' as Path<Values>}
      render={({ field, fieldState }) => (
        <div className="space-y-3">
          <Field label={s.terminal} required error={fieldState.error?.message}>
            <Select
              {...field}
              options={drawers.map(({ id, name }) => ({ value: id, label: name }))}
              placeholder={lacksShift ? s.noOpenShift : s.chooseTerminal}
            />
          </Field>
          {lacksShift && <ErrorPanel message={s.openShiftFirst} />}
        </div>
      )}
    />
  )
}
