// Shows push notifications, and opens the page of a notification that is clicked. This worker caches nothing and
// handles no requests. server/push/notifications.ts makes the data of the notifications.

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, text, tag, address } = event.data.json()
  const options = { body: text, tag, renotify: true, data: { address } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** True for staff pages; pages for visitors cannot show requests. */
const isForStaff = ({ url }) =>
  !/^\/(BookAppointment|login|forgot-password|reset-password|privacy)?\/?$/i.test(new URL(url).pathname)

/** Brings an open staff page to the front, without losing typed text; otherwise opens one. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(isForStaff)
  if (!page) return self.clients.openWindow(address)
  await page.focus()
  const { hash, pathname, search } = new URL(address, self.location.origin)
  return page.postMessage({ show: hash.slice(1), address: pathname + search })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.address))
})
