import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { exportOwnData } from "#app/appointments/clients/own-appointments.server.ts";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";
import { at, booked, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const NOTE = "I come by wheelchair,\nplease leave the ramp out";

const noteOf = async (app: AppContext, id: string) =>
  (await getAppointmentRecord(app, practice, id))?.row.practicalNote ?? null;

test("a note stays with its appointment through every move, and most bookings have none", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery", note: NOTE });
  expect(await noteOf(app, id)).toBe(NOTE);
  const holder = { kind: "holder", appointmentId: id } as const;
  expect((await reschedule(app, holder, { appointmentId: id, start: at("12:00") })).kind).toBe("rescheduled");
  const moved = { appointmentId: id, start: at("14:00"), therapist: "imogen-hartley", despite: true };
  expect((await moveAppointment(app, practice, moved)).kind).toBe("moved");
  expect(await noteOf(app, id)).toBe(NOTE);
  for (const note of [undefined, ""]) {
    const other = await booked(app, {
      email: `bob${note}@example.com`,
      start: at(note === "" ? "09:00" : "10:00"),
      note,
    });
    expect(await noteOf(app, other.id)).toBeNull();
  }
});

test("the practice reads it in its mail and on the day; the client on the booking's page, and in no mail", async () => {
  const app = await demoApp();
  const server = await mailServer();
  const { appointment, manageSecret } = expectBooked(
    await book(app, practice, {
      input: inputFor({ start: at("15:00", "2027-05-04"), note: NOTE }),
      idempotencyKey: null,
    }),
  );
  await sendAll(app, worker(server.url));
  const mailTo = (address: string) => server.arrived.find(({ recipients }) => recipients.includes(address))?.mail.text;
  expect(mailTo("hello@limberyard.example")).toContain("Their note: I come by wheelchair,");
  expect(mailTo("ada@example.com")).toContain("Tuesday 4 May");
  expect(mailTo("ada@example.com")).not.toContain("wheelchair");
  const { appointments } = await getToday(app, practice);
  expect(appointments).toMatchObject([{ id: appointment.id, practicalNote: NOTE }]);
  const managed = await getManaged(app, manageSecret);
  expect(managed && viewBooking(managed, "en-GB").practicalNote).toBe(NOTE);
});

test("it is in what the client and the practice export", async () => {
  const app = await demoApp();
  const user = await signedIn(app);
  const actor = { kind: "client", userId: user.id } as const;
  const { appointment } = expectBooked(
    await book(app, actor, { input: inputFor({ note: NOTE }), idempotencyKey: null }),
  );
  const own = await exportOwnData(app, await identify(app, new Headers({ cookie: user.cookie })));
  expect(own?.appointments).toMatchObject([{ note: NOTE }]);
  const exported = await exportData(app, await adminActor(app), {
    id: await clientOf(app, appointment.id),
    personalData,
  });
  expect(exported).toMatchObject({ data: { appointments: [{ practicalNote: NOTE }] } });
});

test("the API takes it and says how long it may be", async () => {
  const { app, postJson, get } = await apiSite();
  const key = { "idempotency-key": "with a note" };
  const { status, json } = await postJson({ ...BOOKING, note: `  ${NOTE} ` }, key);
  expect(status).toBe(201);
  expect(await noteOf(app, json.id)).toBe(NOTE);
  expect((await postJson({ ...BOOKING, note: NOTE }, key)).json.id, "the same once more").toBe(json.id);
  expect((await postJson({ ...BOOKING, note: "another" }, key)).status).toBe(422);
  for (const note of ["x".repeat(301), 5, "a\u0001b"]) {
    const refused = await postJson({ ...BOOKING, start: "2027-05-05T12:00:00.000Z", note });
    expect([refused.status, refused.json.errors?.[0]?.pointer]).toEqual([422, "#/note"]);
  }
  const { paths } = JSON.parse((await get("/api/openapi.json")).text);
  const { properties, required } = paths["/api/appointments"].post.requestBody.content["application/json"].schema;
  expect(properties.note).toMatchObject({
    type: "string",
    maxLength: 300,
    description: expect.stringContaining("health"),
  });
  expect(required).not.toContain("note");
});
