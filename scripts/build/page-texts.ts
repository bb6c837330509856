import type { Plugin } from 'vite'
import { documentMessages } from '#shared/website/messages.ts'
import { pageLanguage } from '#shared/lib/language.ts'

const texts: Readonly<Record<string, unknown>> = { ...documentMessages, language: pageLanguage }

/**
 * Replaces placeholders in the HTML pages by texts, such as `{{text.bookingTitle}}`, or `{{text.language}}` by the
 * language.
 */
export const pageTexts = (): Plugin => ({
  name: 'page-texts',
  transformIndexHtml: (html) =>
    html.replace(/\{\{text\.(\w+)\}\}/g, (token, name: string) => {
      const text = texts[name]
      if (typeof text !== 'string') throw new Error(`${token} is no text of shared/website/messages.ts`)
      return text
    }),
})
