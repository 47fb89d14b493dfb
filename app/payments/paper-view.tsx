import type { Paper } from "#app/payments/receipts-and-statements.ts";
import "#app/ui/styles/paper.css";

/** Its kind and its number, which stays in one piece. */
export function PaperTitle({ title }: { title: string }) {
  const [kind, ...number] = title.split(" ");
  return (
    <h1 className="mb-4 text-3xl">
      {kind} <span className="inline-block">{number.join(" ")}</span>
    </h1>
  );
}

/** A receipt or a statement on a screen and, alone, on printed paper. */
export function PaperView({ paper }: { paper: Paper }) {
  const { title, seller, facts, rows, total, vat, payments, left, notes } = paper;
  return (
    <article className="paper max-w-lg border border-line bg-surface p-5" aria-label={title}>
      <p className="text-lg font-[650]">{seller.name}</p>
      {seller.lines.map((line) => (
        <p key={line} className="text-sm wrap-anywhere">
          {line}
        </p>
      ))}
      <dl className="mt-4">
        {facts.map(([term, value]) => (
          <div key={term} className="grid grid-cols-[auto_1fr] gap-x-4 border-t border-line py-1.5">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="text-right whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="mt-2 w-full">
        <caption className="sr-only">What it is for</caption>
        <tbody>
          {rows.map(({ text, detail, amount }, nth) => (
            <tr key={`${nth} ${text}`} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-normal wrap-anywhere">
                {text}
                {detail && <span className="block text-sm text-ink-soft">{detail}</span>}
              </th>
              <td className="figures py-2 text-right align-top whitespace-nowrap">{amount}</td>
            </tr>
          ))}
          <tr className="border-t-2 border-ink font-[650]">
            <th scope="row" className="py-2 text-left">
              {total[0]}
            </th>
            <td className="figures py-2 text-right">{total[1]}</td>
          </tr>
        </tbody>
      </table>
      {vat.map((line) => (
        <p key={line} className="figures text-sm">
          {line}
        </p>
      ))}
      <ul className="mt-2">
        {payments.map(({ day, words }, nth) => (
          <li key={`${nth} ${words}`} className="flex flex-wrap justify-between gap-x-4">
            <span>{words}</span>
            <span className="text-sm">{day}</span>
          </li>
        ))}
      </ul>
      {left && (
        <p className="mt-2 font-[650]">
          {left[0]}: {left[1]}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm">
          {note}
        </p>
      ))}
    </article>
  );
}

/** Prints what is shown, on A4 or on a till roll of 80 mm. */
export function printPaper(size: "a4" | "roll"): void {
  document.documentElement.dataset.paper = size;
  window.print();
}
