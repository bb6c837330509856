import { useState } from 'react'
import { clinicImportContract as contract } from '#shared/clinic-imports/contract.ts'
import { clinicImportMessages as s } from '#shared/clinic-imports/messages.ts'
import { WORKING } from '#shared/clinic-imports/states.ts'
import { useRead } from '#web/data/use-read.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { ImportSteps } from './import-steps.tsx'

/** The milliseconds after which the progress of a running import step is read again. */
const PROGRESS_MS = 1_000

/**
 * Imports the export of another Mutya installation. Shown while the clinic is empty, and afterwards with the result.
 */
export function ClinicImport() {
  const [isRunning, setRunning] = useState(false)
  const { data, failure } = useRead(
    contract.read,
    {},
    { failed: s.failedToLoad, everyMs: isRunning ? PROGRESS_MS : false },
  )
  const present = data?.data.present ?? null
  const isNowRunning = present !== null && WORKING.includes(present.state)
  if (isNowRunning !== isRunning) setRunning(isNowRunning)
  if (!data) return failure ? <ErrorPanel {...failure} /> : null
  if (!present && !data.data.is_empty) return null
  return <ImportSteps present={present} />
}
