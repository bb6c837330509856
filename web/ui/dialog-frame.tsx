import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { FormEventHandler, ReactNode } from 'react'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { dialogFooter } from './dialog-class.ts'
import { IconButton } from './icon-button.tsx'
import { ScrollBox } from './scroll-box.tsx'

export type DialogFrameProps = {
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** The buttons; the last one is the primary action. They stay visible while the body scrolls. */
  footer?: ReactNode
  /** Makes body and footer one form (`noValidate`): Enter submits, a footer button of type submit too. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /** False: only the caller's own buttons close it (a running payment, an unprinted receipt). */
  dismissible?: boolean
}

/** Head, scrolling body and fixed footer of a dialog. */
export function DialogFrame({ title, description, children, footer, onSubmit, dismissible }: DialogFrameProps) {
  const content = (
    <>
      <ScrollBox className="min-h-0 flex-1 px-5 pt-1 pb-6 md:px-7">{children}</ScrollBox>
      {footer && <div className={dialogFooter}>{footer}</div>}
    </>
  )
  return (
    <>
      <div className="flex shrink-0 items-start gap-4 px-5 pt-5 pb-4 md:px-7 md:pt-6">
        <div className="min-w-0 flex-1 pt-1.5">
          <BaseDialog.Title className="text-xl font-bold wrap-anywhere">{title}</BaseDialog.Title>
          {description && (
            <BaseDialog.Description render={<div />} className="mt-0.5 text-ctl text-ink-2 wrap-anywhere">
              {description}
            </BaseDialog.Description>
          )}
        </div>
        {dismissible && (
          <BaseDialog.Close
            render={
              <IconButton label={uiSentences.close} icon={<X size={20} />} variant="secondary" className="-mr-1" />
            }
          />
        )}
      </div>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
          {content}
        </form>
      ) : (
        content
      )}
    </>
  )
}
