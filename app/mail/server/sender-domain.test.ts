import { expect, test } from "vitest";
import { getProvider } from "#app/mail/server/providers.ts";
import { dkimLine, dmarcLine, signatureIn, spfLine } from "#app/mail/server/sender-domain.ts";

const google = getProvider("google");
const DOMAIN = "ferrier.example";

test("an SPF record that is missing or names someone else is given to copy", () => {
  expect(spfLine(DOMAIN, [], google)).toMatchObject({
    state: "wrong",
    record: { type: "TXT", name: DOMAIN, value: "v=spf1 mx include:_spf.google.com ~all" },
  });
  expect(spfLine(DOMAIN, ["v=spf1 a include:other.example -all"], google).record?.value).toBe(
    "v=spf1 a include:other.example include:_spf.google.com -all",
  );
  expect(spfLine(DOMAIN, ["v=spf1 a"], google).record?.value).toBe("v=spf1 a include:_spf.google.com");
  expect(spfLine(DOMAIN, ["google-site=1", "v=spf1 include:_spf.google.com ~all"], google)).toMatchObject({
    state: "good",
    record: null,
  });
});

test("two SPF records are as good as none, and an unknown sender’s is asked of the provider", () => {
  expect(spfLine(DOMAIN, ["v=spf1 a", "v=spf1 mx"], google).words).toContain("two SPF records");
  expect(spfLine(DOMAIN, [], getProvider("krystal"))).toMatchObject({ state: "wrong", record: null });
  expect(spfLine(DOMAIN, [], getProvider("postmark")).state).toBe("good");
  expect(spfLine(DOMAIN, null, google).state).toBe("unknown");
});

test("a DMARC record needs its policy", () => {
  const record = { type: "TXT", name: "_dmarc.ferrier.example", value: "v=DMARC1; p=none;" };
  expect(dmarcLine(DOMAIN, [])).toMatchObject({ state: "wrong", record });
  expect(dmarcLine(DOMAIN, ["v=DMARC1; rua=mailto:a@b.example"])).toMatchObject({ state: "wrong", record });
  expect(dmarcLine(DOMAIN, ["v=DMARC1;p=reject; pct=50"])).toMatchObject({ state: "good", record: null });
  expect(dmarcLine(DOMAIN, null).state).toBe("unknown");
});

test("a DKIM key counts only while it holds a key", () => {
  const at = (...records: string[]) => dkimLine([{ name: "google", records }], google).state;
  expect([at("v=DKIM1; k=rsa; p=MIGf"), at("v=DKIM1; p="), at()]).toEqual(["good", "wrong", "wrong"]);
  expect(dkimLine([], google).state).toBe("unknown");
  expect(dkimLine([{ name: "google", records: null }], google).state).toBe("unknown");
});

test("selector and domain are read from pasted headers, folded or not", () => {
  const headers =
    "Received: by mx\r\nDKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n\td=Ferrier.example; s=20230101pm;\r\n h=from:to; bh=x=; b=y\r\nFrom: Jo\r\n";
  expect(signatureIn(headers)).toEqual({ selector: "20230101pm", domain: DOMAIN });
  expect(signatureIn("From: Jo\r\nSubject: d=a.example; s=b")).toBeNull();
  expect(signatureIn("DKIM-Signature: v=1; d=a.example; s=../../x")).toBeNull();
});
