import type { Interval } from "#app/availability/interval.ts";
import {
  type CalDavFault,
  deleteObject,
  type FoundCalendar,
  listObjects,
  putObject,
  readCursor,
  readObject,
  type Session,
  type WriteOutcome,
} from "#app/calendars/caldav.gateway.server.ts";
import { type OwnEvent, ownEventText } from "#app/calendars/own-event.gateway.server.ts";
import { readEventTime } from "#app/calendars/read-calendar.gateway.server.ts";
import { feedUid } from "#app/diary/ical-feed.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { RegisteredApp } from "#app/settings/registered-app.server.ts";

/** What stands there of an appointment. `time` null: no time of a clock. `text`: what is kept of it when we write. */
export type Found = { etag: string | null; time: Interval | null; text: string };

/** The calendar that a therapist's appointments go to, whatever it speaks. An event is named by its address, `href`. */
export type AppointmentCalendar = {
  hrefFor: (url: string, appointmentId: string) => string;
  uidFor: (appointmentId: string, hostname: string) => string;
  /** What changes with any change of the calendar, or `before` if nothing has; null: it does not say. */
  readCursor: (url: string, before: string | null) => Promise<{ kind: "read"; cursor: string | null } | CalDavFault>;
  /** The ETag of each event, by `keyOf` its address. `cursor`: what it was when it was listed, if it says so only then. */
  listObjects: (
    url: string,
  ) => Promise<{ kind: "read"; etags: Map<string, string>; cursor?: string | null } | CalDavFault>;
  readObject: (
    href: string,
    extent: { uid: string; zone: string },
  ) => Promise<{ kind: "read"; found: Found | null } | CalDavFault>;
  /** Only if it is as `before` says: null, not there at all. */
  putObject: (change: { href: string; event: OwnEvent; before: Found | null }) => Promise<WriteOutcome>;
  deleteObject: (change: { href: string; ifMatch: string }) => Promise<WriteOutcome>;
};

type App = Pick<AppContext, "config" | "clock">;

/** A company whose calendars open by a sign-in (OAuth 2), with one access token for each look. */
export type CalendarCompany = {
  /** `verifier` stays here: only who has it can use the code (RFC 7636). */
  signInUrl: (app: App, begun: { clientId: string; redirect: string; state: string; verifier: string }) => string;
  exchangeCode: (
    app: App,
    registered: RegisteredApp,
    back: { code: string; verifier: string; redirect: string },
  ) => Promise<{ kind: "signed-in"; refreshToken: string; accessToken: string; email: string } | CalDavFault>;
  /** `refreshToken`: the one that takes the place of the old; null: that stays. */
  freshToken: (
    app: App,
    registered: RegisteredApp,
    refreshToken: string,
  ) => Promise<{ kind: "answer"; value: { accessToken: string; refreshToken: string | null } } | CalDavFault>;
  /** What blocks, and the calendar of our own: `before` if it is still there, else a new one. */
  findCalendars: (
    app: App,
    token: string,
    own: { title: string; zone: string; before: string | null },
  ) => Promise<{ kind: "found"; calendars: FoundCalendar[] } | CalDavFault>;
  /** The other calendars of whoever signed in, by name, for them to choose from. `own`: where appointments go. */
  listOthers: (
    app: App,
    token: string,
    own: string | null,
  ) => Promise<{ kind: "found"; calendars: FoundCalendar[] } | CalDavFault>;
  /**
   * When a calendar is busy, sorted and joined. `cursor`: what it answered last time, which says whether anything has
   * changed since.
   */
  readBusy: (
    app: App,
    token: string,
    question: { url: string; window: Interval; cursor: string | null },
  ) => Promise<
    { kind: "read"; busy: Interval[]; cursor: string | null } | { kind: "cached"; cursor: string } | CalDavFault
  >;
  /** Ends a sign-in there. Null: the company has no way to end one, so people take the access away on its page. */
  endSignIn: ((app: App, refreshToken: string) => Promise<{ kind: "ended" } | CalDavFault>) | null;
  appointments: (app: App, token: string) => AppointmentCalendar;
};

export function caldavCalendar(app: AppContext, session: Session): AppointmentCalendar {
  return {
    hrefFor: (url, appointmentId) => new URL(`${appointmentId}-practice.ics`, url).href,
    uidFor: feedUid,
    readCursor: (url) => readCursor(app, session, url),
    listObjects: (url) => listObjects(app, session, url),
    async readObject(href, extent) {
      const read = await readObject(app, session, href);
      if (read.kind === "fault") return read;
      const { text, etag } = read;
      return { kind: "read", found: text === null ? null : { etag, text, time: readEventTime(text, extent) } };
    },
    putObject({ href, event, before }) {
      const text = ownEventText(event, before?.text ?? null);
      return putObject(app, session, { url: href, text, ifMatch: before?.etag ?? null });
    },
    deleteObject: ({ href, ifMatch }) => deleteObject(app, session, { url: href, ifMatch }),
  };
}
