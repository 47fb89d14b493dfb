import { type ReactNode, useEffect, useRef } from "react";
import type { Fields } from "#app/platform/form-fields.ts";
import type { CalendlyReply } from "#app/routes/admin/settings/calendly/change-calendly.server.ts";
import { type Edited, EditForm } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, FieldError, Notice, Select } from "#app/ui/controls.tsx";

type Choice = { id: string; name: string };
type Props = {
  stored: Fields;
  version: number;
  hasToken: boolean;
  services: Choice[];
  therapists: Choice[];
  reply: CalendlyReply | null;
};

const LABELS = {
  kind: "Who shows the times",
  page: "Your page on Calendly",
  token: "Token",
  serviceId: "Service",
  therapistId: "Therapist",
};

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function CalendlyFields({ stored, version, hasToken, services, therapists, reply }: Props) {
  return (
    <>
      {reply?.tried && <Tried key={JSON.stringify(reply)} tried={reply.tried} />}
      <EditForm stored={stored} version={version} reply={reply} labels={LABELS} confirms after={() => <TryIt />}>
        {(edited) => (
          <div className="space-y-5">
            <Kinds {...edited} />
            <Field
              label={LABELS.page}
              hint="Open it as a visitor would, and copy the address: https://calendly.com/your-name/60min"
              {...PLAIN}
              inputMode="url"
              {...edited.field("page")}
            />
            <Token hasToken={hasToken} error={edited.errors.token} />
            <p className="text-ink-soft">
              What is booked there appears in your diary as the service of the same name and with the therapist of the
              same name. Where there is none, as:
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              <Choose label={LABELS.serviceId} choices={services} {...edited.field("serviceId")} />
              <Choose label={LABELS.therapistId} choices={therapists} {...edited.field("therapistId")} />
            </div>
          </div>
        )}
      </EditForm>
    </>
  );
}

/** Never filled in by us: what is stored, and what was typed before, stay on the server. */
function Token({ hasToken, error }: { hasToken: boolean; error: string | undefined }) {
  return (
    <Field
      label={LABELS.token}
      name="token"
      type="password"
      autoComplete="new-password"
      hint={
        <>
          A long line of letters with which this site may look at what is booked there. On Calendly, under
          “Integrations”, “API and webhooks”, make a personal access token, and select that it may read users and
          scheduled events, and read and write webhooks.{" "}
          {hasToken ? "A token is saved. Leave blank to keep it." : "It is stored sealed, and never shown again."}
        </>
      }
      {...(error && { error })}
    />
  );
}

function Choose({
  label,
  choices,
  ...field
}: {
  label: string;
  choices: Choice[];
  name: string;
  defaultValue: string;
}) {
  return (
    <Select label={label} {...field}>
      <option value="">The first on your list</option>
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const KINDS: [string, string][] = [
  ["own", "Our own times: nothing goes to another company"],
  ["calendly", "Calendly: shown once a visitor has selected “Load the calendar”"],
];

function Kinds({ field, errors }: Edited) {
  const { defaultValue } = field("kind");
  return (
    <fieldset aria-describedby={errors.kind ? "kind-error" : undefined}>
      <legend className="mb-1 font-[650]">{LABELS.kind}</legend>
      {errors.kind && <FieldError id="kind-error">{errors.kind}</FieldError>}
      {KINDS.map(([kind, words], at) => (
        <label key={kind} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="kind"
            id={at === 0 ? "kind" : undefined}
            value={kind}
            defaultChecked={defaultValue === kind}
            className="mt-0.5 size-6 shrink-0 accent-(--primary)"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

function TryIt() {
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <p className="text-ink-soft">
        Asks Calendly whose the token is, and whether it may read what is booked: the one typed above, or else the
        stored one. Shows Calendly’s answer, and saves nothing.
      </p>
      <Button name="intent" value="try" look="outline">
        Try it
      </Button>
    </div>
  );
}

function Tried({ tried }: { tried: NonNullable<CalendlyReply["tried"]> }) {
  if (tried.kind === "works") {
    return (
      <TryNotice tone="success">
        Calendly knows this token: it belongs to {tried.name}, and may read what is booked. Save what you have typed.
      </TryNotice>
    );
  }
  if (tried.kind === "invalid")
    return <TryNotice tone="danger">There is no token that could be tried. Type it below.</TryNotice>;
  if (tried.kind === "limited") return <TryNotice tone="danger">You have tried it often. Wait an hour.</TryNotice>;
  return <TryNotice tone="danger">{tried.words}</TryNotice>;
}

/** Takes the focus: the button that was pressed may be a screen further down. */
function TryNotice({ tone, children }: { tone: "success" | "danger"; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tabIndex={-1} live tone={tone} className="mb-6 wrap-anywhere">
      {children}
    </Notice>
  );
}
