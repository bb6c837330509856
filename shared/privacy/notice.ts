import { noticeMessages } from './notice-messages.ts'

/**
 * The version of the privacy notice. Who changes what it says gives it a new one: people are then asked to read it
 * again at their next look at the profile. The version is the date from which the text holds.
 */
export const PRIVACY_NOTICE_VERSION = '2026-11-23'

export type NoticeSection = { title: string; paragraphs?: readonly string[]; items?: readonly string[] }

/** The sections after the clinic's own contact. */
export const noticeSections: readonly NoticeSection[] = noticeMessages.sections
