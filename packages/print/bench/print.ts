// Measures how many DANFE one core prints per second, from XML to PDF: ours and the fastest generator on
// npm. Both print the same XML, in turns.
import { finished } from "node:stream/promises";
import { gerarPDF } from "@alexssmusica/node-pdf-nfe";
import { readPapel } from "@malote/dfe";
import { printDfe } from "../src/print-dfe.ts";
import { makeNota, type NotaPedida } from "../src/tests/make-nota.ts";

const RODADAS = 6;
const RODADA_MS = 1_200;
const AQUECIMENTO_MS = 800;
const REFERENCIA = "@alexssmusica/node-pdf-nfe 1.2.21";
/** The number of items fills that many pages. The layout of NT 2026.010 prints taxes by item, which the
 * reference generator does not. */
const ANTERIOR: NotaPedida = { semIbsCbs: true };
const NT_2026_010: NotaPedida = { comTributosPorItem: true, emissao: "2026-12-01T09:53:00-03:00" };
const CASOS = [
  { nome: "DANFE de uma página", nota: { ...ANTERIOR, itens: 8 }, paginas: 1 },
  { nome: "DANFE de duas páginas", nota: { ...ANTERIOR, itens: 30 }, paginas: 2 },
  { nome: "DANFE da NT 2026.010, uma página", nota: { ...NT_2026_010, itens: 7 }, paginas: 1 },
  { nome: "DANFE da NT 2026.010, duas páginas", nota: { ...NT_2026_010, itens: 24 }, paginas: 2 },
] as const;

for (const { nome, nota, paginas } of CASOS) await race(nome, makeNota(nota), paginas);
process.disconnect?.();

/** Both run in turns, so that other load on the machine affects both; the best round of each counts. */
async function race(nome: string, xml: Buffer, paginas: number): Promise<void> {
  const text = xml.toString();
  const nosso = (): void => {
    if (printOurs(xml) !== paginas) throw new Error(`not ${paginas} pages`);
  };
  const alheio = async (): Promise<void> => {
    if ((await printTheirs(text)) === 0) throw new Error("no bytes");
  };
  await runFor(AQUECIMENTO_MS, nosso);
  await runFor(AQUECIMENTO_MS, alheio);
  let [melhor, melhorAlheio] = [0, 0];
  for (let rodada = 0; rodada < RODADAS; rodada += 1) {
    melhor = Math.max(melhor, await runFor(RODADA_MS, nosso));
    melhorAlheio = Math.max(melhorAlheio, await runFor(RODADA_MS, alheio));
  }
  process.send?.({
    medida: {
      nome,
      unidade: "DANFE/s por núcleo",
      nosso: melhor,
      referencia: { nome: REFERENCIA, valor: melhorAlheio },
    },
  });
}

/** Reads and draws; returns the number of pages. */
function printOurs(xml: Buffer): number {
  const papel = readPapel(xml);
  if (!papel) throw new Error("no printed form");
  return printDfe({ papel }).paginas;
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
