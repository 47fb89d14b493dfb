import type { Fields } from "#app/platform/form-fields.ts";
import { Brand } from "#app/ui/shell/brand.tsx";
import type { LookView } from "#app/ui/shell/look-view.ts";

type Props = { name: string; blurb: string; look: LookView; typed: Fields };

/** The top of a page with the look that was chosen, in both themes. */
export function LookPreview({ name, blurb, look, typed }: Props) {
  const logo = look.logo && { ...look.logo, hasName: typed.logoHasName === "on" };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["light", "dark"] as const).map((theme) => (
        <figure key={theme}>
          <div
            data-theme={theme}
            data-accent={typed.accent === "oxide" ? undefined : typed.accent}
            data-typeface={typed.typeface}
            className="rounded-md border border-line bg-paper p-4 text-ink"
          >
            <p className="flex min-h-11 items-center gap-3">
              <Brand
                look={{ ...look, logo }}
                name={name}
                nameClassName="min-w-0 wrap-anywhere font-display text-lg font-[700] tracking-[-0.02em]"
              />
            </p>
            <p className="mt-4 font-display text-2xl font-[700]">Move Better. Feel Stronger.</p>
            <p className="mt-2 text-sm text-ink-soft">{blurb}</p>
            <p className="mt-4 flex flex-wrap gap-3 text-sm font-[650]">
              <span className="rounded-sm bg-accent px-4 py-2 text-on-accent">BOOK NOW</span>
              <span className="rounded-sm border border-edge px-4 py-2 underline decoration-accent decoration-2 underline-offset-8">
                Services
              </span>
            </p>
          </div>
          <figcaption className="mt-1 text-sm text-ink-soft">{theme === "light" ? "Light" : "Dark"}</figcaption>
        </figure>
      ))}
    </div>
  );
}
