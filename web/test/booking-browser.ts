import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Prepares jsdom for tests that draw the booking page for a logged-in client: storage without a draft of a booking, the
 * session's cookie, and the methods of dialogs and scrolling that jsdom lacks.
 */
export function withBookingBrowser(): void {
  beforeEach(() => {
    sessionStorage.clear()
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true
    }
    HTMLDialogElement.prototype.close = () => undefined
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    // This cookie makes the page assume that somebody is logged in.
    document.cookie = 'csrf_token=token'
  })
  afterEach(() => {
    document.cookie = 'csrf_token=; max-age=0'
  })
}
