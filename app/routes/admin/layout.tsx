import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { data, href, Outlet, useRouteLoaderData } from "react-router";
import { lacksFactor } from "#app/accounts/user.ts";
import { AddingFrame } from "#app/diary/booking/add-appointment.tsx";
import { forgetLateNotes } from "#app/health/notes/unsent-note.ts";
import { sellerOf } from "#app/payments/bills.db.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, abilitiesOf, may, scopeFor, worksHere } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { identityOf, openRequest, practiceOnly } from "#app/routes/account/identity.server.ts";
import { countsFor } from "#app/routes/admin/admin-counts.server.ts";
import { isOpenTo, leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import { linksFor, MONEY, NOTIFICATIONS, WAITING_LIST, YOUR_PROFILE } from "#app/routes/admin/links.ts";
import { UnsentPayments } from "#app/routes/admin/money/unsent-payments.tsx";
import { Abilities, mayOf } from "#app/ui/admin/abilities.tsx";
import { type AdminCounts, type AdminLink, AdminNav, type FindLink } from "#app/ui/admin/admin-nav.tsx";
import { ConfirmGate } from "#app/ui/admin/confirm-gate.tsx";
import { PhoneBarContext } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import type { Site } from "#app/ui/shell/site.ts";
import "#app/ui/styles/admin.css";
import "#app/ui/styles/data-lines.css";
import "#app/ui/styles/plot.css";
import { KeyboardHelp } from "#app/routes/admin/find/keyboard-help.tsx";
import { mayUseSingleKeys, openedBy } from "#app/routes/admin/find/single-keys.ts";
import { ChangesProvider } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { ToastsProvider } from "#app/ui/admin/toasts.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import type { Route } from "./+types/layout.ts";

/** Guards every admin page. A loader would not: a `.data` request can leave it out. */
export const middleware: Route.MiddlewareFunction[] = [practiceOnly(isOpenTo)];

export const handle = { hydrate: true, practice: true };

/** A therapist only while their treatments are sales of their own. */
async function closesDays(app: AppContext, actor: Actor): Promise<boolean> {
  const scope = scopeFor(actor, "see", "closings");
  if (scope === null || scope === "all") return scope === "all";
  return (await sellerOf(app.db.kysely, scope.therapistId).catch(() => PRACTICE_SELLER)) !== PRACTICE_SELLER;
}

// So that two answers for two addresses beyond scope stay the same.
function wholeMinutes(ms: number): number {
  return Math.floor(ms / 60_000) * 60_000;
}

const FULL_DAY = { weekday: "long", day: "numeric", month: "long" } as const;

/** The counts beside the links. It asks for itself who asks, as every loader of the practice's side. */
export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, user, locale } = openRequest(context);
  if (!worksHere(actor)) throw data(null, { status: 403 });
  const counts = await readCounts(app, context);
  const scope = scopeFor(actor, "change", "profiles");
  const therapistId = scope && scope !== "all" ? scope.therapistId : null;
  const { push, payments, waits } = await switchedOn(app);
  const closes = payments && (await closesDays(app, actor));
  const getsNotifications = push && may(actor, "see", "appointments");
  const { confirmedFor } = identityOf(context);
  const due = user && lacksFactor(user) && user.factorDueAt;
  const factorDue = due ? new Intl.DateTimeFormat(locale, FULL_DAY).format(due) : null;
  return {
    counts,
    therapistId,
    getsNotifications,
    takesPayments: payments,
    ...(payments && "userId" in actor && may(actor, "change", "payments") && { sender: actor.userId }),
    waits,
    closes,
    abilities: abilitiesOf(actor),
    confirmedFor: wholeMinutes(confirmedFor),
    now: wholeMinutes(app.clock.now()),
    factorDue,
  };
}

/** Nothing is counted while the database fails: the page itself says so. */
async function readCounts(app: AppContext, context: Route.LoaderArgs["context"]): Promise<AdminCounts> {
  try {
    return await countsFor(context);
  } catch (err) {
    app.log.warn({ err }, "the admin's counts could not be read");
    return {};
  }
}

async function switchedOn(app: AppContext) {
  const practice = await readPractice(app).catch(() => null);
  return {
    push: practice?.settings.push.on ?? false,
    payments: practice?.settings.payments.on ?? false,
    waits: practice?.settings.waitingList.on ?? false,
  };
}

const FIND = "/admin/find";
const ADD = "/appointments?add=1";

// Personal data: neither browsers nor proxies may cache it.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

