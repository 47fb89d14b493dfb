import { DRAFT, TRAP } from "#app/routes/website/letters/letter-reply.ts";

/** Part of every form that anybody may send: which draft it is, and a field that only a machine fills. */
export function DraftFields({ draft }: { draft: string }) {
  return (
    <>
      <input type="hidden" name={DRAFT} value={draft} />
      <div className="hidden">
        <label>
          Leave this empty
          <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
