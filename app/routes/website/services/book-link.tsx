import type { Service } from "#app/catalogue/service.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";

type Props = { service: Pick<Service, "slug" | "title">; bookable: boolean; hero?: boolean };

/** A link to book the service, or to send a message about it. */
export function BookLink({ service, bookable, hero }: Props) {
  return bookable ? (
    <BookButton to={`/book?${new URLSearchParams({ service: service.slug })}`} data-hero-book={hero || undefined}>
      BOOK NOW
    </BookButton>
  ) : (
    <LinkButton to={`/contact?${new URLSearchParams({ subject: service.title })}`} reloadDocument>
      Send a message
    </LinkButton>
  );
}
