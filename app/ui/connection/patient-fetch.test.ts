import { expect, test } from "vitest";
import { patientFetch } from "#app/ui/connection/patient-fetch.ts";

const origin = "https://practice.example";
const url = new URL("/book.data", origin);
const forRouter = () => new Response("[]", { headers: { "X-Remix-Response": "yes" } });

/** A `fetch` that answers from a list and records its requests. */
function answering(...answers: (Response | Error)[]) {
  const asked: unknown[] = [];
  const send: typeof fetch = async (input, init) => {
    asked.push([String(input), init?.body]);
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer;
  };
  return { asked, patient: patientFetch(send, { origin, isOnline: () => true }) };
}

async function untilHeld(patient: ReturnType<typeof patientFetch>) {
  return new Promise<NonNullable<ReturnType<typeof patient.now>>>((resolve) => {
    const stop = patient.subscribe(() => {
      const held = patient.now();
      if (!held || held.isTrying) return;
      stop();
      resolve(held);
    });
  });
}

test("a request without an answer waits, and the same is sent again when it is asked to", async () => {
  const { asked, patient } = answering(new TypeError("Failed to fetch"), forRouter());
  const heard = untilHeld(patient);
  const answer = patient.fetch(url, { method: "POST", body: "key=1" });
  const held = await heard;
  expect(held).toMatchObject({ isChange: true, status: null });
  held.sendAgain();
  expect((await answer).status).toBe(200);
  expect(asked).toEqual([
    [String(url), "key=1"],
    [String(url), "key=1"],
  ]);
  expect(patient.now()).toBeNull();
});

test("a fault, and what another server answers, wait too; our refusal keeps its sentence and number", async () => {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "X-Request-Id": "id-1" };
  const refusal = new Response("Too large\n\nAt most 64 KB.\n", { status: 413, headers });
  const portal = new Response("<html>Sign in to the hotel</html>");
  const fault = new Response("[]", { status: 500, headers: { "X-Remix-Response": "yes", "X-Request-Id": "id-2" } });
  const { patient } = answering(refusal, portal, fault, forRouter());
  const first = untilHeld(patient);
  const answer = patient.fetch(url, { method: "POST" });
  const seen = [await first];
  for (const _ of [1, 2]) {
    const next = untilHeld(patient);
    seen.at(-1)?.sendAgain();
    seen.push(await next);
  }
  expect(seen).toMatchObject([
    { status: 413, detail: "At most 64 KB.", reference: "id-1" },
    { status: null, detail: null },
    { status: 500, reference: "id-2" },
  ]);
  seen.at(-1)?.sendAgain();
  await answer;
});

test("what the router gives up is given up, and says nothing more", async () => {
  const { patient } = answering(new TypeError("Failed to fetch"));
  const heard = untilHeld(patient);
  const leaving = new AbortController();
  const answer = patient.fetch(url, { signal: leaving.signal });
  await heard;
  leaving.abort();
  await expect(answer).rejects.toThrow("aborted");
  expect(patient.now()).toBeNull();
});

test("other requests fail as they always did", async () => {
  const { patient } = answering(new TypeError("Failed to fetch"), new TypeError("Failed to fetch"));
  await expect(patient.fetch("/admin/appointments/bulk")).rejects.toThrow("Failed to fetch");
  await expect(patient.fetch(new URL("https://elsewhere.example/x.data"))).rejects.toThrow("Failed to fetch");
});

test("what is read right behind a change says that the change has arrived", async () => {
  const { patient } = answering(forRouter(), new TypeError("Failed to fetch"), forRouter());
  await patient.fetch(url, { method: "POST" });
  const heard = untilHeld(patient);
  const answer = patient.fetch(url);
  const held = await heard;
  expect(held).toMatchObject({ isChange: false, isAfterChange: true });
  held.sendAgain();
  await answer;
});

test("a change that was not sent is told of until it is tried again or something else is asked", async () => {
  const { patient } = answering(forRouter());
  const again: string[] = [];
  patient.refuse(() => again.push("first"));
  patient.refuse(() => again.push("second"));
  expect(patient.now()).toMatchObject({ isChange: true, isOffline: true, status: null });
  patient.now()?.sendAgain();
  expect(again).toEqual(["second"]);
  await patient.fetch(url);
  expect(patient.now()).toBeNull();
});

test("a read without an answer is given up for the page's copy; a change never is", async () => {
  const opened: string[] = [];
  const openCopy = async (pathname: string) => {
    opened.push(pathname);
    return true;
  };
  const send = () => Promise.reject(new TypeError("Failed to fetch"));
  const patient = patientFetch(send, { origin, isOnline: () => false, openCopy });
  patient.fetch(url);
  await expect.poll(() => opened).toEqual(["/book.data"]);
  expect(patient.now()).toBeNull();
  const heard = untilHeld(patient);
  patient.fetch(url, { method: "POST" });
  expect(await heard).toMatchObject({ isChange: true, isOffline: true });
  expect(opened).toHaveLength(1);
});
