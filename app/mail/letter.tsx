import { createContext, Fragment, type ReactElement, type ReactNode, useContext } from "react";
import {
  filledLine,
  type MailFactsByName,
  type MailWords,
  paragraphsOfMail,
} from "#app/settings/schemas/mail-words.ts";
import type { MailSender } from "#app/settings/schemas/sender.ts";
import type { Settings } from "#app/settings/settings.ts";
import { MailFrame, MailPhone, MailText } from "#app/ui/mail-frame.tsx";
import { PAINTED_NAME } from "#app/ui/shell/share-picture.ts";

/**
 * What a mail says. `why`: why they received it. `named`: the facts that may stand in braces. `subject`: of a mail
 * whose words are ours alone. `ring` stands before the practice's opening, `end` after its closing,
 * `legal` in small print under the rule.
 */
export type Letter = {
  why: string;
  named?: MailFactsByName;
  subject?: string;
  ring?: ReactNode;
  children: ReactNode;
  end?: ReactNode;
  legal?: ReactNode;
};

type Written = {
  sender: MailSender;
  settings: Pick<Settings, "look" | "business">;
  words: MailWords | null;
  /** A sentence of ours as this practice says it. */
  say: (sentence: string) => string;
};

/** The letter in the site's frame, between the practice's words. `words` null: it has none. */
export function inFrame(
  { why, named = {}, subject = "", ring, children, end, legal }: Letter,
  { sender, settings: { look, business }, words, say }: Written,
): { subject: string; body: ReactElement } {
  const title = words ? filledLine(words.subject, named) : subject;
  const filling = { facts: named, sender };
  const hasMark = look.logo === null && business.name === PAINTED_NAME;
  const body = (
    <Voice value={say}>
      <MailFrame title={title} sender={sender} why={say(why)} hasMark={hasMark} legal={legal}>
        {ring}
        {words && <MailParagraphs text={words.opening} {...filling} />}
        {children}
        {words && <MailParagraphs text={words.closing} {...filling} />}
        {end}
      </MailFrame>
    </Voice>
  );
  return { subject: title, body };
}

const Voice = createContext((sentence: string) => sentence);

/** A fixed sentence of ours, as the practice says it: "we", or "I". Nothing that anybody typed belongs in it. */
export function Ours({ children }: { children: string }) {
  return useContext(Voice)(children);
}

type Sender = { phone: string; phoneHref: string };

/** The practice's words in a mail: paragraphs, bold, and its telephone number as a link. */
export function MailParagraphs({ text, facts, sender }: { text: string; facts: MailFactsByName; sender: Sender }) {
  return paragraphsOfMail(text, facts).map((paragraph, at) => (
    <MailText key={at}>{linesOf(paragraph, (line) => boldOf(line, { facts, sender }))}</MailText>
  ));
}

function linesOf(paragraph: string, render: (line: string) => ReactNode) {
  return paragraph.split("\n").map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {render(line)}
    </Fragment>
  ));
}

type Filling = { facts: MailFactsByName; sender: Sender };

function boldOf(line: string, filling: Filling) {
  return line.split(/\*\*(.+?)\*\*/).map((piece, at) => {
    const words = dialled(filledLine(piece, filling.facts), filling.sender);
    return at % 2 === 1 ? <strong key={at}>{words}</strong> : <Fragment key={at}>{words}</Fragment>;
  });
}

function dialled(text: string, sender: Sender) {
  if (!sender.phone) return text;
  return text.split(sender.phone).map((piece, at) => (
    <Fragment key={at}>
      {at > 0 && <MailPhone sender={sender} />}
      {piece}
    </Fragment>
  ));
}

/** What somebody typed, with its paragraphs and lines. */
export function TypedParagraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).map((words, at) => ({ words, at }));
  return paragraphs.map(({ words, at }) => (
    <MailText key={at}>
      {words.split("\n").map((line, row) => (
        <span key={row}>
          {row > 0 && <br />}
          {line}
        </span>
      ))}
    </MailText>
  ));
}
