import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import type { Service } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { deviceStore } from '#web/lib/device-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { ALL, servicesShown } from './shelves.ts'

const ids = z.array(z.string())

function read(text: string | null): readonly string[] {
  try {
    return ids.safeParse(JSON.parse(text ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The ids of this till's pinned services. They are no personal data, so they stay on the device after a log-out. */
const store = deviceStore('mutya.favourites', read)

export const useFavourites = store.use
export const hasFavourites = (): boolean => store.current().length > 0

export function pinService(serviceId: string, isPinned: boolean): void {
  const others = store.current().filter((id) => id !== serviceId)
  store.set(isPinned ? [...others, serviceId] : others)
}

const noneChosen = { favourites: [], mostSold: [] }

/** Chooses the services on the till's first shelf. */
export function FavouritesDialog({ open, onClose, services }: DialogControl & { services: readonly Service[] }) {
  const [search, setSearch] = useState('')
  const favourites = useFavourites()
  const shown = servicesShown(services, ALL, noneChosen, search)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.chooseFavourites}
      description={s.favouritesOfDevice}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {s.done}
        </Button>
      }
    >
      <SearchBox label={s.searchServices} value={search} onChange={setSearch} className="mb-3" />
      {shown.length === 0 && <EmptyState icon={Sparkles} title={s.noServices} className="py-8!" />}
      {shown.map((service) => (
        <Checkbox
          key={service.service_id}
          label={service.service_name}
          aside={formatPesoShort(toCentavos(service.service_price))}
          checked={favourites.includes(service.service_id)}
          onChange={(checked) => pinService(service.service_id, checked)}
        />
      ))}
    </Dialog>
  )
}
