import { noticeMessages } from './messages.ts'

/**
 * The version of the privacy notice: the date from which its text is valid. Every change of the text needs a new one,
 * so that people are asked to read it again.
 */
export const PRIVACY_NOTICE_VERSION = '2026-11-23'

export type NoticeSection = { title: string; paragraphs?: readonly string[]; items?: readonly string[] }

/** The sections of the privacy notice after the clinic's contact data. */
export const noticeSections: readonly NoticeSection[] = noticeMessages.sections
