import { data, Form, href, Link, redirect } from "react-router";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { ClientCard } from "#app/diary/booking/client-finder.tsx";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import {
  FirstField,
  NothingBookable,
  PayFirst,
  PracticeVisitFields,
  RepeatButton,
} from "#app/diary/booking/practice-booking-form.tsx";
import { choicesWithin, type PracticeChoices, repeatChoice } from "#app/diary/booking/practice-choices.ts";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { findClientsFor, getFoundClient } from "#app/diary/lists/find-clients.server.ts";
import type { FoundClient } from "#app/diary/lists/found-client.ts";
import { prepayForPractice } from "#app/payments/online/prepay.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { type FieldErrors, type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { payingAt, practiceReply } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import { saved } from "#app/routes/admin/edit-reply.ts";
import { NOT_SENT } from "#app/settings/no-mail.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import type { ChangeReply } from "#app/ui/admin/toast.ts";
import { Button, ErrorSummary, Field, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { keptForOffers } from "#app/waiting-list/practice-list.server.ts";
import type { Route } from "./+types/add.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const query = new URL(request.url).searchParams;
  const text = query.get("q")?.trim() ?? "";
  const { bookingRules } = (await readPractice(app)).settings;
  return {
    text,
    found: await findClientsFor(app, actor, { text, locale }),
    client: await getFoundClient(app, actor, { id: query.get("client") ?? "", locale }),
    choices: choicesWithin(actor, await readPractice(app)),
    day: query.get("day") ?? localDateOf(app.clock.now(), bookingRules.zone),
    time: query.get("time") ?? "",
    therapist: query.get("with") ?? "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = fieldsFrom(await readFormBody(request));
  const sent = parsePracticeBooking(typed);
  if (sent.kind === "invalid") return data(replied(typed, { errors: sent.errors }), { status: 422 });
  const { app, actor, locale } = openRequest(context);
  const outcome = await bookForPractice(app, actor, {
    ...{ input: sent.input, kept: keptForOffers(app, actor), prepay: prepayForPractice(app, locale) },
  });
  if (outcome.kind === "booked") {
    const to = payingAt(outcome);
    throw to ? redirect(to, 303) : saved(href("/admin/appointments/:id", outcome.appointment));
  }
  const { status, ...reply } = practiceReply(outcome, locale);
  return data(replied(typed, reply), { status });
}

function replied(typed: Fields, { errors = {}, warnings = [], pays }: Omit<ChangeReply, "toast">) {
  return { typed, errors, warnings, pays: pays ?? null };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add Appointment");

/** The form of the dialog as a page, for whoever has no script: find the client, then book. */
export default function Add({ loaderData, actionData }: Route.ComponentProps) {
  const { client, choices, day, time, therapist } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to="/appointments">Appointments</BackLink>
      <PageHeading title="Add Appointment" />
      <PlainFinder {...loaderData} />
      <PlainBooking
        key={client?.id}
        {...{ client, choices }}
        start={{ day, time, therapist }}
        reply={actionData ?? null}
      />
    </div>
  );
}

type FinderProps = {
  text: string;
  found: { clients: FoundClient[]; more: boolean };
  client: FoundClient | null;
  day: string;
  time: string;
  therapist: string;
};

/** Finds the client by a search and a list of links. */
function PlainFinder({ text, found, client, day, time, therapist }: FinderProps) {
  const place = { day, time, with: therapist };
  const to = (id: string) => `/admin/appointments/new?${new URLSearchParams({ ...place, client: id })}`;
  return (
    <div className="mb-8">
      <Form method="get" role="search" aria-label="Find a client" className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-60"
          type="search"
          name="q"
          label="Client"
          hint="Name, phone or email"
          defaultValue={text}
        />
        {Object.entries(place).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="outline">Find</Button>
      </Form>
      {text && (
        <ul aria-label="Clients found" className="mt-3">
          {found.clients.map(({ id, name, line, visits }) => (
            <li key={id} className="border-b border-line py-2">
              <Link to={to(id)} className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere">
                {name}
              </Link>
              <span className="block text-sm wrap-anywhere text-ink-soft">
                {line}, {visits}
              </span>
            </li>
          ))}
        </ul>
      )}
      {text && (
        <p className="mt-2">
          {found.clients.length === 0
            ? "No matches. What you enter below makes a new client."
            : found.more && "More match: search for more letters."}
        </p>
      )}
      {client && (
        <>
          <h2 className="mt-4 text-lg wrap-anywhere">{client.name}</h2>
          <ClientCard client={client} />
        </>
      )}
    </div>
  );
}

type BookingProps = {
  client: FoundClient | null;
  choices: PracticeChoices;
  start: { day: string; time: string; therapist: string };
  reply: {
    typed: Fields;
    errors: Partial<FieldErrors>;
    warnings: string[];
    pays: NonNullable<ChangeReply["pays"]> | null;
  } | null;
};

/** The practice's booking form without a script: every length and therapist, and the server says what fits. */
function PlainBooking({ client, choices, start, reply }: BookingProps) {
  const first = { ...start, ...client?.contact, ...repeatChoice(client?.again ?? null, choices, start.therapist) };
  const isNew = !client?.isKnown;
  const values: Partial<Record<string, string>> = reply?.typed ?? {
    ...first,
    tell: "on",
    ...(isNew && { first: "on" }),
  };
  const errors = reply?.errors ?? {};
  const warnings = reply?.warnings ?? [];
  const field = (name: string) => ({ name, defaultValue: values[name] ?? "", error: errors[name] });
  const lengths = [...new Set(choices.services.flatMap((service) => service.lengths.map(({ minutes }) => minutes)))];
  return (
    <Form method="post" noValidate className="grid gap-x-6 gap-y-4 md:grid-cols-2">
      {Object.keys(errors).length > 0 && (
        <div className="md:col-span-2">
          <ErrorSummary key={JSON.stringify(errors)} errors={errors} />
        </div>
      )}
      {choices.services.length === 0 && <NothingBookable />}
      <Select label="Service" {...field("service")}>
        {choices.services.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-4">
        <Select label="Length" {...field("minutes")}>
          <option value="">Usual</option>
          {lengths
            .sort((a, b) => a - b)
            .map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
        </Select>
        <Select label="Therapist" {...field("therapist")}>
          {choices.therapists.length > 1 && <option value="">Anyone</option>}
          {choices.therapists.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Field type="date" label="Date" {...field("day")} />
      <Field type="time" label="Time" step={300} {...field("time")} />
      {(errors.which || values.which) && <WhichField value={values.which} error={errors.which} />}
      {choices.services.some(({ firstExtra }) => firstExtra > 0) && (
        <FirstField minutes={null} defaultChecked={values.first === "on"} />
      )}
      <Field label="Name" autoComplete="off" maxLength={100} {...field("name")} />
      <Field type="tel" label="Phone" autoComplete="off" {...field("phone")} />
      <Field type="email" label="Email" autoComplete="off" {...field("email")} />
      {choices.services.some(({ venue }) => venue === "client") && <PracticeVisitFields field={field} />}
      <input type="hidden" name="client" value={client?.id ?? ""} />
      {useSendsMail() ? (
        <label className="flex min-h-12 items-center gap-3 self-end">
          <input type="checkbox" name="tell" defaultChecked={values.tell === "on"} className="size-6 accent-primary" />
          Send the confirmation by email
        </label>
      ) : (
        <p className="self-end text-sm text-ink-soft">{NOT_SENT}</p>
      )}
      <div className="md:col-span-2">
        {warnings.length > 0 && (
          <Notice tone="warning" live className="mb-4">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            {!reply?.pays && <p>Book it anyway?</p>}
            <input type="hidden" name="despite" value="on" />
          </Notice>
        )}
        {reply?.pays ? (
          <PayFirst {...reply.pays} error={errors.waiver} />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button>{warnings.length > 0 ? "Book anyway" : "Book appointment"}</Button>
            <RepeatButton />
          </div>
        )}
      </div>
    </Form>
  );
}
