import { type Attendance, attendanceInWords } from "#app/appointments/attendance.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";

type Props = { id: string; attendance: Attendance; words: string; hasBegun: boolean };

/** Marks attendance with one press; the toast has Undo. Hidden until the appointment has begun. */
export function AttendanceButtons({ id, attendance, words, hasBegun }: Props) {
  const offered: Attendance[] = hasBegun ? ["arrived", "finished", "missed"] : ["arrived"];
  const others = offered.filter((candidate) => candidate !== attendance);
  return (
    <section aria-labelledby="attendance" className="mt-6">
      <h2 id="attendance" className="text-xl">
        Attendance
      </h2>
      <p className="mt-1">{words}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((next) => (
          <ChangeButton key={next} change={attendanceChange(id, next)}>
            {attendanceInWords(next)}
          </ChangeButton>
        ))}
        {attendance !== "expected" && (
          <ChangeButton change={attendanceChange(id, "expected")} look="quiet">
            Take back
          </ChangeButton>
        )}
      </div>
    </section>
  );
}

function attendanceChange(id: string, attendance: Attendance) {
  return { action: `/admin/appointments/${id}/attendance`, fields: { attendance } };
}
