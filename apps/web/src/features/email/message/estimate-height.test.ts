import { expect, test } from "vitest";
import { estimateHeight } from "./estimate-height.ts";

test("the estimated height grows with the e-mail's text; an e-mail with images has no estimate", () => {
  const short = estimateHeight("<p>Segue a nota.</p>") ?? 0;
  const long = estimateHeight(`<p>${"palavra ".repeat(200)}</p>`) ?? 0;
  expect(short).toBeGreaterThan(60);
  expect(short).toBeLessThan(160);
  expect(long).toBeGreaterThan(900);
  expect(estimateHeight('<p>Veja</p><img alt="" src="https://a.example/b.png">')).toBeNull();
  expect(estimateHeight('<p>Veja</p><img alt="bloqueada">')).not.toBeNull();
});
