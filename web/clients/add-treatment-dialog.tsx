import { useState, useId, type KeyboardEvent } from 'react'
import { FormProvider, Controller, useWatch } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import type { ClientRow } from '#shared/clients/contract.ts'
import { clientHistoryMessages as s, clientMessages } from '#shared/clients/messages.ts'
import { manualClientContract } from '#shared/clients/manual-client-contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { catalogueMessages } from '#shared/catalogue/messages.ts'
import type { ApiError } from '#shared/lib/http-client.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { now } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { treatmentBody, type TreatmentValues as CatalogueTreatment } from '#web/catalogue/catalogue-kinds.ts'
import { catalogueReads } from '#web/catalogue/optimistic-list.ts'
import { useTreatmentChoices } from '#web/catalogue/treatment-choices.ts'
import { useAction } from '#web/data/use-action.ts'
import { rereadAll } from '#web/lib/query.ts'
import { MoneyInput } from '#web/ui/fields/money-input.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { clientReads } from './client-form.tsx'
import {
  treatmentFirst,
  TreatmentChoiceFields,
  useChooseTreatment,
  type TreatmentValues,
} from './treatment-choice-fields.tsx'

/** The client to whose history a treatment is added. */
type HistoryClient = Pick<ClientRow, 'id' | 'name' | 'contact_number'>

type AddTreatmentValues = TreatmentValues & { contact_number: string }

/**
 * The request body. The contact number is only sent if it was changed in this form, because somebody else may have
 * changed it meanwhile.
 */
const bodyOf = (client: HistoryClient, { contact_number, service_ids, add_on_ids, date }: AddTreatmentValues) => ({
  service_ids,
  add_on_ids,
  date,
  ...(contact_number.trim() !== (client.contact_number ?? '') && { contact_number }),
})

/** The dialog Add Treatment to Client History: services and date. */
export function AddTreatmentDialog({ open, client, onClose }: DialogControl & { client: HistoryClient }) {
  const values: AddTreatmentValues = {
    contact_number: client.contact_number ?? '',
    treatment_id: '',
    service_ids: [],
    add_on_ids: [],
    date: manilaDate(now()),
  }
  const { form, dialog } = useContractForm(manualClientContract.addServices, {
    values,
    input: (typed) => ({ params: { id: client.id }, body: bodyOf(client, typed) }),
    judge: treatmentFirst,
    done: s.historyAdded,
    failed: s.failedToUpdateServices,
    reread: clientReads,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.historyTitle}
      description={s.preserved(client.name)}
      leave={clientMessages.cancel}
      send={s.addToHistory}
      busyLabel={s.addingToHistory}
      {...dialog}
    >
      <FormProvider {...form}>
        <div className="space-y-4">
          <Field label={clientMessages.contactNumber} error={errors.contact_number?.message}>
            <TextInput {...form.register('contact_number')} type="tel" inputMode="tel" autoComplete="off" />
          </Field>
          <TreatmentChoiceFields dateLabel={s.newTreatmentDate}>
            <NewTreatment />
          </TreatmentChoiceFields>
        </div>
      </FormProvider>
    </FormDialog>
  )
}

/** A button that opens the panel for a new treatment and, once it is open, the panel instead of the button. */
function NewTreatment() {
  const [open, setOpen] = useState(false)
  const choose = useChooseTreatment()
  const take = (treatmentId: string) => {
    choose(treatmentId)
    setOpen(false)
  }
  if (!open) return <Button onClick={() => setOpen(true)}>{s.newTreatment}</Button>
  return <NewTreatmentPanel onChosen={take} onClose={() => setOpen(false)} />
}

/** The value of the option that creates a new treatment. */
const CREATE_NEW = 'new'

type PanelValues = CatalogueTreatment & { choice: string }
const emptyPanel: PanelValues = {
  choice: CREATE_NEW,
  treatment_name: '',
  treatment_description: '',
  treatment_price: '',
}

const isRefused = ({ status }: ApiError) => status >= 400 && status < 500

