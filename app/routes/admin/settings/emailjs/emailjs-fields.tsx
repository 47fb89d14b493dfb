import type { Fields } from "#app/platform/form-fields.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, TextArea, TickBox } from "#app/ui/controls.tsx";

type Props = {
  stored: Fields;
  version: number;
  hasKey: boolean;
  takes: boolean;
  origin: string;
  reply: EditReply | null;
};

const LABELS = {
  sends: "Send messages through EmailJS",
  serviceId: "Service ID",
  templateId: "Template ID",
  publicKey: "Public key",
  privateKey: "Private key",
  noPrivateKey: "Remove the stored private key",
  origins: "Your pages on other sites",
};

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

export function EmailjsFields({ stored, version, hasKey, takes, origin, reply }: Props) {
  return (
    <EditForm stored={stored} version={version} reply={reply} labels={LABELS} confirms after={() => <TryIt />}>
      {({ field, tick, errors }) => (
        <div className="space-y-10">
          <div className="space-y-4">
            <TickBox
              {...tick("sends")}
              hint="Each message is stored here first, and then sent on to you by EmailJS, at most one a second. The note to the sender still goes through your mail server."
            >
              {LABELS.sends}
            </TickBox>
            <Field
              label={LABELS.serviceId}
              hint="At EmailJS under “Email Services”, like service_ab12cd3"
              {...PLAIN}
              {...field("serviceId")}
            />
            <Field
              label={LABELS.templateId}
              hint="At EmailJS under “Email Templates”, like template_ab12cd3. The template may use user_firstName, user_lastName, user_email, user_subject and user_message."
              {...PLAIN}
              {...field("templateId")}
            />
            <Field
              label={LABELS.publicKey}
              hint="At EmailJS under “Account”, “General”"
              {...PLAIN}
              {...field("publicKey")}
            />
            <Field
              label={LABELS.privateKey}
              name="privateKey"
              type="password"
              autoComplete="new-password"
              hint={
                hasKey
                  ? "A key is saved. Leave blank to keep it while the public key stays."
                  : "Beside the public key. Also switch on there, under “Account”, “Security”, the use by “non-browser applications”: this site sends, not the visitor’s browser. Stored sealed, and never shown again."
              }
              {...(errors.privateKey && { error: errors.privateKey })}
            />
            {hasKey && <TickBox {...tick("noPrivateKey")}>{LABELS.noPrivateKey}</TickBox>}
          </div>
          <section aria-labelledby="pages" className="space-y-4 border-t border-line pt-6">
            <h2 id="pages" className="text-xl">
              The other way
            </h2>
            <p>
              A page that you have elsewhere, and that sends to EmailJS, can send here instead. Name its site, and give
              whoever looks after it one line for its script:{" "}
              <code className="wrap-anywhere">{`origin: "${origin}"`}</code>. Its keys stay as they are above.
            </p>
            <TextArea
              label={LABELS.origins}
              hint="One a line, like https://www.example.com. Leave blank if no other site may send here."
              rows={3}
              {...PLAIN}
              {...field("origins")}
            />
            {takes && (
              <p className="text-ink-soft">These sites may send messages now, within the limits of your own form.</p>
            )}
          </section>
        </div>
      )}
    </EditForm>
  );
}

function TryIt() {
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <p className="text-ink-soft">
        A test sends one message with what is typed, to whomever your template at EmailJS names, and saves nothing. It
        counts as one of your messages there.
      </p>
      <Button name="intent" value="test" look="outline">
        Try it
      </Button>
    </div>
  );
}
