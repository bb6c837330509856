import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorDataOf } from '#shared/lib/http-client.ts'
import { changedParts, type Part, type WebsiteContent } from '#shared/website/content.ts'
import { chosenPictures } from '#shared/website/chosen-pictures.ts'
import { websiteContract, type WebsiteDraft } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { sharingContract } from '#shared/website/sharing-contract.ts'
import type { Site } from '#shared/website/site.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import type { ToastMessage } from '#web/ui/overlays/toast.ts'

/** The milliseconds without typing after which the preview is updated. */
const STILL_MS = 400

/** The page for the preview, made from the content; while the content is invalid, the last valid page stays. */
function useSite(content: WebsiteContent, base: WebsiteDraft): { site: Site; refreshSite: () => void } {
  const [made, setMade] = useState({ of: base.content, site: base.site })
  // The page also shows data besides its content, such as the catalogue. This number is increased when such data
  // changes, so that the preview is made again.
  const [refreshes, setRefreshes] = useState(0)
  const isBase = content === base.content && refreshes === 0
  useEffect(() => {
    if (isBase) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      api(websiteContract.preview, { body: content }, { signal: stop.signal }).then(
        ({ data }) => setMade({ of: content, site: data }),
        (error: unknown) => {
          // A partially typed link is invalid and makes no page; saving shows the error.
          if (!(error instanceof ApiError) && !stop.signal.aborted) throw error
        },
      )
    }, STILL_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [content, base, isBase, refreshes])
  return { site: isBase ? base.site : made.site, refreshSite: () => setRefreshes((count) => count + 1) }
}

const sentencesOf = (error: ApiError): string => {
  const said = Object.values(error.errors ?? {}).flat()
  return said.length > 0 ? [...new Set(said)].join('\n') : error.message
}

/** The names of parts of the website, separated by commas. */
export const namesOf = (parts: readonly Part[]): string => parts.map((part) => s.parts[part]).join(', ')

/** The question before publishing: what visitors will see and what is missing. */
function publishQuestion({ published }: WebsiteDraft, content: WebsiteContent, unpublished: readonly Part[]): string {
  // The name of a service card or a person describes its picture, which needs no alternative text.
  const [services, people] = [
    { ...content.services, cards: [] },
    { ...content.people, members: [] },
  ]
  const spoken = chosenPictures({ ...content, services, people })
  const silent = spoken.filter(({ alt }) => alt === '').length
  const seen = published ? s.publishChanges(namesOf(unpublished)) : s.publishFirst
  return silent === 0 ? seen : `${seen} ${s.withoutWords(silent)}`
}

/** A draft as the server has stored it, and the content that was sent to be stored. */
type StoredDraft = { draft: WebsiteDraft; content: WebsiteContent }

type SavingOptions = {
  base: WebsiteDraft
  content: WebsiteContent
  isDirty: boolean
  unpublished: readonly Part[]
  adoptSaved: (saved: StoredDraft) => void
  /** Called with a newer draft of somebody else. */
  onNewer: (draft: WebsiteDraft | undefined) => void
}

/** The message after publishing, which offers to share the page. */
const publishedMessage = (share: () => void): ToastMessage => ({
  title: s.publishedNow,
  seconds: 10,
  action: { label: s.shareNow, onPress: share },
})

