import { createElement } from "react";
import { renderToReadableStream } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { AppointmentsView } from "#app/routes/account/my-appointment/appointment-views.server.ts";
import MyAppointment, { HydrateFallback } from "#app/routes/account/my-appointment/my-appointment.tsx";

// The specification's words for each state of the screen, as a browser shows them before the answer.

const user = { email: "sam@example.com", verified: true };
const phone = { href: "tel:+441632960417", label: "01632 960 417" };

/** What the page shows before anything awaited has come. */
async function firstSight(loaderData: unknown): Promise<string> {
  const Page = MyAppointment as (props: { loaderData: unknown }) => React.ReactElement;
  const Stub = createRoutesStub([{ path: "/", Component: () => createElement(Page, { loaderData }) }]);
  const stream = await renderToReadableStream(createElement(Stub));
  const { value } = await stream.getReader().read();
  return new TextDecoder().decode(value);
}

test("while it is not known who asks: 'Loading...'", async () => {
  const stream = await renderToReadableStream(createElement(HydrateFallback));
  expect(await new Response(stream).text()).toContain(">Loading...<");
});

test("while the appointments are read: the heading, and 'Loading appointments...'", async () => {
  const appointments = new Promise<AppointmentsView>(() => {});
  const html = await firstSight({ user, phone, appointments });
  expect(html).toContain(">Your Appointments</h1>");
  expect(html).toContain(">Loading appointments...<");
  expect(html).not.toContain("No appointments found.");
});

test("nobody signed in: the sentence and a way to sign in", async () => {
  const html = await firstSight({ user: null, phone, appointments: null });
  expect(html).toContain(">You must be logged in to view your appointments<");
  expect(html).toMatch(/<a [^>]*href="\/login[^>]*>Sign In<\/a>/);
});
