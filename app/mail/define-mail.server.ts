import type { z } from "zod";
import { inFrame, type Letter } from "#app/mail/letter.tsx";
import { type Mail, type Mailbox, oneLine } from "#app/mail/mail.ts";
import type { Due, Subject } from "#app/mail/message.ts";
import { renderMail } from "#app/mail/react-email.gateway.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { dateFormat } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { asOnePerson, isOnePerson } from "#app/practice/voice.ts";
import { type MailText, type MailWords, wordsOfMail } from "#app/settings/schemas/mail-words.ts";
import { type MailSender, mailboxesOf, mailSender } from "#app/settings/schemas/sender.ts";
import type { Settings } from "#app/settings/settings.ts";

/** Where mails are written: the practice's facts at the time of sending. `inbox`: where it reads its own mail. */
export type MailContext = {
  app: AppContext;
  db: Queries;
  now: number;
  settings: Settings;
  zone: string;
  siteUrl: string;
  sender: MailSender;
  from: Mailbox;
  replyTo: Mailbox;
  inbox: Mailbox;
  /** A sentence of ours as this practice says it: "we", or "I". */
  say: (sentence: string) => string;
};

/** `replyTo`: the practice, if not given. `wording`: which of the mail's words it begins and ends with, if it has several. */
type Addressed = { to: Mailbox; replyTo?: Mailbox; wording?: string };

/** What the owner may word, under the id by which their words are stored. */
type Wording = Omit<MailText, "title"> & { title?: string };

type Definition<Id extends string, Schema extends z.ZodType, Facts extends Addressed> = {
  /** The kind of message that it is made of: stored, so it stays for ever. */
  id: Id;
  title: string;
  /** The message's data, which a message of an older version also fits. */
  data: Schema;
  /** Any stranger can cause it to any address. */
  byAnybody?: true;
  /** Its link acts for a person, so nothing of what it says is stored. */
  isPrivate?: true;
  /** Reads what is true when it is sent. Null: there is nothing left to say. */
  load: (context: MailContext, data: z.output<Schema>) => Promise<Facts | null>;
  words?: Readonly<Record<string, Wording>>;
  body: (facts: Facts, context: MailContext) => Letter;
  calendar?: (facts: Facts, context: MailContext) => Mail["calendar"];
  /** The mails before it in a conversation, so that mail programs show them together. */
  thread?: (facts: Facts) => string[];
  /** Facts to show it with, of something that has not happened. Its links open nothing. */
  example: (context: MailContext, wording: string) => Facts | Promise<Facts>;
};

export type DefinedMail<Id extends string = string, Data = unknown, Facts = unknown> = {
  id: Id;
  title: string;
  byAnybody: boolean;
  isPrivate: boolean;
  data: z.ZodType<Data>;
  words: Readonly<Record<string, MailText>>;
  /** The mail of a stored message; data that doesn't fit is an error and sends nothing. */
  render(app: AppContext, data: unknown): Promise<Mail | null>;
  write(app: AppContext, load: (context: MailContext) => Promise<Facts>): Promise<Mail>;
  write(app: AppContext, load: (context: MailContext) => Promise<Facts | null>): Promise<Mail | null>;
  example(app: AppContext, wording?: string, words?: MailWords): Promise<Mail>;
  message(subject: Subject, data: Data): Due;
};

