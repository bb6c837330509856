import { Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { navigationMessages as s } from '#shared/lib/messages.ts'
import { useRole } from '#web/lib/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const SearchDialog = lazyDialog(async () => (await import('./search-dialog.tsx')).SearchDialog)

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Matches an open dialog. A dialog that is still fading after it was closed does not keep the search from opening. */
const openDialog = ':is([role=dialog], [role=alertdialog]):not([data-closed])'

/** The search button and its shortcut (Ctrl+K, ⌘K), on every screen with the bar. */
export function SearchButton() {
  return permissionsOf(useRole()).has('search.use') ? <ButtonWithShortcut /> : null
}

function ButtonWithShortcut() {
  const search = useDialog(SearchDialog)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSearchKey(event)) return
    // Prevents Ctrl+K from also focusing the browser's address bar.
    event.preventDefault()
    if (!document.querySelector(openDialog)) search.open({})
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <IconButton
        label={s.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => search.open({})}
        icon={<Search size={20} aria-hidden="true" />}
      />
      {search.element}
    </>
  )
}
