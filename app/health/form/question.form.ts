import { z } from "zod";
import { optionalText, requiredText, tickBox } from "#app/platform/form-schemas.ts";

export const FLAGS = ["call", "check", "avoid"] as const;
export const TYPES = ["yes-no", "text", "choice", "body"] as const;

/** A question as it is stored and shown. An answer names its id, so an id never comes to mean another question. */
export const question = z.object({
  id: z.string(),
  type: z.enum(TYPES),
  title: z.string(),
  hint: z.string(),
  /** The heading that it stands under, with its neighbours of the same group. */
  group: z.string(),
  /** What a yes means; null: nothing. */
  flag: z.enum(FLAGS).nullable(),
  /** What can be chosen, of a choice. */
  options: z.array(z.string()),
  /** Whether it must be answered. Yes or no always must. */
  required: z.boolean(),
});

const MOST_OPTIONS = 12;
const LONGEST_OPTION = 100;

/** A question as an owner edits it. */
export const questionForm = z
  .object({
    type: z.enum(TYPES, { error: "Choose how it is answered" }),
    title: requiredText("the question", 300),
    hint: optionalText("the help", 300),
    group: requiredText("the heading", 60),
    flag: z.enum(["", ...FLAGS], { error: "Choose what a yes means" }).default(""),
    options: optionalText("the choices", 1500),
    required: tickBox(),
  })
  .transform(({ type, flag, options, required, ...words }) => ({
    ...words,
    type,
    flag: type === "yes-no" && flag !== "" ? flag : null,
    options: type === "choice" ? [...new Set(linesOf(options))] : [],
    required: type === "yes-no" || required,
  }))
  .superRefine(({ type, options }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["options"], message });
    if (type !== "choice") return;
    if (options.length < 2) refuse("Enter at least two choices, each on its own line");
    if (options.length > MOST_OPTIONS) refuse(`Enter ${MOST_OPTIONS} choices or fewer`);
    if (options.some((option) => option.length > LONGEST_OPTION))
      refuse(`Shorten each choice to ${LONGEST_OPTION} characters or fewer`);
  });

export type QuestionDraft = z.output<typeof questionForm>;

export function questionFormOf({ type, title, hint, group, flag, options, required }: QuestionDraft): object {
  return { ...{ type, title, hint, group, required }, flag: flag ?? "", options: options.join("\n") };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
