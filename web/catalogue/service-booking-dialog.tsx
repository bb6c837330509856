import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import type { Service } from '#shared/catalogue/records.ts'
import { bookingFields, bookingOf } from '#shared/catalogue/service-booking.ts'
import { errorDataOf } from '#shared/lib/http-client.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import {
  affectedVisitsIn,
  useClearAffectedVisits,
  useVisitsToMove,
  AffectedVisitList,
  type AffectedVisits,
} from '#web/resources/affected-visits.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { catalogueReads } from './optimistic-list.ts'
import { ServiceBookingFields } from './service-booking-fields.tsx'

const valuesOf = (service: Service) => ({ booking: bookingOf(service) })
type Values = ReturnType<typeof valuesOf>

const change = catalogueContract.changeBooking

/** The form; sending it again confirms that shorter booked visits were seen. */
function useBookingForm(service: Service, onClose: () => void) {
  const [hit, setHit] = useState<AffectedVisits>()
  const toMove = useVisitsToMove()
  const { form, dialog } = useContractForm(change, {
    values: valuesOf(service),
    edits: { row: service, valuesOf },
    input: ({ booking }: Values) => ({
      params: { id: service.id },
      body: { ...booking, despite_visits: hit !== undefined },
    }),
    place: Object.fromEntries(Object.keys(bookingFields).map((field) => [field, 'booking' as const])),
    done: s.saved(service.service_name),
    failed: (error, others) =>
      errorDataOf(change, 'conflict', error) || others.length === 0
        ? null
        : { title: s.bookingNotSaved, description: others.join('\n') },
    onFailed: (error) => setHit(affectedVisitsIn(error, errorDataOf(change, 'conflict', error))),
    reread: catalogueReads,
    onDone: () => {
      onClose()
      toMove.openFor(hit)
    },
  })
  useClearAffectedVisits(form, setHit)
  return { form, dialog, hit, toMove: toMove.element }
}

/** A dialog for a service's length and booking rules. */
export function ServiceBookingDialog({ open, onClose, service }: DialogControl & { service: Service }) {
  const { form, dialog, hit, toMove } = useBookingForm(service, onClose)
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={s.bookingSettings}
        description={service.service_name}
        leave={hit ? resourceMessages.cancelChange : resourceMessages.cancel}
        send={hit ? resourceMessages.keepThem : resourceMessages.save}
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
          {hit && <AffectedVisitList affected={hit} />}
        </div>
      </FormDialog>
      {toMove}
    </>
  )
}
