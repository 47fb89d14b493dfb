import { Form } from "react-router";
import { asLastTime } from "#app/diary/as-last-time.ts";
import type { FoundClient } from "#app/diary/found-client.ts";
import { PracticeVisitFields } from "#app/diary/practice-booking-form.tsx";
import type { PracticeChoices } from "#app/diary/practice-choices.ts";
import { RepeatButton } from "#app/diary/repeat-button.tsx";
import { WhichField } from "#app/diary/which-field.tsx";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { NOT_SENT } from "#app/settings/no-mail.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  client: FoundClient | null;
  choices: PracticeChoices;
  start: { day: string; time: string; therapist: string };
  reply: { typed: Fields; errors: Partial<FieldErrors>; warnings: string[] } | null;
};

/** The practice's booking form without a script: every length and therapist, and the server says what fits. */
export function PlainBooking({ client, choices, start, reply }: Props) {
  const first = { ...start, ...client?.contact, ...asLastTime(client?.again ?? null, choices, start.therapist) };
  const values: Partial<Record<string, string>> = reply?.typed ?? { ...first, tell: "on" };
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
      <Field label="Name" autoComplete="off" maxLength={100} {...field("name")} />
      <Field type="tel" label="Phone" autoComplete="off" {...field("phone")} />
      <Field type="email" label="Email" autoComplete="off" {...field("email")} />
      {choices.services.some(({ venue }) => venue === "client") && <PracticeVisitFields field={field} />}
      <input type="hidden" name="client" value={client?.id ?? ""} />
      {useSendsMail() ? (
        <label className="flex min-h-12 items-center gap-3 self-end">
          <input type="checkbox" name="tell" defaultChecked={values.tell === "on"} className="size-6 accent-primary" />
          Send the confirmation by e-mail
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
            <p>Book it all the same?</p>
            <input type="hidden" name="despite" value="on" />
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button>{warnings.length > 0 ? "Book anyway" : "Book appointment"}</Button>
          <RepeatButton />
        </div>
      </div>
    </Form>
  );
}
