import type { ReactNode } from "react";
import { anchorOf } from "#app/platform/text.ts";
import { ReadingChapter, ReadingPage } from "#app/routes/website/reading-page.tsx";
import { Prose } from "#app/ui/prose.tsx";

type Section = { title: string; text: readonly string[] };

/** A chapter that is not plain text, such as a table. `after`: how many sections precede it. */
type Extra = { title: string; after: number; content: ReactNode };

type Props = {
  words: { title: string; summary: string; sections: readonly Section[] };
  updated: string;
  extra?: Extra;
};

export const POLICY_CARD = { image: "home", imageAlt: "Move Better. Feel Stronger." };

/** The layout of every policy: date, summary, contents, text. */
export function PolicyPage({ words, updated, extra }: Props) {
  const chapters = words.sections.map(({ title, text }) => ({ title, content: <Paragraphs text={text} /> }));
  if (extra) chapters.splice(extra.after, 0, { title: extra.title, content: <>{extra.content}</> });
  const sections = chapters.map((chapter) => ({ id: anchorOf(chapter.title), ...chapter }));
  return (
    <ReadingPage
      title={words.title}
      note={`Last updated ${updated}`}
      lead={<Prose>{words.summary}</Prose>}
      chapters={sections}
    >
      {sections.map(({ id, title, content }) => (
        <ReadingChapter key={id} id={id} title={title}>
          {content}
        </ReadingChapter>
      ))}
    </ReadingPage>
  );
}

export function Paragraphs({ text }: { text: readonly string[] }) {
  return text.map((paragraph) => (
    <p key={paragraph} className="measure">
      <Prose>{paragraph}</Prose>
    </p>
  ));
}
