import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { clinicImportContract as contract } from '#shared/clinic-imports/contract.ts'
import { clinicImportMessages } from '#shared/clinic-imports/messages.ts'
import { beginUpload, discardImport, readImport, startImport, uploadPart } from './clinic-imports.ts'

export function clinicImportRoutes(registerEndpoint: RegisterEndpoint, { uploadsDir }: { uploadsDir: string }): void {
  registerEndpoint(contract.read, (context) => readImport(context))
  registerEndpoint(contract.begin, (context, { body }) => beginUpload(context, uploadsDir, body))
  registerEndpoint(contract.upload, (context, { body }) => uploadPart(context, uploadsDir, body))
  registerEndpoint(contract.start, (context) => startImport(context))
  registerEndpoint(contract.discard, async (context) => {
    await discardImport(context, uploadsDir)
    return { message: clinicImportMessages.discarded }
  })
}
