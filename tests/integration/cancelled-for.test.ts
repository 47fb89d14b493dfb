import { expect, test } from "vitest";
import { CANCEL_UNDO_MS, cancel } from "#app/appointments/cancel.server.ts";
import { changeMany } from "#app/diary/booking/change-many.server.ts";
import { eventInWords } from "#app/diary/lists/appointment-detail.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const REASON = "A cold since Monday";
const SORRY = "Sorry, we need to cancel Wednesday 5 May";

test("a client who rang gets the record of their cancellation, and no apology", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  await cancel(app, practice, { appointmentId: id, reason: REASON, askedBy: "client" });
  const [mail, ...others] = await mailsToClient(app);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Cancelled: Wednesday 5 May");
  expect(mail?.text).toContain("as you asked");
  expect(mail?.text).not.toMatch(/sorry|We can see you at|A cold since Monday/);
  expect(await historyOf(app, id)).toBe("Cancelled by the practice, as the client asked");
});

test("whom the practice has to cancel gets an apology with the reason", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  await cancel(app, practice, { appointmentId: id, reason: REASON, askedBy: "practice" });
  const [mail] = await mailsToClient(app);
  expect(mail?.subject).toBe(SORRY);
  expect(mail?.text).toContain(REASON);
  expect(await historyOf(app, id)).toBe("Cancelled by the practice");
});

test("several are cancelled for whoever asked", async () => {
  const app = await demoApp();
  const ids = [(await booked(app)).id, (await booked(app, { start: at("13:45") })).id];
  await changeMany(app, practice, { change: "cancel", ids, askedBy: "client" });
  expect((await mailsToClient(app)).map(({ subject }) => subject)).toEqual([
    "Cancelled: Wednesday 5 May",
    "Cancelled: Wednesday 5 May",
  ]);
});

test("nobody but the practice says who asked, and what version 0.1.0 cancelled is read as before", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  await cancel(app, { kind: "holder", appointmentId: id }, { appointmentId: id, reason: null, askedBy: "practice" });
  const read = () => app.db.kysely.selectFrom("cancellations").select("asked_by").executeTakeFirst();
  expect(await read()).toEqual({ asked_by: "client" });
  await app.db.kysely.updateTable("cancellations").set({ asked_by: null, actor: "admin:x" }).execute();
  expect((await mailsToClient(app)).map(({ subject }) => subject)).toEqual([SORRY]);
});

async function mailsToClient(app: TestApp): Promise<{ subject: string; text: string }[]> {
  const server = await mailServer();
  app.clock.set(app.clock.now() + CANCEL_UNDO_MS);
  await sendAll(app, worker(server.url));
  return server.arrived
    .filter(({ recipients, mail }) => recipients[0] === "ada@example.com" && !mail.subject?.startsWith("Confirmed"))
    .map(({ mail }) => ({ subject: mail.subject ?? "", text: mail.text ?? "" }));
}

async function historyOf(app: AppContext, id: string): Promise<string | undefined> {
  const record = await getAppointmentRecord(app, practice, id);
  const line = record?.history.find(({ action }) => action === "appointment.cancel");
  return line && eventInWords(line);
}
