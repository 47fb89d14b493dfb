import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const CLINIKO_KEY = "MS0xLWl4SzYwYVdtR3V2d0RxSExTOEg4Qg-uk1";

type Kind = "patients" | "treatment_notes" | "patient_forms";
type Item = Record<string, unknown> & { id: string };

type Person = { id: string; name: string; email?: string; phone?: string; bornOn?: string; archived?: boolean };
type Written = {
  id: string;
  patient: string;
  words: string;
  at?: string;
  author?: string;
  draft?: boolean;
  completed?: boolean;
  title?: string;
};

/** `limited`: 429 until that second. `broken`: 500. `revoked`: 401. `shuffled`: the latest first, whatever is asked. */
type Mood =
  | { kind: "well" | "broken" | "revoked" | "forbidden" | "shuffled" | "garbled" }
  | { kind: "limited"; resetAt: number };

export type PretendCliniko = Awaited<ReturnType<typeof startPretendCliniko>>;

/**
 * Cliniko on loopback, in the shapes that it documents, with three entries a page. `before`: what happens to the account
 * when a page is asked, as someone goes on working there.
 */
export async function startPretendCliniko() {
  const items: Record<Kind, Item[]> = { patients: [], treatment_notes: [], patient_forms: [] };
  const calls: string[] = [];
  let mood: Mood = { kind: "well" };
  let before: (path: string) => void = () => {};

  const server = createServer((request, response) => answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const asked = new URL(request.url ?? "/", url);
    calls.push(`${asked.pathname}?${asked.searchParams}`);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
    const kind = asked.pathname.replace("/v1/", "") as Kind;
    before(kind);
    if (mood.kind === "limited") return void send(429, {}, { "X-RateLimit-Reset": String(mood.resetAt) });
    if (mood.kind === "broken") return void send(500, { message: "Something went wrong" });
    if (mood.kind === "garbled") return void response.writeHead(200).end("<!doctype html><title>Hello</title>");
    const expected = `Basic ${Buffer.from(`${CLINIKO_KEY}:`).toString("base64")}`;
    if (mood.kind === "revoked" || request.headers.authorization !== expected) return void send(401, {});
    if (mood.kind === "forbidden") return void send(403, {});
    if (!/^\S.* \(\S+@\S+\)$/.test(request.headers["user-agent"] ?? "")) return void send(403, {});
    if (!items[kind]) return void send(404, {});
    send(200, pageOf(kind, asked.searchParams));
  }

  // Three a page, so that pages are turned, whatever is asked for.
  function pageOf(kind: Kind, query: URLSearchParams) {
    const filters = query.getAll("q[]");
    const after = filters.flatMap((filter) => /^id:>(\d+)$/.exec(filter)?.[1] ?? [])[0] ?? "0";
    const withArchived = filters.includes("archived_at:*");
    const all = items[kind]
      .filter(({ id, archived_at }) => BigInt(id) > BigInt(after) && (withArchived || !archived_at))
      .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
    if (mood.kind === "shuffled") all.reverse();
    const page = Number(query.get("page") ?? 1);
    const shown = all.slice((page - 1) * PER_PAGE, page * PER_PAGE);
    const self = `${url}/v1/${kind}?${query}`;
    const next = all.length > page * PER_PAGE ? { next: `${url}/v1/${kind}?page=${page + 1}` } : {};
    return { [kind]: shown, total_entries: all.length, links: { self, ...next } };
  }

  const linkTo = (id: string) => ({ links: { self: `${url}/v1/patients/${id}` } });

  return {
    url,
    calls,
    items,
    config: { clinikoApiUrl: url, outboundPrivate: [url] },
    environment: { CLINIKO_API_URL: url, OUTBOUND_PRIVATE: url },
    become: (next: Mood) => {
      mood = next;
    },
    onCall: (work: (path: string) => void) => {
      before = work;
    },
    patient({ id, name, email = "", phone = "", bornOn = "1980-02-03", archived = false }: Person) {
      const [first_name = "", ...rest] = name.split(" ");
      items.patients.push({
        ...{ id, first_name, last_name: rest.join(" "), email, date_of_birth: bornOn },
        ...{ archived_at: archived ? "2024-01-01T10:00:00Z" : null, created_at: "2020-01-01T10:00:00Z" },
        patient_phone_numbers: phone ? [{ phone_type: "Mobile", number: phone }] : [],
        links: { self: `${url}/v1/patients/${id}` },
      });
    },
    note({ id, patient, words, at = "2024-03-05T09:30:00Z", author = "Nat Hermiston", draft = false, title }: Written) {
      items.treatment_notes.push({
        ...{ id, created_at: at, updated_at: at, draft, title: title ?? "Standard consultation", author_name: author },
        ...{ deleted_at: null, patient: linkTo(patient), content: { sections: [noteSection(words)] } },
        links: { self: `${url}/v1/treatment_notes/${id}` },
      });
    },
    form({ id, patient, words, at = "2024-03-04T18:00:00Z", completed = true, title }: Written) {
      items.patient_forms.push({
        ...{ id, created_at: at, updated_at: at, completed_at: completed ? at : null, name: title ?? "New patient" },
        ...{ patient: linkTo(patient), content: { sections: [formSection(words)] } },
        links: { self: `${url}/v1/patient_forms/${id}` },
      });
    },
    /** Someone changes a note there. */
    edit(id: string, words: string, at: string) {
      const note = items.treatment_notes.find((one) => one.id === id);
      if (note) Object.assign(note, { updated_at: at, content: { sections: [noteSection(words)] } });
    },
    remove(kind: Kind, id: string) {
      items[kind] = items[kind].filter((one) => one.id !== id);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const PER_PAGE = 3;

function noteSection(words: string) {
  return {
    name: "Subjective",
    questions: [
      { name: "Presenting complaint", type: "paragraph", answer: `<div>${words}</div><div>Second &lt;line&gt;</div>` },
      { name: "Side", type: "radiobuttons", answers: [{ value: "Left", selected: true }, { value: "Right" }] },
      { name: "Left blank", type: "text" },
    ],
  };
}

function formSection(words: string) {
  return {
    name: "Medical history",
    questions: [
      { name: "Describe it", type: "text", required: true, answer: words },
      {
        ...{ name: "Symptoms", type: "checkboxes" },
        answers: [{ value: "Fever" }, { value: "Headache", selected: true }, { value: "Cough", selected: true }],
      },
      { name: "I agree", type: "signature", signature_id: "565805660088829113" },
    ],
  };
}
