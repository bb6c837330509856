import { clinicName } from '#server/clinic/clinic-profile.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { DetachedContext } from '#server/lib/context.ts'
import { passwordError } from './password-error.ts'

type Choice = { field: string; password: string; person: { name: string; email: string | null } }

/** Throws a 422 for `field` when the password is easy to guess. Every choice of a password must call it. */
export async function refuseEasyPassword(
  context: Pick<DetachedContext, 'inTransaction'>,
  { field, password, person }: Choice,
): Promise<void> {
  const name = await context.inTransaction(({ tx, branchId }) => clinicName(tx, branchId))
  const problem = await passwordError(password, { ...person, clinicName: name })
  if (problem !== null) throw invalid(field, problem)
}
