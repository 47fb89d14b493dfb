import { data, Form, href, useSubmit } from "react-router";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { OccurrenceList } from "#app/diary/series/occurrence-list.tsx";
import { FEWEST, MOST, ruleInWords, WEEKS } from "#app/diary/series/occurrences.ts";
import { type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { booked, seriesPage, withUsualRhythm } from "#app/routes/admin/appointments/series-page.server.ts";
import { NOT_SENT } from "#app/settings/no-mail.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/series.ts";

/** A key for a new form: sent twice, it books once. */
export function loader() {
  return { key: newId() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = fieldsFrom(await readFormBody(request));
  const begun = { app: appContextOf(context), actor: actorOf(context), locale: requestInfoOf(context).locale, typed };
  const sent = await withUsualRhythm(begun);
  const outcome = await booked(sent);
  const { status, ...page } = await seriesPage(sent, outcome);
  return data(page, { status });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Repeat an appointment");

/** Looks at every time before anything is booked. Begins with what was filled in to add an appointment. */
export default function Series({ loaderData: { key }, actionData: page }: Route.ComponentProps) {
  const sendsMail = useSendsMail();
  const submit = useSubmit();
  if (!page) return <Nothing />;
  const { typed, errors, warnings, fault, occurrences, title, summary, ruleKey } = page;
  return (
    <div className="max-w-4xl">
      <BackLink to={href("/admin/appointments/new")}>Add Appointment</BackLink>
      <PageHeading title={title} intro={summary} />
      {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {fault && (
        <Notice tone="danger" live className="mb-4">
          {fault}
        </Notice>
      )}
      <Form
        method="post"
        noValidate
        onChange={({ currentTarget, target }) => {
          if (target instanceof HTMLSelectElement) submit(currentTarget);
        }}
      >
        <CarriedFields typed={typed} errors={errors} />
        <input type="hidden" name="key" value={typed.key || key} />
        <input type="hidden" name="shown" value={ruleKey} />
        <RuleFields key={ruleKey} values={typed} errors={errors} />
        <Button look="outline" size="small" className="mt-3">
          Show the times
        </Button>
        {occurrences.length > 0 && (
          <section aria-labelledby="times" className="mt-6">
            <h2 id="times" className="mb-2 text-xl">
              {page.found}
            </h2>
            <OccurrenceList key={ruleKey} occurrences={occurrences} />
            {sendsMail ? (
              <label className="mt-3 flex min-h-12 items-center gap-3">
                <input
                  type="checkbox"
                  name="tell"
                  defaultChecked={typed.tell === "on"}
                  className="size-6 accent-primary"
                />
                Send one confirmation by email
              </label>
            ) : (
              <p className="mt-3 text-sm text-ink-soft">{NOT_SENT}</p>
            )}
            {warnings.length > 0 && (
              <Notice tone="warning" live className="mb-4">
                {warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
                <input type="hidden" name="despite" value="on" />
              </Notice>
            )}
            <Button name="intent" value="book" className="mt-2">
              {warnings.length > 0 ? "Book the chosen times anyway" : "Book the chosen times"}
            </Button>
          </section>
        )}
      </Form>
    </div>
  );
}

function Nothing() {
  return (
    <div className="max-w-4xl">
      <PageHeading title="Repeat an appointment" intro="Fill in the first one, then choose Repeat." />
      <LinkButton to={href("/admin/appointments/new")}>Add Appointment</LinkButton>
    </div>
  );
}

const ADDRESS = { address: "Client’s address", postcode: "Postcode", access: "How to get in" };
const PERSON = { name: "Name", phone: "Phone", email: "Email", ...ADDRESS };
const HIDDEN = ["service", "minutes", "therapist", "client"];

/** What was filled in on the page before: out of sight, unless there is something to mend. */
function CarriedFields({ typed, errors }: { typed: Fields; errors: Partial<Fields> }) {
  const wrong = Object.entries(PERSON).filter(([name]) => errors[name]);
  const right = Object.keys(PERSON).filter((name) => !errors[name] && !(name === "name" && errors.find));
  return (
    <>
      {[...HIDDEN, ...right].map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? ""} />
      ))}
      {wrong.map(([name, label]) => (
        <Field
          key={name}
          name={name}
          label={label}
          autoComplete="off"
          defaultValue={typed[name]}
          error={errors[name]}
        />
      ))}
      {errors.find && (
        <Field id="find" name="name" label="Name" autoComplete="off" defaultValue={typed.find} error={errors.find} />
      )}
    </>
  );
}

type RuleProps = { values: Partial<Fields>; errors: Partial<Fields> };

/** How often, how many, and the first day and time. */
function RuleFields({ values, errors }: RuleProps) {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Select name="weeks" label="Repeat" defaultValue={values.weeks ?? "1"} error={errors.weeks}>
        {WEEKS.map((weeks) => (
          <option key={weeks} value={weeks}>
            {ruleInWords(weeks)}
          </option>
        ))}
      </Select>
      <Select name="times" label="How many" defaultValue={values.times ?? "6"} error={errors.times}>
        {Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index).map((times) => (
          <option key={times} value={times}>
            {times} times
          </option>
        ))}
      </Select>
      <Field type="date" name="day" label="First day" defaultValue={values.day} error={errors.day} />
      <Field type="time" name="time" label="Time" step={300} defaultValue={values.time} error={errors.time} />
      {(errors.which || values.which) && <WhichField value={values.which} error={errors.which} />}
    </div>
  );
}
