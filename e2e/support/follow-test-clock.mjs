import { shiftDate } from './shift-date.mjs'

// This module is loaded before the app and shifts the app's clock. A test sends a message to change the offset.
shiftDate(Number(process.env.CLOCK_OFFSET_MS))
process.on('message', (message) => {
  if (message.clockOffsetMs === undefined) return
  shiftDate(message.clockOffsetMs)
  process.send?.('clock moved')
})
// Listening for messages must not keep a stopped app running.
process.channel?.unref()
