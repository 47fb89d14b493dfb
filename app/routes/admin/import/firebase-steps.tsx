import type { LastTry } from "#app/moving/firebase/last-try.db.server.ts";
import { inNumbers } from "#app/routes/admin/import/import-words.ts";
import { Notice } from "#app/ui/notice.tsx";

const COMMAND =
  "npm run import-firebase -- --users users.json --hash-config hash-config.txt --documents documents.json";

/** How a Firebase project moves in: three files, a look, and the move. */
export function FirebaseSteps() {
  return (
    <div className="space-y-4">
      <p>
        Clients go on logging in with the passwords that they have, and find their appointments. Whoever looks after the
        machine that runs this site does it there, with three files of your Firebase project:
      </p>
      <ol className="list-decimal space-y-2 pl-6">
        <li>
          <strong>users.json</strong>, the accounts: what <code>npx firebase-tools auth:export users.json</code> writes.
        </li>
        <li>
          <strong>hash-config.txt</strong>, without which no password can be compared: in the Firebase console under
          Authentication, Users, the three dots, “Password hash parameters”. Copy the whole block. It is a secret:
          delete the file at the end.
        </li>
        <li>
          <strong>documents.json</strong>, the documents “users” and “appointments” (docs/moving-in.md names three ways
          to get them).
        </li>
      </ol>
      <p>Look first. This stores nothing, and what it found stands here then:</p>
      <Command words={`${COMMAND} --dry-run`} />
      <p>Then move. What only you can decide, such as a date that may be two days, waits here:</p>
      <Command words={COMMAND} />
    </div>
  );
}

function Command({ words }: { words: string }) {
  return (
    <p className="rounded-sm border border-line bg-wash p-4 text-sm wrap-anywhere">
      <code>{words}</code>
    </p>
  );
}

/** What the last dry run found. */
export function FirebaseTried({ tried, when }: { tried: LastTry; when: string }) {
  if (tried.refused) {
    return (
      <Notice tone="danger" className="mb-6">
        <p className="font-[650]">The look of {when} found no export that can be read</p>
        <p className="mt-1 wrap-anywhere">{tried.refused}</p>
      </Notice>
    );
  }
  const { users, appointments, known, review, leftOut, withoutPassword, redacted, admins } = tried;
  return (
    <Notice className="mb-6">
      <p className="font-[650]">The look of {when} stored nothing. The move would bring:</p>
      <ul className="mt-1">
        <li>
          {inNumbers(users)} accounts and {inNumbers(appointments)} appointments that are new here, {inNumbers(known)}{" "}
          that are here already
        </li>
        <li>
          {inNumbers(review)} for you to decide, {inNumbers(leftOut)} left out
        </li>
        {withoutPassword > 0 && (
          <li>{inNumbers(withoutPassword)} without a password: their first try mails them a link</li>
        )}
        {redacted > 0 && (
          <li>{inNumbers(redacted)} whose password the export hides: whoever exported may not read them</li>
        )}
        {admins > 0 && <li>{inNumbers(admins)} who were admins there, and come as ordinary accounts</li>}
      </ul>
    </Notice>
  );
}