/** One mail: what it is made of, what it says, and what it looks like. The list is `app/mails.server.ts`. */
export function defineMail<const Id extends string, Schema extends z.ZodType, Facts extends Addressed>(
  definition: Definition<Id, Schema, Facts>,
): DefinedMail<Id, z.output<Schema>, Facts> {
  const { id, title, data: schema, byAnybody = false, isPrivate = false, load, body, example } = definition;
  const { calendar, thread } = definition;
  const words: Record<string, MailText> = Object.fromEntries(
    Object.entries(definition.words ?? {}).map(([wording, text]) => [wording, { title, ...text }]),
  );
  const [first = ""] = Object.keys(words);

  function wordsFor(context: MailContext, wording: string): MailWords | null {
    if (first === "") return null;
    const text = words[wording];
    if (!text) throw new Error(`${id} has no words called ${wording}`);
    return wordsOfMail(context.settings.mailWords, wording, inVoice(text, context.say));
  }

  async function finish(context: MailContext, facts: Facts, given?: MailWords): Promise<Mail> {
    const letter = body(facts, context);
    const said = inFrame(letter, { ...context, words: given ?? wordsFor(context, facts.wording ?? first) });
    return {
      from: context.from,
      to: facts.to,
      replyTo: facts.replyTo ?? context.replyTo,
      subject: said.subject,
      ...(await renderMail(said.body)),
      calendar: calendar?.(facts, context) ?? null,
      ...(thread && { thread: thread(facts) }),
    };
  }

  function write(app: AppContext, read: (context: MailContext) => Promise<Facts>): Promise<Mail>;
  function write(app: AppContext, read: (context: MailContext) => Promise<Facts | null>): Promise<Mail | null>;
  async function write(app: AppContext, read: (context: MailContext) => Promise<Facts | null>) {
    const context = await readContext(app);
    const facts = await read(context);
    return facts && finish(context, facts);
  }

  return {
    id,
    title,
    byAnybody,
    isPrivate,
    data: schema as z.ZodType<z.output<Schema>>,
    words,
    write,
    render: (app, data) => {
      const parsed = schema.parse(data);
      return write(app, (context) => load(context, parsed));
    },
    example: async (app, wording = first, given) => {
      const context = await readContext(app);
      const mail = await finish(context, { wording, ...(await example(context, wording)) }, given);
      return { ...mail, subject: oneLine(mail.subject), calendar: null };
    },
    message: (subject, data) => ({ kind: id, subject, data: data as Record<string, unknown>, byStranger: byAnybody }),
  };
}

/** Renders a message when it is sent, from the facts at that time. Null: there is nothing left to say. */
type Renderer = (app: AppContext, data: unknown) => Promise<Mail | null>;
export type Renderers = Readonly<Record<string, Renderer>>;

export function renderersOf<Sent extends DefinedMail>(mails: readonly Sent[]): Record<Sent["id"], Renderer> {
  const renderers = mails.map((mail) => [mail.id, (app: AppContext, data: unknown) => mail.render(app, data)]);
  return Object.fromEntries(renderers) as Record<Sent["id"], Renderer>;
}

/** `24 November 2026 at 10:30, GMT`. */
export function momentInWords(at: number, timeZone: string): string {
  const date = dateFormat("en-GB", { timeZone, dateStyle: "long" }).format(at);
  const format = { timeZone, hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return `${date} at ${dateFormat("en-GB", format).format(at)}`;
}

export const EXAMPLE_CLIENT: Mailbox = { name: "Sam Carter", address: "sam@example.com" };

/** The text of a mail with our words as the practice says them. */
export function inVoice(text: MailText, say: MailContext["say"]): MailText {
  const { subject, opening, closing } = text.words;
  return { ...text, words: { subject: say(subject), opening: say(opening), closing: say(closing) } };
}

/** How the practice says our sentences. */
export async function voiceOf(app: AppContext, settings: Settings): Promise<MailContext["say"]> {
  const isSoleTrader = settings.business.legal.form === "sole-trader";
  const isOne = isSoleTrader && isOnePerson({ settings, services: (await readPractice(app)).services });
  return isOne ? asOnePerson : (sentence) => sentence;
}

async function readContext(app: AppContext): Promise<MailContext> {
  const { settings } = await readPractice(app);
  const { publicUrl } = app.config;
  return {
    app,
    db: app.db.kysely,
    now: app.clock.now(),
    settings,
    zone: settings.bookingRules.zone,
    siteUrl: publicUrl,
    say: await voiceOf(app, settings),
    sender: mailSender(settings.business, publicUrl),
    ...mailboxesOf(settings, app.config),
  };
}
