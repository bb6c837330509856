import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { bookingFields, bookingOf } from '#shared/catalogue/service-booking.ts'
import { taxOfService } from '#shared/catalogue/service-tax.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { TAX_CLASSES } from '#shared/lib/taxes.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import {
  AffectedVisitList,
  affectedVisitsIn,
  useClearAffectedVisits,
  useVisitsToMove,
  type AffectedVisits,
} from '#web/resources/affected-visits.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { catalogueReads } from './optimistic-list.ts'
import { ServiceBookingFields } from './service-booking-fields.tsx'

const bookingValues = (service: Service) => ({ booking: bookingOf(service) })
type BookingValues = ReturnType<typeof bookingValues>

const { changeBooking } = catalogueContract

/**
 * The form of a service's length and booking rules. If booked visits are affected, sending the form again confirms that
 * they were seen.
 */
function useBookingForm(service: Service, onClose: () => void) {
  const [affected, setAffected] = useState<AffectedVisits>()
  const toMove = useVisitsToMove()
  const { form, dialog } = useContractForm(changeBooking, {
    values: bookingValues(service),
    edits: { row: service, valuesOf: bookingValues },
    input: ({ booking }: BookingValues) => ({
      params: { id: service.id },
      body: { ...booking, despite_visits: affected !== undefined },
    }),
    place: Object.fromEntries(Object.keys(bookingFields).map((field) => [field, 'booking' as const])),
    done: s.saved(service.service_name),
    failed: (error, others) =>
      errorDataOf(changeBooking, 'conflict', error) || others.length === 0
        ? null
        : { title: s.bookingNotSaved, description: others.join('\n') },
    onFailed: (error) => setAffected(affectedVisitsIn(error, errorDataOf(changeBooking, 'conflict', error))),
    reread: catalogueReads,
    onDone: () => {
      onClose()
      toMove.openFor(affected)
    },
  })
  useClearAffectedVisits(form, setAffected)
  return { form, dialog, affected, toMove: toMove.element }
}

/** A dialog for a service's length and booking rules. */
export function ServiceBookingDialog({ open, onClose, service }: DialogControl & { service: Service }) {
  const { form, dialog, affected, toMove } = useBookingForm(service, onClose)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={s.bookingSettings}
        description={service.service_name}
        leave={affected ? resourceMessages.cancelChange : resourceMessages.cancel}
        send={affected ? resourceMessages.keepThem : resourceMessages.save}
        busyLabel={resourceMessages.saving}
        {...dialog}
      >
        <div className="space-y-4">
          <Controller
            control={form.control}
            name="booking"
            render={({ field, fieldState }) => (
              <ServiceBookingFields value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
            )}
          />
          {affected && <AffectedVisitList affected={affected} />}
        </div>
      </FormDialog>
      {toMove}
    </>
  )
}

const classes = TAX_CLASSES.map((value) => ({ value, label: s.taxClasses[value] }))

/** A dialog for a service's taxes, and whether the Senior Citizen and PWD discount applies to it. */
export function ServiceTaxDialog({ open, onClose, service }: DialogControl & { service: Service }) {
  const { form, dialog } = useContractForm(catalogueContract.changeTax, {
    values: taxOfService(service),
    edits: { row: service, valuesOf: taxOfService },
    input: (values) => ({ params: { id: service.id }, body: values }),
    done: s.saved(service.service_name),
    failed: s.taxNotSaved,
    reread: catalogueReads,
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.taxSettings}
      description={service.service_name}
      leave={resourceMessages.cancel}
      send={resourceMessages.save}
      busyLabel={resourceMessages.saving}
      {...dialog}
    >
      <div className="space-y-4">
        <Controller
          control={form.control}
          name="senior_pwd_eligible"
          render={({ field }) => (
            <Switch label={s.seniorPwd} detail={s.seniorPwdHint} checked={field.value} onChange={field.onChange} />
          )}
        />
        <Controller
          control={form.control}
          name="tax_class"
          render={({ field }) => (
            <Field label={s.taxClass} group hint={s.taxClassHint} error={errors.tax_class?.message}>
              <Select options={classes} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="is_excise"
          render={({ field }) => (
            <Switch label={s.excise} detail={s.exciseHint} checked={field.value} onChange={field.onChange} />
          )}
        />
        {errors.is_excise && (
          <p role="alert" className="text-sm text-danger">
            {errors.is_excise.message}
          </p>
        )}
      </div>
    </FormDialog>
  )
}
