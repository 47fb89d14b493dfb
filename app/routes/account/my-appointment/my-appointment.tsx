import { Suspense } from "react";
import { Await, data, Form } from "react-router";
import { parseForm, resetRequestForm } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { SavedHere } from "#app/appointments/booking/saved-here.tsx";
import { askBookingLinks } from "#app/appointments/requests/send-links.server.ts";
import { AddToHomeScreen } from "#app/offline/add-to-home-screen.tsx";
import { KeepOffline } from "#app/offline/store-offline-page.tsx";
import { getFlagToRead, keepsCardsOfFlagged } from "#app/payments/online/flags.server.ts";
import { flagInWords } from "#app/payments/online/flags.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { consumeLinksLimit } from "#app/routes/account/link-limit.server.ts";
import { viewAppointments } from "#app/routes/account/my-appointment/appointment-views.server.ts";
import { OwnAppointments } from "#app/routes/account/my-appointment/own-appointments.tsx";
import { SeenHere } from "#app/routes/account/notifications/seen-here.tsx";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { noMail } from "#app/settings/no-mail.ts";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Button, Field, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/my-appointment.ts";

export const handle = {
  hydrate: true,
  app: "appointments",
  lost: {
    place: "the site",
    notDone: "Nothing has been changed",
    unknown: "It is not clear yet whether it arrived. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

export async function loader({ context }: Route.LoaderArgs) {
  const { app, user, locale } = openRequest(context);
  const phone = await phoneOf(app);
  if (!user) return { user: null, phone, appointments: null, reminds: false };
  // Not awaited: client navigation shows the heading while they load. A full page load waits for them.
  const appointments = viewAppointments(app, { user, locale });
  const { push, payments, prepayment, waitingList, bookingRules } = (await readPractice(app)).settings;
  const flag = await getFlagToRead(app, { userId: user.id });
  const account = { email: user.email, name: user.username, verified: user.emailVerified };
  return {
    user: account,
    phone,
    appointments,
    reminds: push.on,
    ...(payments.on && { hasReceipts: true }),
    ...(flag && {
      flag: {
        ...flagInWords(flag, { zone: bookingRules.zone, locale }),
        keepsCard: keepsCardsOfFlagged({ prepayment }),
      },
    }),
    ...(waitingList.on && { hasWaits: true }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, clientAddress } = openRequest(context);
  const sent = await readFormBody(request);
  const typed = String(sent.get("email") ?? "").slice(0, 254);
  const refuse = (error: string, init: ResponseInit) => data<LinksReply>({ kind: "refused", error, typed }, init);
  const read = parseForm(resetRequestForm, sent);
  if (read.kind === "invalid") return refuse(read.errors.email ?? read.message, { status: 422 });
  const limit = await consumeLinksLimit(app, clientAddress);
  if (limit.kind === "limited") {
    return refuse(NOTICES.tooMany, { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } });
  }
  if (!(await canMailLeave(app))) {
    return refuse(noMail("the links of your bookings can’t be sent", await phoneOf(app)), { status: 409 });
  }
  await askBookingLinks(app, read.form.email);
  return data<LinksReply>({ kind: "sent" });
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "My appointments");

export function HydrateFallback() {
  return <p className="wrap py-10">Loading...</p>;
}

export default function MyAppointment({ loaderData, actionData }: Route.ComponentProps) {
  const { user, phone, appointments } = loaderData;
  const sendsMail = useSendsMail();
  if (!user) return <SignedOut reply={actionData ?? null} />;
  return (
    <div className="wrap py-10 lg:py-14">
      <KeepOffline content={appointments} />
      <SeenHere tells="reminders" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h1 className="text-3xl">Your Appointments</h1>
        <p className="flex flex-wrap gap-x-6">
          {loaderData.reminds && (
            <a href="/account/notifications" className="prose-link inline-flex min-h-11 items-center">
              Remind me on this device
            </a>
          )}
          {"hasWaits" in loaderData && (
            <a href="/my-appointment/waits" className="prose-link inline-flex min-h-11 items-center">
              Your waiting list
            </a>
          )}
          {"hasReceipts" in loaderData && (
            <a href="/my-appointment/receipts" className="prose-link inline-flex min-h-11 items-center">
              Your receipts
            </a>
          )}
          {"hasReceipts" in loaderData && (
            <a href="/my-appointment/courses" className="prose-link inline-flex min-h-11 items-center">
              Your courses
            </a>
          )}
          <a href="/account" className="prose-link inline-flex min-h-11 items-center">
            Your account
          </a>
        </p>
      </div>
      {!user.verified && sendsMail && (
        <p className="measure mt-4 text-ink-soft">
          Booked before you had an account? Confirm your email address on{" "}
          <a href="/account" className="prose-link">
            your account page
          </a>{" "}
          and those bookings appear here, too.
        </p>
      )}
      {"flag" in loaderData && loaderData.flag && <PaysFirst {...loaderData.flag} phone={phone} />}
      <Suspense fallback={<p className="mt-8">Loading appointments...</p>}>
        <Await resolve={appointments}>{(read) => <OwnAppointments read={read} phone={phone} name={user.name} />}</Await>
      </Suspense>
      <AddToHomeScreen />
    </div>
  );
}

type PaysFirstProps = { lines: string[]; end: string; keepsCard: boolean; phone: { href: string; label: string } };

/** Why they pay when they book: the dates that count, and nothing else. */
function PaysFirst({ lines, end, phone, keepsCard }: PaysFirstProps) {
  return (
    <Notice className="measure mt-6">
      <p>
        <b>{keepsCard ? "You leave a card when you book online." : "You pay when you book online."}</b> These
        appointments count:
      </p>
      <ul className="mt-2">
        {lines.map((line) => (
          <li key={line} className="dashed-line">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        {end} If one of them is wrong, call{" "}
        <a href={phone.href} className="prose-link whitespace-nowrap">
          {phone.label}
        </a>
        .
      </p>
    </Notice>
  );
}

function SignedOut({ reply }: { reply: LinksReply | null }) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="mb-4 text-3xl">My appointments</h1>
      <p className="mb-6 text-lg">You must be logged in to view your appointments</p>
      <LinkButton reloadDocument to="/login?redirectTo=%2Fmy-appointment">
        Sign In
      </LinkButton>
      <LostLinks reply={reply} />
      <SavedHere />
    </div>
  );
}

type LinksReply = { kind: "sent" } | { kind: "refused"; error: string; typed: string };

/** For whoever booked as a guest and has lost the mail. The answer is the same for every address. */
function LostLinks({ reply }: { reply: LinksReply | null }) {
  const sendsMail = useSendsMail();
  const busy = useBusy() === "submitting";
  return (
    <section aria-labelledby="lost-links" className="mt-12 max-w-md border-t border-line pt-8">
      <h2 id="lost-links" className="text-xl">
        Booked without an account?
      </h2>
      {!sendsMail ? (
        <p className="mt-4">
          <NoMail so="the links of your bookings can’t be sent" />
        </p>
      ) : reply?.kind === "sent" ? (
        <Notice tone="success" live className="mt-4">
          If there are bookings ahead with that address, their links are on their way to it. Nothing came? Look in the
          spam folder.
        </Notice>
      ) : (
        <Form method="post" noValidate className="mt-4 space-y-4">
          <Field
            name="email"
            type="email"
            label="Email address of your booking"
            hint="You get an email with the links to see, move or cancel what is ahead."
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            defaultValue={reply?.typed}
            error={reply?.error}
          />
          <Button look="outline" aria-disabled={busy}>
            Send me my booking links
          </Button>
        </Form>
      )}
    </section>
  );
}
