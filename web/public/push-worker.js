// Shows what the server pushes, and opens it. Nothing is cached and no request passes here. What is sent: server/push/notices.ts.

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, text, tag, address } = event.data.json()
  const options = { body: text, tag, renotify: true, data: { address } }
  event.waitUntil(self.registration.showNotification(title, options))
})

/** Pages for visitors have no requests to show. */
const isForStaff = ({ url }) =>
  !/^\/(BookAppointment|login|forgot-password|reset-password|privacy)?\/?$/i.test(new URL(url).pathname)

/** An open page of staff comes to the front; nothing that is being typed there is lost. Without one a page is opened. */
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
