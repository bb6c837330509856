import { Plus } from 'lucide-react'
import type { FormEventHandler, ReactNode } from 'react'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'

type AddCardProps = {
  title: string
  action: string
  busy: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  children: ReactNode
}

/** The form that adds something, beside the list on wide screens and above it elsewhere. */
export function AddCard({ title, action, busy, onSubmit, children }: AddCardProps) {
  return (
    <SectionCard title={title} className="xl:sticky xl:top-20">
      <form noValidate onSubmit={onSubmit} className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-1">
        {children}
        <div className="md:col-span-2 xl:col-span-1">
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={s.adding}
            icon={<Plus size={18} aria-hidden="true" />}
            className="max-sm:w-full xl:w-full"
          >
            {action}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
