import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { useDebounced } from './use-debounced.ts'

/**
 * The text of a search box whose search lives elsewhere (in the address): `search` is told once the typing pauses, and
 * a search that came from elsewhere (a link, another filter) is put into the box.
 */
export function useTypedSearch(present: string, search: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(present)
  const settled = useDebounced(typed).trim()
  const told = useRef(present)
  // A page that is being left must not be called back by its own search.
  const isLeaving = useNavigation().state !== 'idle'
  const tell = useEffectEvent((text: string) => {
    if (text === told.current || isLeaving) return
    told.current = text
    search(text)
  })
  useEffect(() => tell(settled), [settled, isLeaving])
  useEffect(() => {
    if (present === told.current) return
    told.current = present
    setTyped(present)
  }, [present])
  return [typed, setTyped]
}
