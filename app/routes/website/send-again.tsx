import { Button } from "#app/ui/button.tsx";
import type { Unsent } from "#app/ui/shell/fault.ts";
import type { Site } from "#app/ui/shell/site.ts";

/** A form that could not be written down: what was typed is on this page, and one press sends it again. */
export function SendAgain({ unsent, phone }: { unsent: Unsent; phone: Site["phone"] | null }) {
  const { action, fields, isUnclear } = unsent;
  return (
    <form method="post" action={action} className="space-y-6">
      <h1 className="text-3xl">That can’t be saved just now.</h1>
      <p className="text-lg">
        {isUnclear
          ? "It is not clear yet whether it was saved. A booking can’t be made twice by sending it again; with anything else, look first."
          : "Nothing was booked or changed."}{" "}
        Everything you typed is kept on this page. Please send it again in a moment
        {phone?.label && (
          <>
            , or ring{" "}
            <a href={phone.href} className="prose-link">
              {phone.label}
            </a>
          </>
        )}
        .
      </p>
      <Typed fields={fields} />
      <Button>Send it again</Button>
    </form>
  );
}

export function TryAgain({ action, fields }: Unsent) {
  return (
    <form method="post" action={action} className="space-y-6">
      <p>Everything you typed is kept on this page.</p>
      <Typed fields={fields} />
      <Button>Try again</Button>
    </form>
  );
}

function Typed({ fields }: Pick<Unsent, "fields">) {
  return fields.map(([name, value], at) => <input key={at} type="hidden" name={name} value={value} />);
}
