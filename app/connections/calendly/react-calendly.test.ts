import { createElement } from "react";
import { type EventScheduledEvent, InlineWidget } from "react-calendly";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { frameAddress } from "#app/connections/calendly/calendly.form.ts";
import { scheduledFrom } from "#app/connections/calendly/use-scheduled.tsx";

const page = "https://calendly.com/acme/60min";
const person = { name: "Ann O'Neil & Co", email: "ann+b@example.com" };

test("the frame is asked for as the usual component asks, but for our own domain", () => {
  const markup = renderToStaticMarkup(createElement(InlineWidget, { url: page, prefill: person }));
  const theirs = /<iframe[^>]* src="([^"]+)"/.exec(markup)?.[1]?.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
  const asked = (address: string) => [...new URL(address).searchParams].filter(([name]) => name !== "embed_domain");
  expect(asked(frameAddress(page, { host: "limber.example", ...person }))).toEqual(asked(theirs ?? page));
});

test("the message that its listeners are typed for is the one that we believe", () => {
  const event = "https://calendly.com/api/v2/scheduled_events/AAAAAAAAAAAAAA";
  const data = {
    event: "calendly.event_scheduled" as EventScheduledEvent["data"]["event"],
    payload: { event: { uri: event }, invitee: { uri: `${event}/invitees/BBBBBBBBBBBBBB` } },
  } satisfies EventScheduledEvent["data"];
  const frame = { origin: "https://calendly.com", window: {} };
  const heard = { origin: frame.origin, source: frame.window, data };
  expect(scheduledFrom(heard, frame)).toEqual({ event: "AAAAAAAAAAAAAA", invitee: "BBBBBBBBBBBBBB" });
});
