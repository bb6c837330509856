import { z } from 'zod'
import { deviceStore } from '#web/lib/device-store.ts'

const ids = z.array(z.string())

function read(text: string | null): readonly string[] {
  try {
    return ids.safeParse(JSON.parse(text ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The ids of this till's pinned services. No personal data, so they stay after a log-out. */
const store = deviceStore('mutya.favourites', read)

export const useFavourites = store.use
export const hasFavourites = (): boolean => store.current().length > 0

export function pinService(serviceId: string, isPinned: boolean): void {
  const others = store.current().filter((id) => id !== serviceId)
  store.set(isPinned ? [...others, serviceId] : others)
}
