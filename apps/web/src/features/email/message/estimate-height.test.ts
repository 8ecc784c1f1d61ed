import { expect, test } from "vitest";
import { estimateHeight } from "./estimate-height.ts";

test("estimates more height for longer e-mails, and nothing for e-mails with images", () => {
  const short = estimateHeight("<p>Segue a nota.</p>") ?? 0;
  const long = estimateHeight(`<p>${"palavra ".repeat(200)}</p>`) ?? 0;
  expect(short).toBeGreaterThan(60);
  expect(short).toBeLessThan(160);
  expect(long).toBeGreaterThan(900);
  expect(estimateHeight('<p>Veja</p><img alt="" src="https://a.example/b.png">')).toBeNull();
  expect(estimateHeight('<p>Veja</p><img alt="bloqueada">')).not.toBeNull();
});
