import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type FormEvent, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { lazyDialog, useDialog, type DialogControl } from './use-dialog.tsx'

class NoObserver {
  observe() {}
  disconnect() {}
}
beforeEach(() => {
  // jsdom has neither `ResizeObserver` nor animations, which the dialogs need.
  vi.stubGlobal('ResizeObserver', NoObserver)
  Element.prototype.getAnimations = () => []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function draw(page: ReactNode) {
  render(page)
  return userEvent.setup()
}

type NameDialogProps = DialogControl & { person: string; count: number }

function NameDialog({ open, onClose, person, count }: NameDialogProps) {
  const [name, setName] = useState(person)
  return (
    <Dialog open={open} onClose={onClose} title={`Rename ${person}`}>
      <p>Pressed {count} times</p>
      <button onClick={() => setName('')}>Clear</button>
      <Field label="Name">
        <TextInput value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}

let loads = 0
const LazyNameDialog = lazyDialog(async () => {
  loads++
  return NameDialog
})

function Page({ lazy = false }: { lazy?: boolean }) {
  const [count, setCount] = useState(0)
  const rename = useDialog(lazy ? LazyNameDialog : NameDialog, { count })
  const press = (person: string) => {
    setCount(count + 1)
    rename.open({ person })
  }
  return (
    <>
      <button onClick={() => press('Ana')}>Rename Ana</button>
      <button onClick={() => press('Bea')}>Rename Bea</button>
      <p>{rename.isOpen ? 'Open' : 'Closed'}</p>
      {rename.element}
    </>
  )
}

const close = async (person: ReturnType<typeof draw>) => {
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test.each([
  ['in the code of its page', false],
  ['that is loaded after its page', true],
])(
  'a dialog %s opens in its initial state each time, shows the chosen record, and returns the focus to its button',
  async (_, lazy) => {
    const person = draw(<Page lazy={lazy} />)
    const button = screen.getByRole('button', { name: 'Rename Ana' })
    await person.click(button)
    const input = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(screen.getByText('Open')).toBeTruthy()
    await person.type(input, 'belle')
    expect(input.value).toBe('Anabelle')
    await close(person)
    expect(screen.getByText('Closed')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(button))
    await person.click(button)
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Ana')
    await close(person)
    await person.click(screen.getByRole('button', { name: 'Rename Bea' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Bea')
  },
)

test('an open dialog always shows the current values of the page behind it', async () => {
  const person = draw(<Page />)
  await person.click(screen.getByRole('button', { name: 'Rename Ana' }))
  expect(await screen.findByText('Pressed 1 times')).toBeTruthy()
})

test('a dialog is loaded in the background while it is closed, and not shown', async () => {
  loads = 0
  draw(<Page lazy />)
  await waitFor(() => expect(loads).toBe(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an opened dialog with a form focuses its first field; a dialog without a form focuses its first button', async () => {
  const form = (
    <Dialog open onClose={() => {}} title="Rename" onSubmit={() => {}}>
      <Field label="Name">
        <TextInput defaultValue="Ana" />
      </Field>
    </Dialog>
  )
  draw(form)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  cleanup()
  draw(
    <Dialog open onClose={() => {}} title="Told">
      <p>Nothing to fill in.</p>
    </Dialog>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
})

test('a form in a dialog over another form submits only itself', async () => {
  const [sent, below] = [vi.fn(), vi.fn()]
  const sends = (what: () => void) => (event: FormEvent) => {
    event.preventDefault()
    what()
  }
  const person = draw(
    <Dialog open onClose={() => undefined} title="Below" onSubmit={sends(below)}>
      <Dialog open onClose={() => undefined} title="Above" onSubmit={sends(sent)}>
        <button type="submit">Send</button>
      </Dialog>
    </Dialog>,
  )
  await person.click(await screen.findByRole('button', { name: 'Send' }))
  expect(sent).toHaveBeenCalledTimes(1)
  expect(below).not.toHaveBeenCalled()
})
