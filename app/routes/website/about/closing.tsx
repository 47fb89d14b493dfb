import type { Reach } from "#app/settings/reach.ts";
import { BookButton } from "#app/ui/shell/book-button.tsx";

export function Closing({ text, phone }: { text: string; phone: Reach["phone"] }) {
  const [before, after] = phone.label ? text.split(phone.label) : [text];
  return (
    <section aria-label="Ask or book" className="section border-t border-line">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
        <p className="font-display text-2xl font-[650]">
          {before}
          {after !== undefined && (
            <>
              <a href={phone.href} className="prose-link whitespace-nowrap">
                {phone.label}
              </a>
              {after}
            </>
          )}
        </p>
        <BookButton>Book now</BookButton>
      </div>
    </section>
  );
}
