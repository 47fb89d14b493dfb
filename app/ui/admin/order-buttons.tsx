import { Button, Notice } from "#app/ui/controls.tsx";

/** Up and down for a row's form: `intent` is `up` or `down`. `at`: its place in the list, from 0, of `places`. */
export function OrderButtons({ name, at, places }: { name: string; at: number; places: number }) {
  const [first, last] = [at === 0, at === places - 1];
  return (
    <>
      <input type="hidden" name="at" value={at} />
      <Button name="intent" value="up" look="outline" size="small" aria-label={`Move ${name} up`} disabled={first}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button name="intent" value="down" look="outline" size="small" aria-label={`Move ${name} down`} disabled={last}>
        <span aria-hidden="true">↓</span>
      </Button>
    </>
  );
}

/** Instead of a move, where someone has changed the order since the list was shown. */
export function OrderStale() {
  return (
    <Notice tone="warning" live className="mb-6">
      Someone changed the order while you were here. Check the list, then move it again.
    </Notice>
  );
}
