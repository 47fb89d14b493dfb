import { type CardFace, faceInWords } from "#app/payments/online/provider.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { AccountPart, PartForm } from "#app/routes/account/account/part.tsx";
import { Button } from "#app/ui/controls.tsx";

type Stored = CardFace & {
  id: string;
  isLeft: boolean;
  agreements: { appointmentId: string; start: number; service: string; capPence: number; words: string }[];
};

export type CardInAccount = ReturnType<typeof viewCard>;

/** A kept card as its owner reads of it: for which appointments, and what was agreed for each. */
export function viewCard(
  { id, isLeft, agreements, ...face }: Stored,
  { zone, locale }: { zone: string; locale: string },
) {
  const [year, month] = face.expires.split("-");
  return {
    ...{ id, isLeft, name: faceInWords(face), expires: `${month}/${year}` },
    agreements: agreements.map(({ appointmentId, start, service, capPence, words }) => ({
      ...{ id: appointmentId, what: `${service}, ${localeMoment(start, zone, locale)}`, words },
      most: priceInFull(capPence),
    })),
  };
}

const LEFT = "The practice has changed its payment provider. Nothing can be charged to this card any longer.";

export function CardsPart({ cards }: { cards: readonly CardInAccount[] }) {
  return (
    <AccountPart title="Kept cards" parts={["card"]}>
      <ul className="*:border-t *:border-line max-lg:mt-2 lg:*:first:border-0">
        {cards.map(({ id, isLeft, name, expires, agreements }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-[650]">{name}</p>
              <p className="text-sm text-ink-soft">Expires {expires}</p>
              {isLeft && <p className="mt-2">{LEFT}</p>}
              {agreements.map((agreed) => (
                <p key={agreed.id} className="mt-2 text-sm">
                  {agreed.what}: {agreed.most} at most. {agreed.words}
                </p>
              ))}
            </div>
            <PartForm part="card">
              <input type="hidden" name="id" value={id} />
              <Button look="outline" size="small">
                Remove<span className="sr-only">: {name}</span>
              </Button>
            </PartForm>
          </li>
        ))}
      </ul>
    </AccountPart>
  );
}