function profileOf(id: string): AdminLink {
  return { to: href("/admin/therapists/:id", { id }), label: YOUR_PROFILE, icon: "people" };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  // Once: what is written since is not a day old.
  useEffect(() => void forgetLateNotes(loaderData.now), []);
  const { abilities, therapistId, getsNotifications, takesPayments, waits, closes, confirmedFor, factorDue, sender } =
    loaderData;
  const can = mayOf(abilities);
  const links = [
    ...linksFor((to) => leadsSomewhere(to, can)),
    ...(takesPayments ? [MONEY.find(({ to }, at) => leadsSomewhere(to, can) && (at > 0 || closes)) ?? []].flat() : []),
    ...(waits && leadsSomewhere(WAITING_LIST.to, can) ? [WAITING_LIST] : []),
    ...(getsNotifications ? [NOTIFICATIONS] : []),
    ...(therapistId ? [profileOf(therapistId)] : []),
  ];
  const site = useRouteLoaderData<{ site: Site }>("root")?.site;
  const chatUrl = site?.chatUrl ?? null;
  const [find, setFind] = useState<FindState>(null);
  const findLink: FindLink | null = leadsSomewhere(FIND, can) ? { to: FIND, onPress: () => setFind("palette") } : null;
  const add = can("change", "appointments") ? ADD : null;
  return (
    <Abilities value={abilities}>
      <PhoneBarContext value={{ find: findLink, add, isDemo: site?.demo ?? false }}>
        <AdminFrame links={links} counts={loaderData.counts} chatUrl={chatUrl} find={findLink}>
          {factorDue && (
            <Notice tone="warning" className="mb-6 max-w-3xl">
              Add a second step to signing in by {factorDue}: a passkey is the quickest way.{" "}
              <a href="/account/second-factor" className="prose-link">
                Set it up
              </a>
            </Notice>
          )}
          {sender && <UnsentPayments sender={sender} />}
          <AddingFrame>
            <Outlet />
            {findLink && <FindAnywhere state={find} onState={setFind} />}
          </AddingFrame>
          <ConfirmGate confirmedFor={confirmedFor} />
        </AdminFrame>
      </PhoneBarContext>
    </Abilities>
  );
}

type Props = {
  links: AdminLink[];
  counts: AdminCounts;
  chatUrl: string | null;
  find: FindLink | null;
  children: ReactNode;
};

/** Navigation at the side, or at the foot of a phone's screen; toasts; changes. */
function AdminFrame({ children, ...nav }: Props) {
  const loading = useBusy() !== "idle";
  usePressedMark(loading);
  return (
    <ToastsProvider>
      <ChangesProvider>
        <div data-admin aria-busy={loading} className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)]">
          {loading && <div className="admin-progress" aria-hidden="true" />}
          <AdminNav {...nav} />
          <div className="min-h-[70vh] min-w-0 px-4 pt-1 pb-12 sm:px-6 md:pt-3 lg:border-l lg:border-line lg:px-10 lg:pt-8">
            <noscript>
              <Notice className="mb-6">
                Buttons shown in grey need JavaScript. Everything else on these pages works without it.
              </Notice>
            </noscript>
            {children}
          </div>
        </div>
      </ChangesProvider>
    </ToastsProvider>
  );
}

const CONTROLS = "a[href], button, summary";
// As long as a person takes to see it, and as long as a slow phone may take to begin with the next page.
const BUTTON_MS = 250;
const LINK_MS = 1_000;

/**
 * Tints what is pressed while it is pressed, before a slow phone works on what the press asks for. A link to another page
 * keeps the tint while the page loads.
 */
function usePressedMark(isLoading: boolean): void {
  useEffect(() => {
    let begin = 0;
    let end: ReturnType<typeof setTimeout>;
    const mark = ({ target }: Event) => {
      cancelAnimationFrame(begin);
      const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS);
      if (!control) return;
      clearTimeout(end);
      unmark();
      control.dataset.pressed = "";
      end = setTimeout(unmarkIdle, control.localName === "a" ? LINK_MS : BUTTON_MS);
    };
    const touch = (event: PointerEvent) => {
      if (event.pointerType !== "touch") return;
      // Two frames later a finger that scrolls has moved, and nothing flickers under it. A timer would wait for the finger.
      begin = requestAnimationFrame(() => {
        begin = requestAnimationFrame(() => mark(event));
      });
    };
    const scroll = () => {
      cancelAnimationFrame(begin);
      unmarkIdle();
    };
    const listeners = { pointerdown: touch, pointercancel: scroll, click: mark };
    const all = Object.entries(listeners) as [string, EventListener][];
    for (const [name, listener] of all) window.addEventListener(name, listener, { capture: true });
    return () => {
      cancelAnimationFrame(begin);
      clearTimeout(end);
      for (const [name, listener] of all) window.removeEventListener(name, listener, { capture: true });
    };
  }, []);
  useEffect(() => (isLoading ? unmark : undefined), [isLoading]);
}

function unmarkIdle(): void {
  if (!document.querySelector("[data-admin][aria-busy=true]")) unmark();
}

function unmark(): void {
  for (const control of document.querySelectorAll("[data-pressed]")) control.removeAttribute("data-pressed");
}

const Palette = lazy(() => import("#app/routes/admin/find/palette.tsx"));

/** What is open over the page. */
type FindState = "palette" | "help" | null;

/** The palette and the list of keys, opened by a key or by the frame's link. */
function FindAnywhere({ state, onState }: { state: FindState; onState: (state: FindState) => void }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // A dialog has the page's keys while it is open.
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const isTyping = (event.target as Element).closest("input, textarea, select, [contenteditable]") !== null;
      const opened = openedBy(event, { isTyping, single: mayUseSingleKeys(localStorage) });
      if (!opened) return;
      event.preventDefault();
      onState(opened);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onState]);
  return (
    <>
      <Suspense fallback={null}>
        {state === "palette" && <Palette onClose={() => onState(null)} onHelp={() => onState("help")} />}
      </Suspense>
      <Dialog title="Keys" open={state === "help"} onOpenChange={(open) => !open && onState(null)}>
        <KeyboardHelp />
      </Dialog>
    </>
  );
}
