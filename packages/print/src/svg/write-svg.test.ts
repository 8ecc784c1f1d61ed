import { expect, test } from "vitest";
import { Page } from "../page/page.ts";
import { A4_PORTRAIT } from "../page/page-set.ts";
import { writeSvg } from "./write-svg.ts";

function pageWith(draw: (page: Page) => void): Page {
  const page = new Page(A4_PORTRAIT);
  draw(page);
  return page;
}

test("pages stand one below the other, each white and in millimetres", () => {
  const svg = writeSvg([new Page(A4_PORTRAIT), new Page({ width: 80, height: 120 })]);
  expect(svg).toContain('viewBox="0 0 210 417"');
  expect(svg.match(/<svg class="folha"/g)).toHaveLength(2);
  expect(svg).toContain('y="297" width="80" height="120"');
});

test("a text keeps its place, its width of the paper, its style and its own characters", () => {
  const svg = writeSvg([
    pageWith((page) =>
      page.text("Café – 1 ª", { x: 10, y: 20 }, { font: "bold", align: "right", fontSize: 10 }),
    ),
  ]);
  expect(svg).toContain('<text x="10" y="20" font-size="3.528" font-weight="700" text-anchor="end"');
  expect(svg).toMatch(/textLength="[\d.]+" lengthAdjust="spacingAndGlyphs">Café – 1 ª<\/text>/);
});

test("a text of a stranger is only a text", () => {
  const hostile = '<script>alert(1)</script>&amp;"\u0000\u0007]]>';
  const svg = writeSvg([pageWith((page) => page.text(hostile, { x: 0, y: 5 }))]);
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;");
  // XML forbids control characters.
  expect([...svg].filter((sign) => sign < "\t")).toEqual([]);
});

test("lines, borders, bars and what lies below are drawn in the order of the PDF", () => {
  const page = pageWith((drawn) => {
    drawn.line({ x: 0, y: 1 }, { x: 5, y: 1 }, { dashes: [1, 2], grey: 0.5 });
    drawn.border({ x: 1, y: 2, width: 3, height: 4 });
    drawn.fillAll([
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 2, y: 0, width: 1, height: 1 },
    ]);
    drawn.under((below) => below.fill({ x: 9, y: 9, width: 9, height: 9 }, 0.9));
  });
  const marks = writeSvg([page]).match(/<path[^>]*>/g) ?? [];
  expect(marks).toEqual([
    '<path d="M9 9h9v9h-9z" fill="#e6e6e6"/>',
    '<path d="M0 1L5 1" fill="none" stroke="#808080" stroke-width="0.123" stroke-dasharray="1 2"/>',
    '<path d="M1 2h3v4h-3z" fill="none" stroke="#000000" stroke-width="0.123"/>',
    '<path d="M0 0h1v1h-1zM2 0h1v1h-1z" fill="#000000"/>',
  ]);
});
