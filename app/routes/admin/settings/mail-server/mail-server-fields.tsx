import type { Fields } from "#app/platform/form-fields.ts";
import { SECURITIES, type Security } from "#app/settings/schemas/mail-server.ts";
import { type Edited, EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, FieldError, TickBox } from "#app/ui/controls.tsx";

type Props = {
  stored: Fields;
  version: number;
  hasPassword: boolean;
  isStored: boolean;
  ports: string;
  reply: EditReply | null;
};

/** What a mail server and a mailbox are reached by. */
export const LABELS = { host: "Server", port: "Port", security: "Security", user: "User", password: "Password" };

const WORDS: Record<Security, string> = {
  tls: "TLS from the start, mostly port 465",
  starttls: "STARTTLS, mostly port 587",
  none: "None: for a server on this machine",
};

export function MailServerFields({ stored, version, hasPassword, isStored, ports, reply }: Props) {
  return (
    <EditForm
      stored={stored}
      version={version}
      reply={reply}
      labels={{ ...LABELS, noPassword: "No password" }}
      confirms
      after={() => (
        <MoreActions
          isStored={isStored}
          about="A test goes to your own address and saves nothing."
          end="Remove the server"
        />
      )}
    >
      {(edited) => (
        <div className="space-y-4">
          <Server edited={edited} like="smtp.example.com" ports={ports} words={WORDS} />
          <Field
            label={LABELS.user}
            hint="Usually your full email address. Leave blank if your provider does not use one."
            {...PLAIN}
            {...edited.field("user")}
          />
          <Password hasPassword={hasPassword} error={edited.errors.password} />
          {hasPassword && <TickBox {...edited.tick("noPassword")}>Remove the stored password</TickBox>}
        </div>
      )}
    </EditForm>
  );
}

export const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Never filled in by us: what is stored, and what was typed before, stay on the server. */
export function Password({ hasPassword, error }: { hasPassword: boolean; error: string | undefined }) {
  return (
    <Field
      label={LABELS.password}
      name="password"
      type="password"
      autoComplete="new-password"
      hint={hasPassword ? "A password is saved. Leave blank to keep it." : "Stored sealed, and never shown again."}
      {...(error && { error })}
    />
  );
}

type ServerProps = { edited: Edited; like: string; ports: string; words: Readonly<Record<Security, string>> };

/** Where the server is, and how the connection is kept private. */
export function Server({ edited, like, ports, words }: ServerProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-[1fr_9rem]">
        <Field label={LABELS.host} hint={`Like ${like}`} {...PLAIN} {...edited.field("host")} />
        <Field label={LABELS.port} hint={ports} inputMode="numeric" {...PLAIN} {...edited.field("port")} />
      </div>
      <Securities edited={edited} words={words} />
    </>
  );
}

function Securities({ edited: { field, errors }, words }: Pick<ServerProps, "edited" | "words">) {
  const { defaultValue } = field("security");
  return (
    <fieldset aria-describedby={errors.security ? "security-error" : undefined}>
      <legend className="mb-1 font-[650]">{LABELS.security}</legend>
      {errors.security && <FieldError id="security-error">{errors.security}</FieldError>}
      {SECURITIES.map((security, index) => (
        <label key={security} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="security"
            id={index === 0 ? "security" : undefined}
            value={security}
            defaultChecked={defaultValue === security}
            className="mt-0.5 size-6 shrink-0 accent-(--primary)"
          />
          {words[security]}
        </label>
      ))}
    </fieldset>
  );
}

type MoreProps = { isStored: boolean; about: string; end: string };

/** Trying what is typed, and ending what is stored. */
export function MoreActions({ isStored, about, end }: MoreProps) {
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <p className="text-ink-soft">{about}</p>
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="test" look="outline">
          Test what is typed
        </Button>
        {isStored && (
          <Button name="intent" value="remove" look="outline" data-confirm>
            {end}
          </Button>
        )}
      </div>
    </div>
  );
}
