import { Controller } from 'react-hook-form'
import {
  logInRulesContract as contract,
  SECOND_FACTOR_RULES,
  type SecondFactorRule,
} from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { navigationMessages } from '#shared/lib/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

type Rules = Output<typeof contract.read>['data']

const details: Record<SecondFactorRule, string> = { nobody: s.nobodyText, admins: s.adminsText, staff: s.staffText }
const options = SECOND_FACTOR_RULES.map((value) => ({ value, label: s[value], detail: details[value] }))

/** The page Log-in security: who must have a second factor, and which staff have one. */
export default function SecurityPage() {
  const read = useRead(contract.read, {}, { failed: s.notLoaded })
  return (
    <div className="space-y-4">
      <PageHeader title={s.ruleTitle} subtitle={s.ruleText} />
      <Loaded read={read} skeleton="h-72">
        {({ data }) => (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <RuleCard rules={data} />
            <PeopleCard people={data.people} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function RuleCard({ rules }: { rules: Rules }) {
  const { form, busy, isDirty, onSubmit } = useContractForm(contract.save, {
    values: { second_factor_for: rules.second_factor_for },
    input: (body) => ({ body }),
    done: ({ message }) => message,
    failed: s.ruleNotSaved,
    reread: [contract.read],
    onDone: (_, values) => form.reset(values),
  })
  useUnsavedGuard(isDirty)
  return (
    <SectionCard title={s.title} bodyClassName="px-5 pb-5">
      <form noValidate onSubmit={onSubmit}>
        <Controller
          control={form.control}
          name="second_factor_for"
          render={({ field }) => (
            <Field label={s.ruleLabel} group>
              <RadioGroup {...field} options={options} disabled={busy} />
            </Field>
          )}
        />
        <Button type="submit" variant="primary" busy={busy} busyLabel={s.saving} className="mt-4">
          {s.save}
        </Button>
      </form>
    </SectionCard>
  )
}

type StaffMember = Rules['people'][number]

function PeopleCard({ people }: { people: readonly StaffMember[] }) {
  const own = usePerson().id
  const reset = useAction(({ id }: StaffMember) => api(contract.reset, { params: { id } }), {
    ask: ({ name }) => ({
      title: s.resetQuestion(name),
      body: s.resetText,
      confirmLabel: s.reset,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.resetting,
    }),
    done: ({ message }) => message,
    failed: s.notReset,
    reread: [contract.read],
  })
  return (
    <SectionCard title={s.people} bodyClassName="px-5 pb-5">
      <p className="text-sm text-ink-2">{s.peopleText}</p>
      <ul className="mt-3 divide-y divide-line">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <b className="block wrap-anywhere">{person.name}</b>
              <span className="text-sm text-ink-2">{navigationMessages.roles[person.role]}</span>
            </span>
            <Badge tone={person.has_second_factor ? 'success' : 'neutral'}>
              {person.has_second_factor ? s.isOn : s.isOff}
            </Badge>
            {person.has_second_factor && person.id !== own && (
              <Button aria-label={s.resetOf(person.name)} onClick={() => void reset.run(person)}>
                {s.reset}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
