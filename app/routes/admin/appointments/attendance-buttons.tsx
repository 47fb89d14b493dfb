import { type Attendance, attendanceInWords } from "#app/appointments/attendance.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";

type Props = { id: string; attendance: Attendance; words: string; hasBegun: boolean; isOff: boolean };

/** Marks attendance with one press; the toast has Undo. `isOff`: its therapist is, so nobody can have come. */
export function AttendanceButtons({ id, attendance, words, hasBegun, isOff }: Props) {
  const offered: Attendance[] = hasBegun ? ["arrived", "finished", "missed"] : ["arrived"];
  const others = offered.filter((candidate) => candidate !== attendance && (candidate === "missed" || !isOff));
  return (
    <section aria-labelledby="attendance" className="mt-6">
      <h2 id="attendance" className="text-xl">
        Attendance
      </h2>
      <p className="mt-1">{words}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((next) => (
          <ChangeButton key={next} change={attendanceChange(id, next, attendance)}>
            {attendanceInWords(next)}
          </ChangeButton>
        ))}
        {attendance !== "expected" && (
          <ChangeButton change={attendanceChange(id, "expected", attendance)} look="quiet">
            Take back
          </ChangeButton>
        )}
      </div>
    </section>
  );
}

function attendanceChange(id: string, attendance: Attendance, seen: Attendance) {
  return { action: `/admin/appointments/${id}/attendance`, fields: { attendance, seen } };
}
