import { Form } from "react-router";
import { NATIONS } from "#app/availability/nation.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";

export function BankHolidays() {
  return (
    <section aria-labelledby="bank-holidays" className="mt-10 max-w-3xl">
      <h2 id="bank-holidays" className="mb-1 text-lg">
        Bank holidays
      </h2>
      <p className="mb-3 text-ink-soft">
        Closes the whole practice on each one left of this year and the next. Days that are closed already stay as they
        are.
      </p>
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <Select label="Of" name="nation" className="w-56">
          {Object.entries(NATIONS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Button name="intent" value="bank-holidays" look="outline">
          Close on bank holidays
        </Button>
      </Form>
    </section>
  );
}
