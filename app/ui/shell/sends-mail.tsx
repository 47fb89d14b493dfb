import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { Site } from "#app/ui/shell/site.ts";

function useSite(): Site | null {
  return useRouteLoaderData<{ site: Site }>("root")?.site ?? null;
}

/** Whether a mail leaves this site: a sentence that promises one asks this first. */
export function useSendsMail(): boolean {
  return useSite()?.sendsMail ?? false;
}

/** In place of what only works by email: why it does not, and the phone number. `so` completes the sentence. */
export function NoMail({ so }: { so: ReactNode }) {
  const phone = useSite()?.phone;
  return (
    <>
      Email is not set up here yet, so {so}.
      {phone?.label && (
        <>
          {" "}
          Call{" "}
          <a href={phone.href} className="prose-link whitespace-nowrap">
            {phone.label}
          </a>
          .
        </>
      )}
    </>
  );
}
