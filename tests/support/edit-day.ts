import type { Locator, Page } from "playwright-core";

/** A weekday's times in a form of hours, open or not: `Monday`, or `Monday, week B`. */
export function dayOf(page: Page, name: string): Locator {
  return page.getByRole("group", { name, exact: true, includeHidden: true });
}

/** Opens a weekday by its *Edit*, as a person does who changes it. */
export async function editDay(page: Page, name: string): Promise<Locator> {
  const [day = "", week] = name.split(", ");
  const lines = page.locator("summary").filter({ hasText: new RegExp(`^${day}`) });
  const line = week ? lines.filter({ hasText: week }) : lines.first();
  if (!(await dayOf(page, name).isVisible())) await line.click();
  await dayOf(page, name).waitFor();
  return dayOf(page, name);
}
