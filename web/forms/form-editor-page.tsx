import { ArrowLeft, CalendarClock, History, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract, type FormDetail } from '#shared/forms/contract.ts'
import { contentProblems, type ContentProblem } from '#shared/forms/form.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useUnsavedGuard } from '#web/ui/overlays/unsaved-changes.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FormPreview } from './builder/form-preview.tsx'
import { requirementText } from './builder/requirement-text.ts'
import { SectionList } from './builder/section-list.tsx'
import { useArrangement } from './builder/use-arrangement.ts'
import { formReads, useFormEditor, type FormEditor } from './builder/use-form-editor.ts'
import './forms.css'

const RequirementDialog = lazyDialog(async () => (await import('./builder/requirement-dialog.tsx')).RequirementDialog)
const PublishDialog = lazyDialog(async () => (await import('./builder/publish-dialog.tsx')).PublishDialog)
const VersionsDialog = lazyDialog(async () => (await import('./builder/versions-dialog.tsx')).VersionsDialog)

/** Builds one form: its fields, its preview, when it is asked for, and its publication. */
export default function FormEditorPage() {
  const id = useParams()['formId']!
  const read = useRead(formsContract.read, { params: { id } })
  if (read.data) return <Editor key={id} initial={read.data.data} />
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} />
      <Loaded read={read} label={s.title} skeleton="h-96" />
    </div>
  )
}

type Look = 'build' | 'preview'
const looks = [
  { value: 'build', label: s.build },
  { value: 'preview', label: s.preview },
] as const

function Editor({ initial }: { initial: FormDetail }) {
  const editor = useFormEditor(initial)
  const arrangement = useArrangement(editor)
  const [look, setLook] = useState<Look>('build')
  // Problems are shown after the first try to publish, because everything is incomplete while it is being written.
  const [showsProblems, setShowsProblems] = useState(false)
  const problems = showsProblems ? contentProblems(editor.content) : []
  useUnsavedGuard(editor.state !== 'saved')
  const onProblems = (found: readonly ContentProblem[]) => {
    setShowsProblems(true)
    setLook('build')
    toast.error({ title: s.problems, description: [...new Set(found.map(({ message }) => message))].join('\n') })
    arrangement.open(found.find(({ id }) => id !== null)?.id ?? null)
  }
  return (
    <div className="space-y-4">
      <Head editor={editor} onProblems={onProblems} />
      {editor.newer && <Newer editor={editor} newer={editor.newer} />}
      <SegmentedControl<Look>
        aria-label={s.preview}
        value={look}
        onChange={setLook}
        options={looks}
        className="xl:hidden"
      />
      <div className="form-editor">
        <div className={look === 'preview' ? 'space-y-4 max-xl:hidden' : 'space-y-4'}>
          <TitleCard editor={editor} problem={problems.find(({ id }) => id === null)?.message} />
          <SectionList editor={editor} arrangement={arrangement} problems={problems} />
        </div>
        <div className={look === 'build' ? 'form-editor-preview max-xl:hidden' : 'form-editor-preview'}>
          <FormPreview content={editor.content} />
        </div>
      </div>
    </div>
  )
}

function TitleCard({ editor, problem }: { editor: FormEditor; problem: string | undefined }) {
  const { content, change, form } = editor
  const requirement = useDialog(RequirementDialog)
  const open = async () => {
    const saved = await editor.flush()
    if (saved) requirement.open({ form: saved, onSaved: editor.adopt })
  }
  return (
    <Card className="space-y-4 p-4">
      <Field label={s.formTitle} required error={problem}>
        <TextInput
          value={content.title}
          maxLength={120}
          onChange={(event) => change((now) => ({ ...now, title: event.target.value }))}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-48 flex-1">
          <span className="block text-sm font-semibold">{s.requirement}</span>
          <span className="block text-ink-2">{requirementText(form)}</span>
        </p>
        <Button
          icon={<CalendarClock size={18} aria-hidden="true" />}
          disabled={editor.state === 'saving'}
          onClick={() => void open()}
        >
          {s.edit}
        </Button>
      </div>
      {requirement.element}
    </Card>
  )
}

const states = { saved: s.saved, saving: s.savingDraft, unsaved: s.unsaved, failed: s.saveFailed }

/** The subtitle of the page: which version is published, and whether the draft is saved. */
function subtitleOf({ form, state }: FormEditor): string {
  const { published, has_changes } = form
  const version = published ? s.versionOn(published.number, formatInstant(published.published_at)) : s.notPublished
  return [version, ...(published && has_changes ? [s.hasChanges] : []), states[state]].join(' · ')
}

function useDiscard(editor: FormEditor) {
  return useAction(
    async (form: FormDetail) =>
      (await api(formsContract.discard, { params: { id: form.id }, body: {} }, ifMatch(form))).data,
    {
      ask: () => ({
        title: s.discardAsk,
        body: s.discardBody,
        confirmLabel: s.discard,
        cancelLabel: s.cancel,
        danger: true,
        busyLabel: s.discarding,
      }),
      done: s.discarded,
      failed: s.notDiscarded,
      reread: formReads,
      onDone: editor.reset,
    },
  )
}

type HeadProps = { editor: FormEditor; onProblems: (problems: ContentProblem[]) => void }

function Head({ editor, onProblems }: HeadProps) {
  const { form, content, state, flush } = editor
  const publish = useDialog(PublishDialog)
  const versions = useDialog(VersionsDialog)
  const discard = useDiscard(editor)
  const isChanged = form.has_changes || state !== 'saved'
  const isBusy = state === 'saving' || editor.newer !== null
  const openPublish = async () => {
    const problems = contentProblems(content)
    if (problems.length > 0) return onProblems(problems)
    const saved = await flush()
    if (saved) publish.open({ form: saved, onPublished: editor.adopt })
  }
  const discardAll = async () => {
    const saved = await flush()
    if (saved) await discard.run(saved)
  }
  return (
    <>
      <PageHeader
        title={content.title || s.untitled}
        subtitle={subtitleOf(editor)}
        actions={
          <>
            <Link to={paths.forms} className={buttonClass()}>
              <ArrowLeft size={18} aria-hidden="true" />
              {s.backToForms}
            </Link>
            {state === 'failed' && !editor.newer && <Button onClick={() => void flush()}>{s.retry}</Button>}
            <Button icon={<History size={18} aria-hidden="true" />} onClick={() => versions.open({ formId: form.id })}>
              {s.versions}
            </Button>
            {form.published && (
              <Button
                icon={<RotateCcw size={18} aria-hidden="true" />}
                disabled={!isChanged || isBusy}
                onClick={() => void discardAll()}
              >
                {s.discard}
              </Button>
            )}
            <Button
              variant="primary"
              icon={<Send size={18} aria-hidden="true" />}
              disabled={!isChanged || isBusy || form.archived_at !== null}
              onClick={() => void openPublish()}
            >
              {s.publish}
            </Button>
          </>
        }
      />
      {publish.element}
      {versions.element}
    </>
  )
}

/** Shown when somebody else has changed the form: nothing is saved until their version is loaded. */
const Newer = ({ editor, newer }: { editor: FormEditor; newer: FormDetail }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 rounded-ctl bg-warning-soft px-4 py-2 text-warning">
    <p className="min-w-48 flex-1">
      <span className="block font-semibold">{s.stale}</span>
      <span className="block">{s.staleHint}</span>
    </p>
    <Button onClick={() => editor.reset(newer)}>{s.loadNewer}</Button>
  </div>
)
