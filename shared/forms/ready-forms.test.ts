import { expect, test } from 'vitest'
import { contentProblems } from './form.ts'
import { READY_FORMS, readyForm } from './ready-forms.ts'

test.each(READY_FORMS)('the ready form %s can be published as it is', (name) => {
  expect(contentProblems(readyForm(name).content)).toEqual([])
})
