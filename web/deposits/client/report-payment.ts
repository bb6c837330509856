import type { ReportMethod } from '#shared/deposits/records.ts'
import { ownDepositsContract, type OwnDeposit } from '#shared/deposits/own-contract.ts'
import { imageFileError } from '#shared/lib/image-file.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { api } from '#web/lib/api.ts'

export type TypedReport = { method: ReportMethod; reference_number: string; picture: File | null }

/** Errors by field; `form` is an error that belongs to no field. */
export type ReportErrors = { [Field in keyof TypedReport | 'form']?: string | undefined }

/** The errors that the form finds before it sends anything; empty if the report can be sent. */
export function errorsIn({ method, reference_number, picture }: TypedReport): ReportErrors {
  const judged = ownDepositsContract.report.body.safeParse({ method, reference_number })
  const errors: ReportErrors = {}
  for (const { path, message } of judged.error?.issues ?? [])
    errors[path[0] === 'method' ? 'method' : 'reference_number'] ??= message
  const problem = picture && imageFileError(picture)
  return problem ? { ...errors, picture: problem } : errors
}

/** Turns the server's refusal into errors at the fields. */
export function errorsOf(error: unknown): ReportErrors {
  if (!(error instanceof ApiError)) throw error
  const { method, reference_number, picture } = error.errors
  const errors = { method: method?.[0], reference_number: reference_number?.[0], picture: picture?.[0] }
  return Object.values(errors).some((one) => one !== undefined) ? errors : { form: error.message }
}

/** How a report is sent: as the logged-in client, or by the link of a visit. */
export type SendReport = {
  report: (body: Omit<TypedReport, 'picture'>) => Promise<{ data: OwnDeposit }>
  /** Adds the screenshot of the payment to the reported deposit. */
  addPicture: (picture: File) => Promise<{ data: OwnDeposit }>
}

/** Sends the report of an own visit as the logged-in client. */
export const sendAsClient = (id: string): SendReport => ({
  report: (body) => api(ownDepositsContract.report, { params: { id }, body }),
  addPicture: (picture) => api(ownDepositsContract.addPicture, { params: { id }, body: { picture } }),
})
