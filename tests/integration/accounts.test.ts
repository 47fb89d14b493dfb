import { getMigrations } from "better-auth/db/migration";
import { expect, test } from "vitest";
import { authOf } from "#app/accounts/better-auth.gateway.server.ts";
import { testApp } from "#tests/support/test-app.ts";

test("our migration makes the tables that the accounts library expects", async () => {
  const app = await testApp({ config: { google: { clientId: "x", clientSecret: "y" } } });
  const { toBeCreated, toBeAdded } = await getMigrations(authOf(app).options);
  expect(toBeCreated.map(({ table }) => table)).toEqual([]);
  expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([]);
});

test.each([
  ["http://localhost:3000", "ly.session_token", false],
  ["https://practice.example", "__Secure-ly.session_token", true],
])("at %s the session cookie is %s", async (publicUrl, name, secure) => {
  const app = await testApp({ config: { publicUrl } });
  const { sessionToken } = (await authOf(app).$context).authCookies;
  expect(sessionToken.name).toBe(name);
  expect(sessionToken.attributes).toMatchObject({ httpOnly: true, sameSite: "lax", secure, path: "/" });
});
