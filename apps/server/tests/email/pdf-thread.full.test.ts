import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createPdfReader } from "../../src/jobs/threads/task-pools.ts";

const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));

/** A minimal PDF with one page that contains this text. */
function writePdf(text: string): Buffer {
  const stream = `BT /F1 9 Tf 40 800 Td (${text}) Tj ET`;
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n` +
      `4 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n` +
      `5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`,
  );
}

test("the built program reads PDFs in a thread and returns each text to its own call", async () => {
  const readPdf = createPdfReader({ entry: ENTRY });
  const texts = await Promise.all(["primeira", "segunda"].map((text) => readPdf(writePdf(text))));
  expect(texts).toEqual([
    { texto: expect.stringContaining("primeira"), cpuMs: expect.any(Number) },
    { texto: expect.stringContaining("segunda"), cpuMs: expect.any(Number) },
  ]);
  expect((await readPdf(Buffer.from("%PDF-1.4 nada"))).texto).toBe("");
});

test("a thread is not idle during a call, and a new thread starts after an idle one was ended", async () => {
  const readPdf = createPdfReader({ entry: ENTRY, idleMs: 1 });
  expect((await readPdf(writePdf("primeira"))).texto).toContain("primeira");
  expect((await readPdf(writePdf("segunda"))).texto).toContain("segunda");
  await sleep(50);
  expect((await readPdf(writePdf("terceira"))).texto).toContain("terceira");
});

test("a thread that times out or is missing returns no text, and the next call uses another thread", async () => {
  const hurried = createPdfReader({ entry: ENTRY, timeoutMs: 1 });
  const readings = await Promise.all([hurried(writePdf("a")), hurried(writePdf("b"))]);
  expect(readings.map(({ texto }) => texto)).toEqual(["", ""]);
  expect((await createPdfReader({ entry: "/nao/ha.mjs" })(writePdf("a"))).texto).toBe("");
});
