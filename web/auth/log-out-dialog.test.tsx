import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { drawScreen, refuse } from '#web/test/screen.tsx'
import { queryClient } from '#web/lib/query.ts'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { LogOutDialog } from './log-out-dialog.tsx'

test('a log-out that fails shows an error, and the user stays on the page', async () => {
  const kept = ['what the page knows']
  for (const [refusal, said] of [
    [{ status: 503, message: 'The system is busy right now.', code: 'unavailable' }, 'The system is busy right now.'],
    [{ status: 502 }, 'An error occurred during logout.'],
  ] as const) {
    let closed = 0
    queryClient.setQueryData(kept, 'kept')
    refuse(sessionContract.logout, refusal)
    const { person, router } = drawScreen(<LogOutDialog open onClose={() => closed++} />, { at: '/dashboard' })
    await person.click((await screen.findAllByRole('button', { name: 'Logout' })).at(-1)!)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getAllByText('Logout Failed.')).not.toEqual([])
    expect(screen.getAllByText('Something went wrong while logging out. Please try again.')).not.toEqual([])
    expect(closed).toBe(1)
    expect(router.state.location.pathname).toBe('/dashboard')
    expect(queryClient.getQueryData(kept)).toBe('kept')
    cleanup()
  }
})

function Page({ isChanged }: { isChanged: boolean }) {
  const [open, setOpen] = useState(false)
  useUnsavedGuard(isChanged)
  return (
    <>
      <button onClick={() => setOpen(true)}>Menu</button>
      <LogOutDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}

test('if there are unsaved changes, the log-out confirmation says that they are not saved', async () => {
  for (const isChanged of [true, false]) {
    const { person } = drawScreen(<Page isChanged={isChanged} />)
    await person.click(await screen.findByRole('button', { name: 'Menu' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent?.includes('Your changes on this page are not saved.')).toBe(isChanged)
    await person.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    cleanup()
  }
})
