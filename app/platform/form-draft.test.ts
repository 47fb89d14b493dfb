import { expect, test } from "vitest";
import { newDraft, readDraft } from "#app/platform/form-draft.server.ts";

const signer = { secret: "a secret of this server", clock: { now: () => 1_800_000_000_000 } };

test("a draft says when it was made, and no two are one", () => {
  const sent = newDraft(signer);
  expect(readDraft(signer, sent)).toMatchObject({ madeAt: 1_800_000_000_000 });
  expect(readDraft(signer, newDraft(signer))?.id).not.toBe(readDraft(signer, sent)?.id);
});

test("nobody can make one up, or make one older", () => {
  const sent = newDraft(signer);
  const older = sent.replace("1800000000000", "1700000000000");
  const others = newDraft({ ...signer, secret: "another" });
  for (const text of [older, others, "", "x.1.y", `${sent}x`, null, undefined, 7]) {
    expect(readDraft(signer, text), String(text)).toBeNull();
  }
});
