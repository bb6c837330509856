import type { Implement } from '#server/lib/implement.ts'
import { usersContract } from '#shared/users/contract.ts'
import { userSentences } from '#shared/users/sentences.ts'
import { appointmentsAhead, changeUser, closeUser, createUser, listUsers } from './administration.ts'

export function usersRoutes(implement: Implement): void {
  implement(usersContract.list, (context, { querystring }) => listUsers(context, querystring))
  implement(usersContract.create, async (context, { body }) => ({ data: await createUser(context, body) }))
  implement(usersContract.update, async (context, { params, body }) => ({
    data: await changeUser(context, params.id, body),
  }))
  implement(usersContract.appointmentsAhead, async (context, { params }) => ({
    data: { appointments_ahead: await appointmentsAhead(context, params.id) },
  }))
  implement(usersContract.remove, async (context, { params }) => {
    await closeUser(context, params.id)
    return { message: userSentences.deleted }
  })
}
