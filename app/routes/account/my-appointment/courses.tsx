import { data, href, Link, redirect } from "react-router";
import { shareForm } from "#app/payments/shop/order.form.ts";
import { listOwnCourses, shareCourse, unshareCourse } from "#app/payments/shop/share-course.server.ts";
import { leftInWords, stateInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { type FormReply, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { Button, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/courses.ts";

/** The signed-in person as the client that they are, whatever else they do here. */
async function meOf(context: Route.LoaderArgs["context"]) {
  const app = appContextOf(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on) throw data(null, { status: 404 });
  const actor = { kind: "client", userId: signedInUserOf(context).id } as const;
  return { app, actor, today: localDateOf(app.clock.now(), bookingRules.zone) };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, today } = await meOf(context);
  const courses = await listOwnCourses(app.db.kysely, actor.userId);
  return {
    courses: courses.map((course) => ({
      ...{ id: course.id, name: voucherName(course), isOwn: course.owner === null, sharedWith: course.sharedWith },
      ...{ left: leftInWords(course), isOpen: stateInWords(course, today) === "Open" },
      ...{ state: stateInWords(course, today), until: dayInWords(course.expiresOn, { year: true }) },
    })),
  };
}

type Reply = FormReply<{ alert?: string }>;

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = await meOf(context);
  const typed = fieldsFrom(await readFormBody(request));
  const voucherId = typed.course ?? "";
  if (typed.intent === "unshare") {
    const outcome = await unshareCourse(app, actor, { voucherId, email: typed.email ?? "" });
    if (outcome.kind === "not-found") throw data(null, { status: 404 });
    return redirect(href("/my-appointment/courses"), 303);
  }
  const read = readFields(shareForm, typed);
  if (read.kind === "invalid") return data<Reply>({ typed, errors: read.errors }, { status: 422 });
  const outcome = await shareCourse(app, actor, { voucherId, ...read.value });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "conflict") return data<Reply>({ typed, alert: outcome.message }, { status: 409 });
  return redirect(href("/my-appointment/courses"), 303);
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your courses");

export default function Courses({ loaderData: { courses }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <p className="mb-2">
        <Link to={href("/my-appointment")} className="prose-link inline-flex min-h-11 items-center">
          Your appointments
        </Link>
      </p>
      <h1 className="text-3xl">Your courses</h1>
      <div className="measure">
        {actionData?.alert && (
          <Notice id="answer" tone="danger" live className="mt-4">
            {actionData.alert}
          </Notice>
        )}
        {courses.length === 0 ? (
          <p className="mt-6">There is nothing here yet. Courses that you buy appear here.</p>
        ) : (
          <ul className="mt-6 border-t border-line">
            {courses.map((course) => (
              <Course key={course.id} {...course} reply={actionData?.typed.course === course.id ? actionData : null} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type CourseProps = Route.ComponentProps["loaderData"]["courses"][number] & { reply: Reply | null };

function Course({ id, name, isOwn, sharedWith, left, isOpen, state, until, reply }: CourseProps) {
  return (
    <li className="border-b border-line py-4">
      <p className="font-[650]">{name}</p>
      <p>{isOpen ? `${left}, until ${until}` : state}</p>
      {isOwn && isOpen && (
        <details open={sharedWith.length > 0 || reply !== null}>
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Share it<span className="sr-only">: {name}</span>
          </summary>
          <ul>
            {sharedWith.map((email) => (
              <li key={email} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="wrap-anywhere">{email}</span>
                <form method="post">
                  <input type="hidden" name="course" value={id} />
                  <input type="hidden" name="email" value={email} />
                  <Button name="intent" value="unshare" look="outline" size="small">
                    Stop sharing<span className="sr-only"> with {email}</span>
                  </Button>
                </form>
              </li>
            ))}
          </ul>
          <form method="post" action="#answer" noValidate className="space-y-3 pb-2">
            <input type="hidden" name="course" value={id} />
            <Field
              label="Email address of who else may use it"
              id={`email-${id}`}
              hint="Someone in your family, with the address that they book with. You can stop sharing at any time."
              name="email"
              type="email"
              maxLength={254}
              autoComplete="off"
              defaultValue={reply?.typed.email ?? ""}
              error={reply?.errors?.email}
            />
            <Button name="intent" value="share" look="outline">
              Share it
            </Button>
          </form>
        </details>
      )}
    </li>
  );
}
