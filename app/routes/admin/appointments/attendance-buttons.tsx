import { type Attendance, attendanceInWords } from "#app/appointments/attendance/attendance.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";

type Props = { id: string; attendance: Attendance; hasBegun: boolean };

/** Who came, by one press; the toast takes it back. What is not possible yet is not offered. */
export function AttendanceButtons({ id, attendance, hasBegun }: Props) {
  const offered: Attendance[] = hasBegun ? ["arrived", "finished", "missed"] : ["arrived"];
  const others = offered.filter((candidate) => candidate !== attendance);
  return (
    <section aria-labelledby="attendance" className="mt-6">
      <h2 id="attendance" className="text-xl">
        Attendance
      </h2>
      <p className="mt-1">{attendanceInWords(attendance)}</p>
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

export function attendanceChange(id: string, attendance: Attendance) {
  return { action: `/admin/appointments/${id}/attendance`, fields: { attendance } };
}