/** State and action of the + New Treatment panel; `onChosen` receives the new or picked treatment's id. */
function useNewTreatment(onChosen: (treatmentId: string) => void) {
  const queries = useQueryClient()
  const { form, busy, submit } = useContractForm(catalogueContract.createTreatment, {
    values: emptyPanel,
    input: ({ choice: _, ...typed }) => ({ body: treatmentBody(typed) }),
    judge: ({ treatment_name }, found) =>
      treatment_name.trim() === '' ? { treatment_name: s.treatmentNameRequired } : found,
    done: s.treatmentCreated,
    failed: (error, others) => {
      const title = isRefused(error) ? catalogueMessages.failedToCreateTreatment : s.failedToCreateOrSelect
      return others.length === 0 ? null : { title, description: others.join('\n') }
    },
    reread: catalogueReads,
    // The new treatment is chosen after the reload, because the select can only show loaded treatments.
    onSettled: (outcome) => outcome.kind === 'done' && onChosen(outcome.answer.data.id),
  })
  // Loads the picked treatment, because somebody may have deleted it since the list was loaded.
  const pick = useAction(catalogueContract.treatment, {
    done: s.treatmentSelected,
    failed: (error) =>
      error.status === 404
        ? { title: catalogueMessages.treatmentNotFound }
        : { title: s.failedToCreateOrSelect, description: error.message },
    onDone: ({ data }) => onChosen(data.id),
    onFailed: (error) => {
      if (error.status !== 404) return
      form.setValue('choice', CREATE_NEW)
      void rereadAll(queries, catalogueReads)
    },
  })
  const send = () => {
    const choice = form.getValues('choice')
    if (choice === CREATE_NEW) void submit()
    else void pick.run({ params: { id: choice } })
  }
  return { form, busy: busy || pick.busy, send }
}

type NewTreatmentPanelProps = { onChosen: (treatmentId: string) => void; onClose: () => void }
type PanelForm = ReturnType<typeof useNewTreatment>

/** Picks a treatment by name or creates one, within another form. */
function NewTreatmentPanel({ onChosen, onClose }: NewTreatmentPanelProps) {
  const titleId = useId()
  const { form, busy, send } = useNewTreatment(onChosen)
  const choice = useWatch({ control: form.control, name: 'choice' })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter in these fields submits the panel, not the form around it.
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    send()
  }
  return (
    <section
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="space-y-4 rounded-card border border-line bg-surface-2 p-4"
    >
      <h3 id={titleId} className="font-bold">
        {s.newTreatmentTitle}
      </h3>
      <ChoiceField form={form} />
      {choice === CREATE_NEW && <NewTreatmentFields form={form} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={busy}>
          {clientMessages.cancel}
        </Button>
        <Button variant="primary" onClick={send} busy={busy} busyLabel={s.treatmentBusy}>
          {choice === CREATE_NEW ? s.createTreatment : s.selectThisTreatment}
        </Button>
      </div>
    </section>
  )
}

function ChoiceField({ form }: Pick<PanelForm, 'form'>) {
  const { choices } = useTreatmentChoices()
  const options = [{ value: CREATE_NEW, label: s.createNewTreatment }, ...choices]
  return (
    <Controller
      control={form.control}
      name="choice"
      render={({ field, fieldState }) => (
        <Field label={s.treatment} group error={fieldState.error?.message}>
          <Select {...field} options={options} />
        </Field>
      )}
    />
  )
}

function NewTreatmentFields({ form }: Pick<PanelForm, 'form'>) {
  const { errors } = form.formState
  return (
    <>
      <Field label={s.treatmentName} required error={errors.treatment_name?.message}>
        <TextInput {...form.register('treatment_name')} autoComplete="off" />
      </Field>
      <Field label={s.description} error={errors.treatment_description?.message}>
        <TextInput {...form.register('treatment_description')} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="treatment_price"
        render={({ field, fieldState }) => (
          <Field label={s.price} error={fieldState.error?.message}>
            <MoneyInput {...field} />
          </Field>
        )}
      />
    </>
  )
}
