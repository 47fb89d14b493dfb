import { useState } from "react";
import { Link } from "react-router";
import { nextBookingAfter } from "#app/diary/booking/add-appointment.tsx";
import type { AlertView } from "#app/health/alerts.server.ts";
import { FORM_WORDS, FormTag } from "#app/health/form/form-tag.tsx";
import type { FormState } from "#app/health/form/forms.server.ts";
import { NoteLink, type NoteStates } from "#app/health/notes/note-link.tsx";
import type { MoneyView } from "#app/payments/checkout.server.ts";
import { AddAlert, AlertLine, alertInLine } from "#app/routes/admin/clients/alerts.tsx";
import type { DayLine, LateChoice, TodayRow } from "#app/routes/admin/dashboard/today-view.ts";
import { BalanceBeside, PaymentLink } from "#app/routes/admin/money/payment-link.tsx";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { Button, buttonClasses, LinkButton, ScriptButton } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

type CardProps = {
  row: TodayRow;
  money?: MoneyView;
  note?: NoteStates[string];
  form?: FormState;
  alert?: AlertView;
  title: string;
};

/** The present or next client: who, what, when, and the actions. */
export function TodayCard({ row, money, note, form, alert, title }: CardProps) {
  const mayBook = useMay()("change", "appointments");
  const mark = (attendance: string) => ({
    action: `/admin/appointments/${row.id}/attendance`,
    fields: { attendance, seen: row.attendance },
  });
  return (
    <section aria-label={`${title}: ${row.name}`} className="border-l-4 border-accent bg-surface p-4">
      <p className="text-sm">
        {title}
        {row.moment && `, ${row.moment}`}
      </p>
      <h3 className="mt-1 text-xl">
        <Link to={`/admin/appointments/${row.id}`} className="wrap-anywhere no-underline hover:underline">
          <span className="figures">{row.time}</span> {row.name}
        </Link>
      </h3>
      <p>
        {row.service}, {row.minutes} min{row.therapist && `, with ${row.therapist}`}
      </p>
      <AlertLine alert={alert} />
      {row.where && <p className="mt-1 whitespace-pre-line wrap-anywhere">{row.where}</p>}
      {row.clientNote && <p className="mt-1 font-[650] whitespace-pre-line wrap-anywhere">{row.clientNote}</p>}
      {row.practicalNote && <p className="mt-1 whitespace-pre-line wrap-anywhere">“{row.practicalNote}”</p>}
      {row.tags.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1">
          {row.tags.map((tag, nth) => (
            <StatusTag key={tag} look={tag === "Needs confirming" || (row.isOff && nth === 0) ? "waiting" : "plain"}>
              {tag}
            </StatusTag>
          ))}
        </p>
      )}
      {form && (
        <p className="mt-2">
          <FormTag state={form} readOf={note && row.client && { id: row.client.id, name: row.name }} />
        </p>
      )}
      {money && <BalanceBeside money={money} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {row.isOff && (
          <LinkButton
            to={`/admin/stranded#client-${row.id}`}
            size="small"
            aria-label={`Find another time for ${row.name}`}
          >
            Find another time
          </LinkButton>
        )}
        {row.attendance === "expected" && !row.isOff && (
          <ChangeButton change={mark("arrived")} look="primary" label={`${row.name} has arrived`}>
            Arrived
          </ChangeButton>
        )}
        {money && (row.hasBegun || row.attendance !== "expected") && (
          <PaymentLink id={row.id} money={money} name={row.name} />
        )}
        <NoteLink appointmentId={row.id} state={note} name={row.name} />
        {row.phoneHref && (
          <a href={row.phoneHref} className={buttonClasses({ look: "outline", size: "small" })}>
            Call<span className="sr-only"> {row.name}</span>
          </a>
        )}
        {row.late.length > 0 && row.attendance !== "missed" && (
          <RunningLate id={row.id} name={row.name} choices={row.late} />
        )}
        {row.hasBegun && mayBook && (
          <LinkButton to={nextBookingAfter(row.id)} look="outline" size="small">
            Book next<span className="sr-only"> for {row.name}</span>
          </LinkButton>
        )}
        {row.client && <AddAlert clientId={row.client.id} name={row.name} />}
        {row.hasBegun && row.attendance !== "missed" && (
          <ChangeButton change={mark("missed")} label={`${row.name} did not attend`}>
            Did not attend
          </ChangeButton>
        )}
      </div>
    </section>
  );
}

type LinesProps = { lines: DayLine[]; forms: Record<string, FormState>; alerts: Record<string, AlertView> };

