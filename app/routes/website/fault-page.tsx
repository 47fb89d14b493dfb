import { useContext } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { Plate } from "#app/ui/art/plate.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { type Fault, FaultContext, type Unsent } from "#app/ui/shell/fault.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Site } from "#app/ui/shell/site.ts";

type Broken = { phone: Site["phone"] | null; fault: Fault | null };

/** The page for a 404 or a server error, with the phone number and the request's id. */
export function FaultPage({ status }: { status: number }) {
  const fault = useContext(FaultContext);
  const site = useRouteLoaderData<{ site: Site }>("root")?.site ?? fault?.site ?? null;
  const phone = site?.phone ?? null;
  const later = fault?.isUndone ? null : fault?.unsent;
  const broken = later ? <SendAgain unsent={later} phone={phone} /> : <Broken phone={phone} fault={fault} />;
  const words =
    status === 404 ? <NotFound /> : UNREAD.has(status) ? <Unread /> : status === 507 ? <DiskFull /> : broken;
  return (
    <div className="relative overflow-clip">
      <title>{status === 404 ? "Page not found" : "Something went wrong"}</title>
      <div className="wrap section lg:flex lg:min-h-[34rem] lg:items-center">
        <div className="measure space-y-6 lg:w-1/2">{words}</div>
      </div>
      {status === 404 && <Knot />}
    </div>
  );
}

function Knot() {
  return (
    <div className="max-lg:h-64 lg:absolute lg:inset-y-0 lg:right-0 lg:w-[38%]">
      <Plate slug="trigger-point-therapy" size="plate" className="h-full! aspect-auto!" />
    </div>
  );
}

function NotFound() {
  return (
    <>
      <h1 className="text-3xl">Page not found.</h1>
      <p className="text-lg">
        It may have moved. Try{" "}
        <Link to="/services" reloadDocument className="prose-link">
          Services
        </Link>
        , or{" "}
        <Link to="/contact" reloadDocument className="prose-link">
          Contact
        </Link>
        .
      </p>
      <p className="flex flex-wrap gap-3 pt-2">
        <BookButton>Book an appointment</BookButton>
        <LinkButton to="/" reloadDocument look="outline">
          Go to the home page
        </LinkButton>
      </p>
    </>
  );
}

// A form that no page of ours sends, or one that was cut off on its way.
const UNREAD = new Set([400, 408, 415]);

function Unread() {
  return (
    <>
      <h1 className="text-3xl">That form could not be read.</h1>
      <p className="text-lg">Nothing was booked or changed. Go back, and send it again.</p>
    </>
  );
}

// Who uploads works here: a visitor sends no file.
function DiskFull() {
  return (
    <>
      <h1 className="text-3xl">The disk is nearly full, so nothing can be uploaded.</h1>
      <p className="text-lg">
        Nothing was changed, and bookings go on.{" "}
        <Link to="/admin/site-status" reloadDocument className="prose-link">
          See site status
        </Link>
      </p>
    </>
  );
}

function Broken({ phone, fault }: Broken) {
  const sendsMail = useSendsMail();
  const { reference, unsent, isUndone } = fault ?? {};
  return (
    <>
      <h1 className="text-3xl">Something went wrong on this site.</h1>
      {isUndone && <p className="text-lg">Not saved. Try again.</p>}
      {unsent && <TryAgain {...unsent} />}
      <p className="text-lg">
        {sendsMail && !isUndone && "Your booking is safe if you have a confirmation email. "}
        {phone?.label && (
          <>
            Call{" "}
            <a href={phone.href} className="prose-link">
              {phone.label}
            </a>{" "}
            if it is about today.
          </>
        )}
      </p>
      {reference && (
        <p>
          Quote this reference if it happens again: <span className="figures wrap-anywhere">{reference}</span>
        </p>
      )}
      <p>
        <Link to="/" reloadDocument className="prose-link">
          Go to the home page
        </Link>
      </p>
    </>
  );
}

/** A form that could not be written down: what was typed is on this page, and one press sends it again. */
function SendAgain({ unsent, phone }: { unsent: Unsent; phone: Site["phone"] | null }) {
  const { action, fields, isUnclear } = unsent;
  return (
    <form method="post" action={action} className="space-y-6">
      <h1 className="text-3xl">That can’t be saved just now.</h1>
      <p className="text-lg">
        {isUnclear
          ? "It is not clear yet whether it was saved. A booking can’t be made twice by sending it again; with anything else, check first."
          : "Nothing was booked or changed."}{" "}
        Everything you typed is kept on this page. Send it again in a moment
        {phone?.label && (
          <>
            , or call{" "}
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

function TryAgain({ action, fields }: Unsent) {
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
