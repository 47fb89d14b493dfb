import { expect, test, vi } from "vitest";
import { createSharedAnswers } from "#app/platform/http/shared-answers.server.ts";

const here = () => new AbortController().signal;

/** Work that begins and ends when it is told to, and counts how often it was done. */
function work() {
  const gates: {
    begin: () => void;
    isGone: () => boolean;
    end: (response: Response | null) => void;
    fail: (error: Error) => void;
  }[] = [];
  const make = vi.fn(({ begins, isGone }: { begins: () => void; isGone: () => boolean }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response | null>();
    gates.push({ begin: begins, isGone, end: resolve, fail: reject });
    return promise;
  });
  return { make, gate: (nth: number) => gates[nth] as (typeof gates)[number] };
}

test("all who ask before the work begins get the one answer, each their own copy", async () => {
  const { ask } = createSharedAnswers();
  const { make, gate } = work();
  const asked = [ask("a", here(), make), ask("a", here(), make), ask("a", here(), make)];
  gate(0).begin();
  gate(0).end(new Response("times", { status: 200, headers: { "Content-Type": "text/plain" } }));
  const answers = await Promise.all(asked);
  expect(make).toHaveBeenCalledTimes(1);
  expect(await Promise.all(answers.map((answer) => answer?.text()))).toEqual(["times", "times", "times"]);
  expect(answers.map((answer) => answer?.headers.get("content-type"))).toEqual(Array(3).fill("text/plain"));
});

test("whoever asks once the work has begun is read for anew: a booking may have come in between", async () => {
  const { ask } = createSharedAnswers();
  const { make, gate } = work();
  const first = ask("a", here(), make);
  gate(0).begin();
  const second = ask("a", here(), make);
  gate(1).end(new Response("new"));
  gate(0).end(new Response("old"));
  expect([await (await first)?.text(), await (await second)?.text()]).toEqual(["old", "new"]);
});

test("another question has its own answer", async () => {
  const { ask } = createSharedAnswers();
  const { make, gate } = work();
  const both = [ask("a", here(), make), ask("b", here(), make)];
  gate(0).end(new Response("a"));
  gate(1).end(new Response("b"));
  expect(await Promise.all((await Promise.all(both)).map((answer) => answer?.text()))).toEqual(["a", "b"]);
});

test("who is turned away, or meets a fault, is not asked again in the name of those who come later", async () => {
  const { ask } = createSharedAnswers();
  const { make, gate } = work();
  const away = ask("a", here(), make);
  gate(0).end(null);
  expect(await away).toBeNull();
  const faulty = ask("a", here(), make);
  gate(1).fail(new Error("no database"));
  await expect(faulty).rejects.toThrow("no database");
  const later = ask("a", here(), make);
  gate(2).end(new Response("times"));
  expect(await (await later)?.text()).toBe("times");
});

test("the work is dropped only when all who asked have left", async () => {
  const { ask } = createSharedAnswers();
  const { make, gate } = work();
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = [ask("a", first.signal, make), ask("a", second.signal, make)];
  first.abort();
  expect(gate(0).isGone()).toBe(false);
  second.abort();
  expect(gate(0).isGone()).toBe(true);
  gate(0).end(null);
  expect(await Promise.all(asked)).toEqual([null, null]);
});
