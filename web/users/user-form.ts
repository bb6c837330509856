import { useQueryClient } from '@tanstack/react-query'
import { useForm, type Resolver } from 'react-hook-form'
import { CallError } from '#shared/lib/call.ts'
import type { Role } from '#shared/lib/endpoint.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { isStaff } from '#shared/users/roles.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { contractResolver } from '#web/lib/contract-resolver.ts'
import { api } from '#web/lib/api.ts'
import { placeRefusal } from '#web/lib/place-refusal.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { checkSession } from '#web/lib/session-store.ts'
import { useConfirm, type ConfirmQuestion } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** The role of a new user is chosen, not assumed. */
export type UserValues = { name: string; email: string; role: Role | ''; password: string }
const fields = ['name', 'email', 'role', 'password'] as const

type Checked = UserValues & { role: Role }

/** An empty password in the form is none in the change. */
const withoutEmpty = <Values extends UserValues>({ password, ...rest }: Values) => ({
  ...rest,
  ...(password && { password }),
})

const resolverFor = (user: UserRow | null): Resolver<UserValues> =>
  user
    ? contractResolver(usersContract.update.body, withoutEmpty)
    : contractResolver(usersContract.create.body, (values) => values)

/** What a change of the role means for the person; nothing when it stays. */
function roleQuestion(user: UserRow, { role, name }: Checked): ConfirmQuestion | undefined {
  if (role === user.role) return undefined
  const isNewStaff = isStaff(role) && !isStaff(user.role)
  return {
    title: s.roleQuestion(name.trim(), role),
    body: `${s.roleChange(user.role, role)} ${isNewStaff ? s.newStaffEffect : s.roleEffect}`,
    confirmLabel: s.changeRole,
    cancelLabel: s.cancel,
  }
}

const save = (user: UserRow | null, values: Checked) =>
  user
    ? api(usersContract.update, { params: { id: user.id }, body: withoutEmpty(values) })
    : api(usersContract.create, { body: values })

/** State and submit of the add and edit dialog; `user` is the one that is edited, null for a new one. */
export function useUserForm(user: UserRow | null, onSaved: () => void) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const form = useForm<UserValues>({
    resolver: resolverFor(user),
    defaultValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      role: user?.role ?? '',
      password: '',
    },
  })
  const submit = form.handleSubmit(async (typed) => {
    const values = typed as Checked
    const question = user && roleQuestion(user, values)
    if (question && !(await confirm(question))) return
    try {
      await save(user, values)
    } catch (error) {
      placeRefusal(error, form, fields)
      if (!(error instanceof CallError)) throw error
      const lines = Object.values(error.errors).flat()
      toast.error({ title: s.notSaved, description: lines.join('\n') || serverWords(error, s.unexpected) })
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
