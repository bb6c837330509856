import { useEffect, useState } from 'react'
import { pushContract } from '#shared/push/contract.ts'
import { pushMessages as s } from '#shared/push/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { Switch } from '#web/ui/fields/toggles.tsx'
import { canBeNotified, isDenied, isSubscribed, subscribeBrowser, unsubscribeBrowser } from './browser-subscription.ts'

/**
 * The switch for notifications of new requests on this device, until its session ends. Hidden if the browser supports
 * none.
 */
export function NotificationSwitch() {
  return canBeNotified() ? <Notifications /> : null
}

/**
 * Notifications are on only if browser and server both have the subscription: the browser may have dropped it, and the
 * server deletes it with the session.
 */
function useDevice() {
  const read = useRead(pushContract.device, {})
  const [isKnown, setKnown] = useState(false)
  useEffect(() => void isSubscribed().then(setKnown, () => setKnown(false)), [])
  const device = read.data?.data
  return { read, publicKey: device?.public_key, on: device?.subscribed === true && isKnown, setKnown }
}

function Notifications() {
  const { read, publicKey, on, setKnown } = useDevice()
  const [trouble, setTrouble] = useState(isDenied() ? s.denied : undefined)
  const [busy, setBusy] = useState(false)
  const reread = [pushContract.device]
  const subscribe = useAction(pushContract.subscribe, { failed: s.notSwitchedOn, reread })
  const unsubscribe = useAction(pushContract.unsubscribe, { failed: s.notSwitchedOff, reread })

  async function switchOn(key: string) {
    const found = await subscribeBrowser(key)
    setTrouble(typeof found === 'string' ? s[found] : undefined)
    if (typeof found === 'string') return
    const { kind } = await subscribe.run({ body: found })
    setKnown(kind === 'done')
  }

  async function switchOff() {
    const { kind } = await unsubscribe.run({})
    if (kind !== 'done') return
    await unsubscribeBrowser()
    setKnown(false)
  }

  const change = async (next: boolean) => {
    if (busy || publicKey === undefined) return
    setBusy(true)
    await (next ? switchOn(publicKey) : switchOff()).finally(() => setBusy(false))
  }
  return (
    <Switch
      label={s.notify}
      detail={<span role="status">{read.failure?.message ?? trouble ?? s.notifyHint}</span>}
      checked={on}
      disabled={publicKey === undefined}
      onChange={(next) => void change(next)}
    />
  )
}
