/**
 * The reasons why we may use features that one of the oldest browsers lacks. The keys are the features' names in the
 * compatibility data.
 */
export type Allowed = Readonly<Record<string, string>>

/** Features that the product's own source may use. */
export const allowedInSource: Allowed = {
  'api.BluetoothRemoteGATTService.uuid': 'The name is a function of zod.',
  'api.HTMLFencedFrameElement.config': 'The name is a function of zod.',
  'api.LanguageDetector.detect': 'The name is a function of BarcodeDetector, which count-part.tsx asks for first.',
  'api.Element.wheel_event': 'Phones have no wheel; the pair of photos is zoomed with two fingers there.',
  'javascript.builtins.Set.union': 'The name is a function of zod; for sets TypeScript refuses it.',
  'api.ServiceWorkerGlobalScope.notificationclick_event': 'iOS opens the page of a notification itself.',
  'api.Window.beforeunload_event': 'iOS never asks before a page is left; the other browsers do.',
  'api.scheduler': 'start-page.ts asks whether it can pause, and runs the next script at once where it cannot.',
  'api.Window.requestIdleCallback': 'lazy-part.tsx asks whether it exists, and waits a moment where it does not.',
  'html.elements.input.capture': 'Where it is unknown, the person chooses a photo instead of taking one.',
  'html.elements.video.playsinline': 'Only iPhones need it, and they have it.',
  'html.elements.img.fetchpriority': 'It only changes the order of loading.',
}

const dependencies: Allowed = {
  'api.Element.checkVisibility': 'Base UI asks whether it exists.',
  'api.Element.startViewTransition':
    'React Router and React use it only where the app asks for a transition; the app does not.',
  'api.Navigation': 'React uses it where the window has one.',
  'api.Scheduler.yield': 'qr asks whether it exists.',
  'api.ViewTransition.skipTransition': 'It belongs to a transition that the app does not ask for.',
  'api.Window.navigation': 'React asks for its type first.',
  'api.Window.setImmediate': 'React asks for its type first.',
  'javascript.builtins.Error.captureStackTrace': 'zod asks whether it exists.',
}

/** CSS features without which a page looks a little plainer and works the same. */
const styles: Allowed = {
  'css.at-rules.starting-style': 'A dialog appears without motion.',
  'css.properties.-webkit-tap-highlight-color': 'It exists for phones only.',
  'css.properties.contain-intrinsic-size': 'It belongs to content-visibility.',
  'css.properties.content-visibility': 'It only spares work.',
  'css.properties.-webkit-user-drag': 'The photo has draggable="false" as well.',
  'css.properties.cursor': 'Phones have no pointer.',
  'css.properties.field-sizing': 'A text field keeps its height and scrolls.',
  'css.properties.font-family.ui-monospace': 'The next font of the list is taken.',
  'css.properties.print-color-adjust.exact': 'A printed gift card has a white background.',
  'css.properties.resize': 'Phones have no handle to drag.',
  'css.properties.scrollbar-gutter': 'The page moves by a scroll bar when a dialog opens.',
  'css.properties.scrollbar-width': 'A scroll bar shows; -webkit-scrollbar hides it in Safari.',
  'css.properties.text-decoration': 'iOS draws the line without dots.',
  'css.properties.text-wrap': 'Lines break where they are full.',
  'css.selectors.-webkit-inner-spin-button': 'Firefox has no such button.',
  'css.selectors.-webkit-scrollbar': 'Firefox hides the bar by scrollbar-width.',
  'css.selectors.-webkit-search-cancel-button': 'Firefox has no such button.',
}

/** Features that the built scripts and style sheets may use. */
export const allowedInBuild: Allowed = {
  'api.LanguageDetector.detect': 'The name is a function of BarcodeDetector, which count-part.tsx asks for first.',
  'api.Element.wheel_event': allowedInSource['api.Element.wheel_event']!,
  'api.ServiceWorkerGlobalScope.notificationclick_event':
    allowedInSource['api.ServiceWorkerGlobalScope.notificationclick_event']!,
  'api.Window.beforeunload_event': allowedInSource['api.Window.beforeunload_event']!,
  'api.scheduler': allowedInSource['api.scheduler']!,
  'api.Window.requestIdleCallback': allowedInSource['api.Window.requestIdleCallback']!,
  ...dependencies,
  ...styles,
}