/** Returns the functions that save and publish the draft. */
function useSaving({ base, content, isDirty, unpublished, adoptSaved, onNewer }: SavingOptions) {
  const navigate = useNavigate()
  const storeDraft = async (): Promise<StoredDraft> => ({
    draft: (await api(websiteContract.save, { body: content }, ifMatch(base))).data,
    content,
  })
  const failed =
    (title: string) =>
    (error: ApiError): ToastMessage | null =>
      errorDataOf(websiteContract.save, 'stale', error) ? null : { title, description: sentencesOf(error) }
  const both = {
    onFailed: (error: ApiError) => onNewer(errorDataOf(websiteContract.save, 'stale', error) ?? undefined),
    onDone: adoptSaved,
    reread: [websiteContract.draft, websiteContract.versions, sharingContract.read],
  }
  const save = useAction(storeDraft, { ...both, done: s.saved, failed: failed(s.failedToSave) })
  const publish = useAction(
    async () => {
      const saved = isDirty ? await storeDraft() : { draft: base, content }
      if (isDirty) adoptSaved(saved)
      const { data: draft } = await api(websiteContract.publish, { body: null }, ifMatch(saved.draft))
      return { draft, content: isDirty ? saved.draft.content : content }
    },
    {
      ...both,
      ask: () => ({
        title: s.publishQuestion,
        body: publishQuestion(base, content, unpublished),
        confirmLabel: s.publish,
        cancelLabel: s.cancel,
        harmless: true,
      }),
      done: publishedMessage(() => void navigate(paths.share)),
      failed: failed(s.failedToPublish),
    },
  )
  return { save, publish }
}

/** The changed fields, or a function that makes these changes from the current fields. */
type Changes<Value> = Partial<Value> | ((now: Value) => Partial<Value>)

export type FieldsProps<P extends keyof WebsiteContent> = {
  value: WebsiteContent[P]
  /**
   * Changes some of the part's fields. A function receives the current fields, which may be newer than the rendered
   * ones.
   */
  change: (changes: Changes<WebsiteContent[P]>) => void
}

/** Returns the saved content, except for parts that were changed while the draft was being saved. */
function withPartsTypedMeanwhile(saved: WebsiteContent, sent: WebsiteContent, now: WebsiteContent): WebsiteContent {
  const keys = Object.keys(saved) as (keyof WebsiteContent)[]
  const typed = keys.filter((key) => now[key] !== sent[key]).map((key) => [key, now[key]])
  return typed.length === 0 ? saved : { ...saved, ...(Object.fromEntries(typed) as Partial<WebsiteContent>) }
}

/** The editor's draft: content, whether it is saved, its preview, and functions to save and publish. */
export function useWebsiteEditor(initial: WebsiteDraft) {
  const [base, setBase] = useState(initial)
  const [content, setContent] = useState(initial.content)
  const [newer, setNewer] = useState<WebsiteDraft>()
  const typed = changedParts(base.content, content)
  const isDirty = typed.length > 0
  const unpublished = [...new Set([...base.changed, ...typed])]
  const { site, refreshSite } = useSite(content, base)
  const take = (draft: WebsiteDraft) => {
    setBase(draft)
    setContent(draft.content)
    setNewer(undefined)
  }
  /** Adopts the saved draft; changes that were made during saving stay. */
  const adoptSaved = ({ draft, content: sent }: StoredDraft) => {
    setBase(draft)
    setContent((now) => withPartsTypedMeanwhile(draft.content, sent, now))
    setNewer(undefined)
  }
  /** Keeps the content of this editor, although somebody else has saved a newer draft. */
  const keepMine = () => {
    if (newer) setBase(newer)
    setNewer(undefined)
  }
  const set = <P extends keyof WebsiteContent>(part: P, value: WebsiteContent[P]) =>
    setContent((before) => ({ ...before, [part]: value }))
  /** Uses the current content, because a picture is stored seconds after it was chosen. */
  const change = <P extends Exclude<keyof WebsiteContent, 'order' | 'hidden'>>(
    part: P,
    changes: Changes<WebsiteContent[P]>,
  ) =>
    setContent((before) => {
      const made = typeof changes === 'function' ? changes(before[part]) : changes
      return { ...before, [part]: { ...before[part], ...made } }
    })
  const actions = useSaving({ base, content, isDirty, unpublished, adoptSaved, onNewer: setNewer })
  return { base, content, site, refreshSite, isDirty, unpublished, newer, take, keepMine, set, change, ...actions }
}
export type WebsiteEditor = ReturnType<typeof useWebsiteEditor>
