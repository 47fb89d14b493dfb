/** How to put a page on a phone's home screen: words to open, and never a banner. */
export function AddToHomeScreen() {
  return (
    <details className="mt-12 [@media(display-mode:standalone)]:hidden border-t border-line pt-4 print:hidden lg:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        Keep this page on your home screen
      </summary>
      <dl className="measure space-y-2 text-ink-soft">
        <div>
          <dt className="font-[650]">iPhone and iPad</dt>
          <dd>In Safari, select Share and then “Add to Home Screen”.</dd>
        </div>
        <div>
          <dt className="font-[650]">Android</dt>
          <dd>Open your browser’s menu, then select “Add to Home screen” or “Install app”.</dd>
        </div>
      </dl>
      <p className="measure mt-2 text-ink-soft">It opens like an app then, also without a network.</p>
    </details>
  );
}
