import { expect, test } from "vitest";
import { givenName, initialledName, initialsOf } from "#app/platform/person-name.ts";

test.each([
  ["Imogen Hartley", "Imogen", "Imogen H.", "IH"],
  ["Imogen", "Imogen", "Imogen", "I"],
  ["Dr Imogen Hartley", "Imogen", "Imogen H.", "IH"],
  ["Dr. Hartley", "Hartley", "Hartley", "H"],
  ["Dr", "Dr", "Dr", "D"],
  ["🌸 Imogen Hartley", "Imogen", "Imogen H.", "IH"],
  ["🌸Imogen Hartley", "🌸Imogen", "🌸Imogen H.", "IH"],
  ["👩‍⚕️", "👩‍⚕️", "👩‍⚕️", "👩‍⚕️"],
  ["E\u0301lodie  O\u2019Neill ✨", "E\u0301lodie", "E\u0301lodie O.", "E\u0301O"],
  ["𝒥o Ferrier", "𝒥o", "𝒥o F.", "𝒥F"],
  ["李 小龍", "李", "李 小.", "李小"],
])("%s is %s, %s and %s in narrow places, never half a sign", (name, given, initialled, initials) => {
  expect([givenName(name), initialledName(name), initialsOf(name)]).toEqual([given, initialled, initials]);
});
