import { Controller } from 'react-hook-form'
import { parsePesos, toPesos } from '#shared/lib/money.ts'
import { overviewContract, type Goal } from '#shared/overview/contract.ts'
import { overviewMessages as s } from '#shared/overview/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

const valuesOf = ({ monthly_goal }: Goal) => ({ monthly_goal: monthly_goal === null ? '' : monthly_goal.toFixed(2) })

/**
 * The typed goal in pesos: null if the field is empty, NaN for an invalid text, so that the validation of the form
 * reports an error.
 */
const typedGoal = (text: string) => (text.trim() === '' ? null : toPesos(parsePesos(text) ?? Number.NaN))

/** The form for the goal of a month. */
export function GoalDialog({ open, onClose, goal }: DialogControl & { goal: Goal }) {
  const { form, dialog } = useContractForm(overviewContract.saveGoal, {
    values: valuesOf(goal),
    edits: { row: goal, valuesOf },
    input: ({ monthly_goal }) => ({ body: { monthly_goal: typedGoal(monthly_goal) } }),
    done: ({ data }) => (data.monthly_goal === null ? s.goalRemoved : s.goalSaved),
    failed: s.goalNotSaved,
    reread: [overviewContract.read],
    onDone: onClose,
  })
  return (
    <FormDialog open={open} onClose={onClose} title={s.goalTitle} size="sm" leave={s.cancel} send={s.save} {...dialog}>
      <Field label={s.goalField} hint={s.goalHint} error={form.formState.errors.monthly_goal?.message}>
        <Controller control={form.control} name="monthly_goal" render={({ field }) => <MoneyInput {...field} />} />
      </Field>
    </FormDialog>
  )
}
