// Measures how many DANFE one core prints per second, from XML to PDF: ours and the fastest generator on
// npm. Both print the same XML, in turns.
import { finished } from "node:stream/promises";
import { gerarPDF } from "@alexssmusica/node-pdf-nfe";
import { readPrintedForm } from "@malote/dfe";
import { printDfe } from "../src/print-dfe.ts";
import { makeNota, type NotaRequest } from "../src/tests/make-nota.ts";

const ROUNDS = 6;
const ROUND_MS = 1_200;
const WARMUP_MS = 800;
const REFERENCE = "@alexssmusica/node-pdf-nfe 1.2.21";
/** The number of items fills that many pages. The layout of NT 2026.010 prints taxes by item, which the
 * reference generator does not. */
const PREVIOUS: NotaRequest = { semIbsCbs: true };
const NT_2026_010: NotaRequest = { comTributosPorItem: true, emissao: "2026-12-01T09:53:00-03:00" };
const CASES = [
  { name: "DANFE de uma página", nota: { ...PREVIOUS, itens: 8 }, pages: 1 },
  { name: "DANFE de duas páginas", nota: { ...PREVIOUS, itens: 30 }, pages: 2 },
  { name: "DANFE da NT 2026.010, uma página", nota: { ...NT_2026_010, itens: 7 }, pages: 1 },
  { name: "DANFE da NT 2026.010, duas páginas", nota: { ...NT_2026_010, itens: 24 }, pages: 2 },
] as const;

for (const { name, nota, pages } of CASES) await race(name, makeNota(nota), pages);
process.disconnect?.();

/** Both run in turns, so that other load on the machine affects both; the best round of each counts. */
async function race(name: string, xml: Buffer, pages: number): Promise<void> {
  const text = xml.toString();
  const ours = (): void => {
    if (printOurs(xml) !== pages) throw new Error(`not ${pages} pages`);
  };
  const foreign = async (): Promise<void> => {
    if ((await printTheirs(text)) === 0) throw new Error("no bytes");
  };
  await runFor(WARMUP_MS, ours);
  await runFor(WARMUP_MS, foreign);
  let [best, bestTheirs] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    best = Math.max(best, await runFor(ROUND_MS, ours));
    bestTheirs = Math.max(bestTheirs, await runFor(ROUND_MS, foreign));
  }
  process.send?.({
    medida: {
      nome: name,
      unidade: "DANFE/s por núcleo",
      nosso: best,
      referencia: { nome: REFERENCE, valor: bestTheirs },
    },
  });
}

/** Reads and draws; returns the number of pages. */
function printOurs(xml: Buffer): number {
  const form = readPrintedForm(xml);
  if (!form) throw new Error("no printed form");
  return printDfe({ form }).pages;
}

/** As in its README, into memory; returns the number of bytes. */
async function printTheirs(xml: string): Promise<number> {
  const doc = await gerarPDF(xml, {});
  let bytes = 0;
  doc.on("data", (part: Buffer) => {
    bytes += part.length;
  });
  await finished(doc);
  return bytes;
}

/** Runs per second of CPU time, over all threads of the process, so that other load does not change the
 * figure. */
async function runFor(ms: number, print: () => unknown): Promise<number> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  let count = 0;
  while (performance.now() - started < ms) {
    await print();
    count += 1;
  }
  const { user, system } = process.cpuUsage(cpu);
  return (count * 1_000_000) / (user + system);
}