/** The rest of the day in order, with its gaps and what colleagues have. */
export function DayLines({ lines, forms, alerts }: LinesProps) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key} className="flex min-h-14 items-center gap-3 border-b border-line py-1">
          <span className="figures w-14 shrink-0 font-[650]">{line.time}</span>
          {line.kind === "appointment" && (
            <Booked row={line.row} form={forms[line.row.id]} alert={alerts[line.row.client?.id ?? ""]} />
          )}
          {line.kind === "appointment" && line.row.isOff && (
            <Link
              to={`/admin/stranded#client-${line.row.id}`}
              className={buttonClasses({ look: "quiet", size: "small" })}
            >
              Find another time<span className="sr-only"> for {line.row.name}</span>
            </Link>
          )}
          {line.kind === "gap" && <Free gap={line} />}
          {line.kind === "taken" && (
            <span className="min-w-0 flex-1 py-2 text-ink-soft wrap-anywhere">
              Taken
              <span className="block text-sm">
                {line.service}, {line.minutes} min, {line.therapist}
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Booked({ row, form, alert }: { row: TodayRow; form?: FormState; alert?: AlertView }) {
  return (
    <Link
      to={`/admin/appointments/${row.id}`}
      className="min-w-0 flex-1 py-2 wrap-anywhere no-underline hover:underline"
    >
      {row.name}
      <span className="block text-sm text-ink-soft">
        {[row.service, `${row.minutes} min`, row.therapist].filter(Boolean).join(", ")}
        {row.tags.map((tag) => `. ${tag}`)}
      </span>
      {alert && <span className="block text-sm font-[650] text-warning print:hidden">{alertInLine(alert)}</span>}
      {form && <span className="block text-sm font-[650]">{FORM_WORDS[form]}</span>}
      {row.where && <span className="block text-sm">{row.where}</span>}
      {row.clientNote && <span className="block text-sm font-[650]">{row.clientNote}</span>}
      {row.practicalNote && <span className="block text-sm">“{row.practicalNote}”</span>}
    </Link>
  );
}

function Free({ gap }: { gap: Extract<DayLine, { kind: "gap" }> }) {
  const { time, length, therapist, note, fill } = gap;
  return (
    <>
      <span className="min-w-0 flex-1 text-ink-soft">{[`${length} free`, therapist].filter(Boolean).join(", ")}</span>
      {fill ? (
        <Link to={fill} className={buttonClasses({ look: "quiet", size: "small" })}>
          Fill
          <span className="sr-only"> {[time, therapist].filter(Boolean).join(", ")}</span>
        </Link>
      ) : (
        <span className="text-sm text-ink-soft">{note}</span>
      )}
    </>
  );
}

type Props = { id: string; name: string; choices: LateChoice[] };

/** Shows for each delay whom it reaches, and emails them on the second press. Nothing moves. */
function RunningLate({ id, name, choices }: Props) {
  const send = useChange();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  async function announce({ minutes, reached }: LateChoice) {
    setBusy(true);
    await send({
      action: `/admin/appointments/${id}/late`,
      fields: { minutes: String(minutes), reached: reached.map((one) => one.id).join() },
    });
    setBusy(false);
    setOpen(false);
  }
  return (
    <>
      <ScriptButton type="button" look="outline" size="small" onClick={() => setOpen(true)}>
        Running late<span className="sr-only">: {name}</span>
      </ScriptButton>
      <Dialog title="Running late" open={open} onOpenChange={setOpen}>
        {choices.every(({ reached }) => reached.length === 0) ? (
          <p>The free time after {name} is long enough: no one else starts late.</p>
        ) : (
          <>
            <p>We email these clients that they start later, with the new time. No appointment moves.</p>
            <ul className="mt-4 space-y-4">
              {choices.map((choice) => (
                <li key={choice.minutes}>
                  <Button
                    type="button"
                    look="outline"
                    className="w-full"
                    disabled={busy || choice.reached.length === 0}
                    onClick={() => void announce(choice)}
                  >
                    {choice.minutes} minutes
                  </Button>
                  <p className="mt-1 text-sm">{reachedInWords(choice)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  );
}

/** `Rosa Whitfield starts at 12:10. Call Ben Ode, who has no email address: 13:05.` */
function reachedInWords({ reached }: LateChoice): string {
  const mailed = reached.filter(({ isMailed }) => isMailed);
  const others = reached.filter(({ isMailed }) => !isMailed);
  const words = [
    ...mailed.map(({ name, begins }) => `${name} starts at ${begins}.`),
    ...others.map(({ name, begins }) => `Call ${name}, who has no email address: ${begins}.`),
  ];
  return words.length > 0 ? words.join(" ") : "No one else starts late.";
}
