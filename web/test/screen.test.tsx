import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { api } from '#web/lib/api.ts'
import { drawScreen, letPass, stayQuiet, stopTime } from './screen.tsx'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a request that gets no answer fails at its timeout, even after a garbage collection', async () => {
  stayQuiet(catalogueContract.treatments)
  stopTime()
  drawScreen(<p />)
  let code: unknown = 'nothing'
  void api(catalogueContract.treatments, { querystring: {} }).catch((error: { code: string }) => {
    code = error.code
  })
  await letPass(9)
  collectGarbage()
  await letPass(2)
  expect(code).toBe('timeout')
})
