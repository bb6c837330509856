import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, type Resolver } from 'react-hook-form'
import { CallError } from '#shared/lib/call.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { checkSession } from '#web/lib/session-store.ts'
import { toast } from '#web/ui/toast.ts'

export type UserValues = { name: string; email: string; role: Role; password: string }
const fields = ['name', 'email', 'role', 'password'] as const

const forNew: Resolver<UserValues> = zodResolver(usersContract.create.body)
const forChange = zodResolver(usersContract.update.body)

/** An empty password in the form is none in the change. */
const withoutEmpty = ({ password, ...rest }: UserValues) => ({ ...rest, ...(password && { password }) })

const resolverFor =
  (user: UserRow | null): Resolver<UserValues> =>
  async (values, context, options) =>
    user
      ? ((await forChange(withoutEmpty(values), context, options as never)) as Awaited<
          ReturnType<Resolver<UserValues>>
        >)
      : forNew(values, context, options)

const save = (user: UserRow | null, values: UserValues) =>
  user
    ? api(usersContract.update, { params: { id: user.id }, body: withoutEmpty(values) })
    : api(usersContract.create, { body: values })

/** All sentences of a refusal, one a line. */
function linesOf(error: CallError): string {
  const lines = Object.values(error.errors).flat()
  return lines.length > 0 ? lines.join('\n') : serverWords(error, s.unexpected)
}

/** State and submit of the add and edit dialog; `user` is the one that is edited, null for a new one. */
export function useUserForm(user: UserRow | null, onSaved: () => void) {
  const queries = useQueryClient()
  const form = useForm<UserValues>({
    resolver: resolverFor(user),
    defaultValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      role: user?.role ?? 'client',
      password: '',
    },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(user, values)
    } catch (error) {
      placeRefusal(error, form, fields)
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.notSaved, description: linesOf(error) })
      return
    }
    toast.success({ title: user ? s.updated : s.created })
    onSaved()
    // The own name may be among what changed.
    await Promise.all([queries.invalidateQueries({ queryKey: [usersContract.list.url] }), checkSession()])
  })
  return { form, submit }
}
export type UserForm = ReturnType<typeof useUserForm>['form']
