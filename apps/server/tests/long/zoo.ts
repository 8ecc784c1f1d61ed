// `npm run test:long -- zoo [messages] [seed] [folder]`: reads samples of supplier e-mails and
// compares the result with the known answer. Missed samples are written to the folder, when one is
// given.
import fs from "node:fs/promises";
import path from "node:path";
import { readSamples, type SampleFailure, type SampleReport } from "../email/read-supplier-samples.ts";
import { createTestPipeline } from "../setup/test-pipeline.ts";

const DFE_MIN = 0.99;

const total = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const folder = process.argv[4];
const started = performance.now();
const pipeline = await createTestPipeline();
let report: SampleReport;
try {
  report = await readSamples(pipeline, { quantas: total, semente: seed });
} finally {
  await pipeline.dispose();
}
const { documents: dfe, maybe, partes, withoutXml, failures: falhas, slowest } = report;
const seconds = Math.round((performance.now() - started) / 1000);
const { rss } = process.memoryUsage();
console.log(`${report.messages} mensagens de ${report.kinds} espécies, semente ${seed}, ${seconds} s`);
console.log(`DF-e reconhecidos: ${ratio(dfe.recognized, dfe.expected)}`);
console.log(`DF-e atrás de dano, além do esperado: ${ratio(maybe.recognized, maybe.expected)}`);
console.log(`partes com destino: ${ratio(partes.withDestino, partes.seen)}`);
console.log(`partes com destino aceito: ${ratio(partes.withAcceptedDestino, partes.seen)}`);
console.log(`chaves impressas sem XML: ${ratio(withoutXml.found, withoutXml.expected)}`);
console.log(`mais lenta: ${slowest.kind}, ${Math.round(slowest.ms)} ms`);
console.log(`RSS no fim: ${Math.round(rss / 1_048_576)} MB`);
for (const [especie, of] of groupFailures(falhas)) {
  console.log(`errado: ${especie} (${of.length}): ${of[0]?.mismatches.join("; ")}`);
}
if (folder !== undefined) await writeFailures(folder, falhas);
const isGood = dfe.recognized >= dfe.expected * DFE_MIN && partes.withDestino === partes.seen;
process.exitCode = isGood ? 0 : 1;

function ratio(of: number, all: number): string {
  const percent = all === 0 ? 100 : (of * 100) / all;
  return `${of}/${all} (${percent.toFixed(2).replace(".", ",")} %)`;
}

function groupFailures(all: readonly SampleFailure[]): Map<string, SampleFailure[]> {
  const groups = new Map<string, SampleFailure[]>();
  for (const failure of all) {
    const { kind: especie } = failure.sample;
    groups.set(especie, [...(groups.get(especie) ?? []), failure]);
  }
  return groups;
}

async function writeFailures(dir: string, all: readonly SampleFailure[]): Promise<void> {
  await fs.mkdir(dir, { recursive: true });
  for (const { sample, mismatches: violations } of all) {
    const file = path.join(dir, `${sample.kind}-${sample.index}`);
    await fs.writeFile(`${file}.eml`, sample.raw);
    await fs.writeFile(`${file}.txt`, `${sample.traits}\n${violations.join("\n")}\n`);
  }
}
