import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useEffectEvent } from "react";
import { Link, useActionData, useLocation } from "react-router";
import type { FindLink } from "#app/ui/admin/admin-nav.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import type { Change } from "#app/ui/admin/toast.ts";
import { useCloseToast, useToast } from "#app/ui/admin/toasts.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { buttonClasses, Notice } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Above an admin page's heading: a link to its parent page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mb-2">
      <Link to={to} className="prose-link inline-flex min-h-6 items-center wrap-anywhere">
        {children}
      </Link>
    </p>
  );
}

/** What stands in every page's bar on a phone. `add`: the address that opens Add Appointment; null may not add. */
type PhoneBar = { find: FindLink | null; add: string | null; isDemo: boolean };

export const PhoneBarContext = createContext<PhoneBar>({ find: null, add: null, isDemo: false });

/**
 * `isTight`: below 1024 px the actions stand in the bar, and below 768 px the intro is for screen readers alone. `add`: the address behind the plus of a phone's bar,
 * where the page knows a better one than the frame.
 */
type Props = { title: ReactNode; intro?: ReactNode; isTight?: boolean; add?: string; children?: ReactNode };

/** The page's title and actions. Below 1024 px it is the bar at the top of the screen, in place of the site's header. */
export function PageHeading({ title, intro, isTight = false, add, children }: Props) {
  const bar = useContext(PhoneBarContext);
  return (
    <div
      className={classNames(
        "mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-lg:mb-4 max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1",
        isTight && "max-md:mb-1 max-md:gap-x-1.5",
      )}
    >
      <div className="min-w-0 max-lg:contents">
        <h1
          tabIndex={-1}
          className={classNames(
            "text-2xl wrap-anywhere max-lg:min-w-0 max-lg:flex-1 max-lg:text-xl",
            isTight ? "max-lg:basis-[6rem] max-md:text-lg max-md:leading-tight" : "max-lg:basis-[9rem]",
          )}
        >
          {title}
        </h1>
        {(intro || bar.isDemo) && (
          <p
            className={classNames(
              "mt-1 text-ink-soft max-lg:order-2 max-lg:mt-0 max-lg:w-full max-lg:text-sm",
              isTight && "max-md:sr-only",
              !intro && "lg:hidden",
            )}
          >
            {intro}
            {bar.isDemo && <Demo hasWordsBefore={!!intro} />}
          </p>
        )}
      </div>
      <Tools find={bar.find} add={bar.add && (add ?? bar.add)} />
      {children && (
        <div
          className={classNames(
            "flex flex-wrap gap-2 max-lg:empty:hidden",
            isTight ? "max-md:gap-1" : "max-lg:order-3 max-lg:mt-1 max-lg:w-full",
          )}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** In place of the ribbon that stands over every page on a wide screen. */
function Demo({ hasWordsBefore }: { hasWordsBefore: boolean }) {
  return (
    <span className="lg:hidden">
      {hasWordsBefore && " "}
      <span className="inline-block rounded-sm bg-warning-wash px-1.5 text-xs font-[650] text-warning">
        Demo<span className="sr-only">: the business, people and prices are invented</span>
      </span>
    </span>
  );
}

function Tools({ find, add }: Pick<PhoneBar, "find" | "add">) {
  if (!find && !add) return null;
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-1.5 max-lg:order-1 lg:hidden">
      {find && <Find {...find} />}
      {add && (
        <Link to={add} preventScrollReset aria-label="Add Appointment" className={TOOL}>
          <Icon name="plus" />
        </Link>
      )}
    </div>
  );
}

function Find({ to, onPress }: FindLink) {
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  };
  return (
    <Link to={to} onClick={press} aria-label="Find a client, an appointment or a page" className={TOOL}>
      <Icon name="find" />
    </Link>
  );
}

const TOOL = `${buttonClasses({ look: "outline", size: "small" })} size-11 px-0`;

/** Confirms a save by a toast on the page that the form redirects to, by `?saved`; without a script, above the page. */
export function SavedNotice({ children = "Saved.", undo }: { children?: string; undo?: Change }) {
  const { key, search } = useLocation();
  const toast = useToast();
  const send = useChange();
  const hydrated = useHydrated();
  // `?saved` is still in the address when a later save is refused: then that answer counts.
  const isAnswered = useActionData() !== undefined;
  const isSaved = new URLSearchParams(search).has("saved") && !isAnswered;
  const close = useCloseToast();
  const show = useEffectEvent(() => {
    if (isSaved) toast({ tone: "success", text: children, id: "saved", undo }, undo && (() => void send(undo)));
    else if (isAnswered) close("saved");
  });
  useEffect(() => {
    if (key) show();
  }, [key, isSaved, isAnswered]);
  // Nothing moves the page once the script has it.
  if (!isSaved || hydrated) return null;
  return (
    <Notice tone="success" live className="mb-6">
      {children}
    </Notice>
  );
}
