import { placeOf } from "#app/routes/account/account/part.tsx";
import { Plate } from "#app/ui/art/plate.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";

/** On a wide desk, beside the forms: their contents, and the ways on. */
export function AccountAside({ titles }: { titles: readonly string[] }) {
  return (
    <aside aria-labelledby="on-this-page" className="border-t border-line py-8 max-xl:hidden print:hidden">
      <div className="sticky top-8">
        <h2 id="on-this-page" className="text-sm text-ink-soft">
          On this page
        </h2>
        <ul className="mt-2">
          {titles.map((title) => (
            <li key={title}>
              <a href={`#${placeOf(title)}`} className="block py-1.5 text-sm underline-offset-4 hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
        <BookButton look="outline" className="mt-6 w-full">
          Book a time
        </BookButton>
        <Plate slug="personalized-wellness-plans" size="card" className="mt-8" />
      </div>
    </aside>
  );
}
