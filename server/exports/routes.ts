import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { clinicExportContract as contract } from '#shared/exports/contract.ts'
import { exportClinic, readExport } from './export-clinic.ts'

export function exportRoutes(registerEndpoint: RegisterEndpoint, { uploadsDir }: { uploadsDir: string }): void {
  registerEndpoint(contract.read, async (context, { querystring }) => ({
    data: await readExport(context, querystring.id),
  }))
  registerEndpoint(contract.download, async (context, { querystring }) => {
    await exportClinic(context, uploadsDir, querystring)
    return ''
  })
}
