import { noteCameBack } from "#app/mail/came-back.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** As if a mail to this address had been sent, and had come back at that time. */
export async function cameBack(app: AppContext, recipient: string, at: number): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const subject = { kind: "client", id: recipient };
    const [id = ""] = await enqueue(tx, [{ kind: "appointment-reminder-client", subject, data: {} }], at);
    await tx.updateTable("outbox").set({ done_at: at }).where("id", "=", id).execute();
    const copy = { sender: "x", recipient, subject: "Booked", body_text: "", body_html: "", calendar: null };
    const times = { rendered_at: at, sent_at: at };
    await tx
      .insertInto("mails")
      .values({ outbox_id: id, message_id: `<${id}@x>`, ...copy, ...times })
      .execute();
    const reports = [{ recipient, action: "failed", status: "5.1.1", answer: "550 User unknown" }];
    await noteCameBack(tx, { returned: [`<${id}@x>`], reports, now: at });
  });
}

/** A mail as a person's program writes it, in answer to one of ours. */
export type Answer = {
  /** The Message-ID of ours. */
  to: string;
  from?: string;
  text?: string;
  id?: string;
  headers?: readonly string[];
  body?: readonly string[];
};

let written = 0;

export function answerTo({ to, from = "Sam Carter <sam@example.com>", text = "Yes.", ...more }: Answer): string {
  written += 1;
  const { id = `<answer-${written}-${process.pid}@example.com>`, headers = [], body } = more;
  return mail(
    [
      ...[`From: ${from}`, "To: hello@limberyard.example", "Subject: Re: Gift vouchers", `Message-ID: ${id}`],
      ...[`In-Reply-To: ${to}`, `References: <first@example.com> ${to}`, "MIME-Version: 1.0", ...headers],
    ],
    body ?? ["Content-Type: text/plain; charset=utf-8", "", ...text.split("\n")],
  );
}

type Report = { about: string; recipient?: string; action?: string; status?: string; original?: "rfc822" | "headers" };

/** A delivery report as a mail server writes it (RFC 3464). */
export function reportOf({ about, recipient = "sam@example.com", ...more }: Report): string {
  const { action = "failed", status = "5.1.1", original = "rfc822" } = more;
  written += 1;
  const type = original === "rfc822" ? "message/rfc822" : "text/rfc822-headers";
  return mail(
    [
      ...["From: Mail Delivery System <MAILER-DAEMON@mx.example.com>", "To: hello@limberyard.example"],
      ...[
        "Subject: Undelivered Mail Returned to Sender",
        `Message-ID: <report-${written}-${process.pid}@mx.example.com>`,
      ],
      ...["Auto-Submitted: auto-replied", "MIME-Version: 1.0"],
    ],
    [
      ...['Content-Type: multipart/report; report-type=delivery-status; boundary="cut"', "", "--cut"],
      ...["Content-Type: text/plain; charset=us-ascii", "", "I'm sorry to have to inform you.", "", "--cut"],
      ...["Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx.example.com", ""],
      ...[`Final-Recipient: rfc822; ${recipient}`, `Action: ${action}`, `Status: ${status}`],
      ...["Diagnostic-Code: smtp; 550 5.1.1 <sam@example.com>: Recipient address rejected:", "    User unknown", ""],
      ...["--cut", `Content-Type: ${type}`, "", "From: hello@limberyard.example", `To: ${recipient}`],
      ...[`Message-ID: ${about}`, "Subject: Booked", "", "", "--cut--"],
    ],
  );
}

function mail(headers: readonly string[], body: readonly string[]): string {
  return [...headers, ...body, ""].join("\r\n");
}
