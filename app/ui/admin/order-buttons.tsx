import { Button } from "#app/ui/button.tsx";

/** Up and down for a row's form: `intent` is `up` or `down`. */
export function OrderButtons({ name, first, last }: { name: string; first: boolean; last: boolean }) {
  return (
    <>
      <Button name="intent" value="up" look="outline" size="small" aria-label={`Move ${name} up`} disabled={first}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button name="intent" value="down" look="outline" size="small" aria-label={`Move ${name} down`} disabled={last}>
        <span aria-hidden="true">↓</span>
      </Button>
    </>
  );
}
