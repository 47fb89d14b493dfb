import type { ReactNode } from "react";
import { PersonFields } from "#app/appointments/booking/person-fields.tsx";
import type { JoinReply, JoinTyped, JoinView } from "#app/routes/book/waiting/joining.server.ts";
import { TimesFields } from "#app/routes/book/waiting/wait-form.tsx";
import { Button, ErrorSummary, Notice, TickBox } from "#app/ui/controls.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";
import { NoMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  view: JoinView;
  reply: JoinReply | undefined;
  typed: Pick<JoinTyped, "name" | "phone" | "email">;
  action: string;
  /** Where the treatment is chosen anew. */
  change: string | null;
  /** The appointment that they may give up, in words. */
  swap?: string;
  /** Their details are known and proven, so nothing is asked. */
  isKnown?: boolean;
  /** No email can leave, so no one can join here. */
  isShut: boolean;
  phone: { href: string; label: string };
  children?: ReactNode;
};

/** The form by which a visitor waits for a time, without a script as with one. */
export function Joining({ view, reply, typed, action, change, swap, isKnown, isShut, phone, children }: Props) {
  if (reply?.linkSent) return <LinkSent phone={phone} />;
  const errors = reply?.errors ?? {};
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">Which times suit you?</h1>
      <p id="service" tabIndex={-1} className="mt-2">
        {view.what}{" "}
        {change && (
          <a href={change} className="prose-link">
            Change<span className="sr-only"> the treatment</span>
          </a>
        )}
      </p>
      {view.chances && <p className="measure mt-3">{view.chances}</p>}
      {children}
      {isShut && (
        <Notice tone="warning" className="measure mt-4">
          <NoMail so={isKnown ? "no offer can be emailed" : "the link that puts you on the list can’t be sent"} />
        </Notice>
      )}
      {Object.keys(errors).length > 0 && <ErrorSummary id="answer" errors={errors} />}
      {reply?.alert && (
        <Notice id="answer" tone="danger" live className="measure mt-4">
          {reply.alert}
        </Notice>
      )}
      {!isShut && (
        <form method="post" action={`${action}#answer`} noValidate className="mt-6">
          <input type="hidden" name="service" value={view.service} />
          <input type="hidden" name="minutes" value={view.minutes} />
          <div className="grid max-w-5xl gap-x-14 gap-y-6 lg:grid-cols-2">
            <div className="space-y-5">
              <TimesFields
                ticked={reply?.typed ?? view.ticked}
                errors={errors}
                therapists={view.therapists}
                days={view.days}
              />
              {swap && (
                <TickBox
                  name="swap"
                  value="on"
                  defaultChecked={reply ? reply.typed.swap : true}
                  hint="It stays yours until you book another time."
                >
                  Give up my {swap} if I book an earlier time
                </TickBox>
              )}
            </div>
            <div className="space-y-4">
              {!isKnown && (
                <>
                  <h2 className="text-xl">Your details</h2>
                  <PersonFields typed={reply?.typed ?? typed} errors={errors} />
                </>
              )}
              <div className="before-confirming">
                <p>
                  When a time comes free, it is kept for one person for {view.holdMinutes} minutes, who gets an email.
                  Within a day of the start up to three people are asked, and the first has it. Nothing is sent between
                  9pm and 8am.
                </p>
                <p className="text-ink-soft">
                  You only get emails about times you are waiting for.{" "}
                  <a href="/policies/privacy" className="prose-link whitespace-nowrap">
                    Privacy notice
                  </a>
                </p>
              </div>
              <FootBar label="Waiting list">
                <Button className="bar-whole">Wait for a time</Button>
              </FootBar>
            </div>
          </div>
        </form>
      )}
    </div>
  );
}

function LinkSent({ phone }: Pick<Props, "phone">) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="max-w-[24ch] text-2xl">One more step: open the link in the email.</h1>
      <p className="measure mt-3">
        It shows that the address is yours, and from then on you are on the list. The link works for two days. No email?
        Look in the spam folder, or call{" "}
        <a href={phone.href} className="prose-link whitespace-nowrap">
          {phone.label}
        </a>
        .
      </p>
    </div>
  );
}
