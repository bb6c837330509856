import { useState } from 'react'
import { clinicImportContract as contract, PART_BYTES, type ClinicImport } from '#shared/clinic-imports/contract.ts'
import { clinicImportMessages as s } from '#shared/clinic-imports/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'

type Progress = { done: number; all: number }

/** True if this is the file of which the server has a part already. */
const isSameFile = (file: File, present: ClinicImport) =>
  file.size === present.bytes && file.name.slice(-200) === present.file_name

/** Uploads a file in parts, and goes on with a file of which the server has a part already. */
export function useUpload(present: ClinicImport | null) {
  const [progress, setProgress] = useState<Progress>()
  const [error, setError] = useState<string>()
  const upload = useAction(
    async (file: File) => {
      const begun = present ?? (await begin(file))
      for (let from = begun.received; from < file.size; from += PART_BYTES) {
        setProgress({ done: from, all: file.size })
        const part = new File([file.slice(from, from + PART_BYTES)], 'part')
        await api(contract.upload, { body: { from, file: part } })
      }
    },
    {
      failed: (failure) => {
        setError(failure.message)
        return null
      },
      reread: [contract.read],
      onSettled: () => setProgress(undefined),
    },
  )
  const send = (file: File) => {
    const isOther = present !== null && !isSameFile(file, present)
    setError(isOther ? s.otherFile : file.size === 0 ? s.fileRequired : undefined)
    return isOther || file.size === 0 ? Promise.resolve() : upload.run(file)
  }
  return { progress, error, send }
}

async function begin(file: File): Promise<{ received: number }> {
  const { data } = await api(contract.begin, { body: { file_name: file.name.slice(-200), bytes: file.size } })
  return { received: data.present?.received ?? 0 }
}
