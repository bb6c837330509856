import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { closedDatesContract, type DisabledDate } from '#shared/closed-dates/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { useDialog } from '#web/ui/use-dialog.tsx'
import { DisabledDateDialog } from './disabled-dates-dialogs.tsx'

const closure: DisabledDate = { id: sampleId(71), date: '2026-12-08', status: 'pending', remark: 'Staff training' }

function Calendar() {
  const undo = useDialog(DisabledDateDialog)
  return (
    <>
      <button onClick={() => undo.open({ closure })}>December 8</button>
      {undo.element}
    </>
  )
}

test('another reason for a closed date is saved, told, and closes the dialog', async () => {
  answer(closedDatesContract.changeRemark, { data: { ...closure, remark: 'Staff outing' } })
  const { person } = drawScreen(<Calendar />)
  await person.click(screen.getByRole('button', { name: 'December 8' }))
  const reason = await screen.findByLabelText(/^Reason/)
  await person.clear(reason)
  await person.type(reason, 'Staff outing')
  await person.click(screen.getByRole('button', { name: 'Save reason' }))
  expect(await screen.findByText('The reason has been changed.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
