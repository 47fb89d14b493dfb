import { Fragment, type ReactNode } from "react";
import { filledLine, type MailFactsByName, paragraphsOfMail } from "#app/settings/mail-words.ts";
import { MailPhone, MailText } from "#app/ui/mail-frame.tsx";

type Sender = { phone: string; phoneHref: string };

/** The practice's words in a mail: paragraphs, bold, and its telephone number as a link. */
export function MailParagraphs({ text, facts, sender }: { text: string; facts: MailFactsByName; sender: Sender }) {
  return paragraphsOfMail(text, facts).map((paragraph, at) => (
    <MailText key={at}>{linesOf(paragraph, (line) => boldOf(line, { facts, sender }))}</MailText>
  ));
}

function linesOf(paragraph: string, shown: (line: string) => ReactNode) {
  return paragraph.split("\n").map((line, at) => (
    <Fragment key={at}>
      {at > 0 && <br />}
      {shown(line)}
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
