import { expect, test } from "vitest";
import { letterIcon } from "#app/ui/art/letter-icon.ts";

test.each([
  ["Ferrier Sports Therapy", "F"],
  ["élan", "É"],
  ["“7 Hands”", "7"],
  ["<script>", "S"],
  ["& & &", ""],
])("%s has the letter %j, and nothing else of the name", (name, letter) => {
  expect(letterIcon(name)).toContain(`>${letter}</text></svg>`);
});
