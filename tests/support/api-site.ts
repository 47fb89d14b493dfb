import * as appointments from "#app/routes/feeds/api/appointments.ts";
import * as availability from "#app/routes/feeds/api/availability.ts";
import * as openapi from "#app/routes/feeds/api/openapi.ts";
import * as services from "#app/routes/feeds/api/services.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { type StubSite, stubSite } from "#tests/support/stub-site.ts";
import type { TestAppOptions } from "#tests/support/test-app.ts";

const routes = {
  "/api/services": services,
  "/api/availability": availability,
  "/api/appointments": appointments,
  "/api/openapi.json": openapi,
};

/** The API behind our own server, with the demo practice. `postJson` sends as another program would. */
export async function apiSite(inputs: TestAppOptions = {}) {
  const site = await stubSite({ ...inputs, routes });
  await seedDemo(site.app);
  return { ...site, postJson: (body: unknown, headers = {}) => postJson(site, body, headers) };
}

export const BOOKING = {
  service: "deep-tissue-massage",
  start: "2027-05-05T09:00:00.000Z",
  name: "Ada Smith",
  phone: "01632 960001",
  email: "ada@example.com",
};

async function postJson(site: StubSite, body: unknown, headers: Record<string, string>) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await site.post("/api/appointments", text, { "content-type": "application/json", ...headers });
  return { ...answer, json: JSON.parse(answer.text) };
}
