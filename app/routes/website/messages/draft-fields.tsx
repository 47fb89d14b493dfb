import { DRAFT, TRAP } from "#app/routes/website/messages/message-reply.ts";

/** In every public form: the draft's id, and a trap field that only bots fill in. */
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
