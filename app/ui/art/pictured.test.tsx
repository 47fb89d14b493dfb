import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pictured } from "#app/ui/art/pictured.tsx";

const props = { drawing: "deep-tissue-massage", size: "card", sizes: "8rem" } as const;
const photograph = { src: "/a.webp", srcSet: "/a.webp 400w", width: 400, height: 500, alt: "Hands at work" };

test("a drawing answers the pointer where it was asked to, a photograph never", () => {
  const answering = 'data-drawing="deep-tissue-massage"';
  expect(renderToStaticMarkup(<Pictured image={null} {...props} releases />)).toContain(answering);
  expect(renderToStaticMarkup(<Pictured image={null} {...props} />)).not.toContain(answering);
  expect(renderToStaticMarkup(<Pictured image={photograph} {...props} releases />)).not.toContain(answering);
});
