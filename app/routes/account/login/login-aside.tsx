import { Link } from "react-router";
import type { LoginMode } from "#app/routes/account/login/login-mode.ts";
import { Plate } from "#app/ui/art/plate.tsx";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

const GOOD_FOR = {
  title: "What an account is for",
  lines: [
    "Your appointments in one place, to move or to cancel.",
    "Booking again without typing your details.",
    "Everything that is kept about you, to download or to delete.",
  ],
};

const ASIDES: Record<LoginMode, { title: string; lines: string[] }> = {
  login: GOOD_FOR,
  "sign-up": GOOD_FOR,
  forgot: {
    title: "What happens next",
    lines: [
      "If the address has an account, the email is there within a few minutes. Look among the unwanted mail, too.",
      "Its link works once, for one hour, and leads to a page for the new password.",
      "Until then the old password still works.",
    ],
  },
  code: {
    title: "If your phone is not at hand",
    lines: [
      "Each backup code that you kept works once in place of the app’s code.",
      "A code of the app lasts half a minute: wait for the next one if it is about to change.",
    ],
  },
};

/** Beside the form on a desk, below it on a phone: what it is good for, and that a booking needs no account. */
export function LoginAside({ mode }: { mode: LoginMode }) {
  const sendsMail = useSendsMail();
  const { title, lines } = mode === "forgot" && !sendsMail ? GOOD_FOR : ASIDES[mode];
  return (
    <aside
      aria-labelledby="login-aside"
      className="gap-10 border-line max-lg:border-t max-lg:pt-8 lg:grid lg:border-l lg:pl-14 xl:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="max-w-md lg:pt-3">
        <h2 id="login-aside" className="text-xl">
          {title}
        </h2>
        <ul className="mt-4 space-y-3">
          {lines.map((line) => (
            <li key={line} className="border-t border-line pt-3">
              {line}
            </li>
          ))}
        </ul>
        {useOnlineBooking() && (
          <p className="mt-6 text-ink-soft">
            You don’t need an account to book.{" "}
            <Link reloadDocument to="/book" className="prose-link whitespace-nowrap">
              Choose a time
            </Link>
          </p>
        )}
      </div>
      <div className="max-xl:hidden">
        <Plate slug="personalized-wellness-plans" size="card" />
      </div>
    </aside>
  );
}
