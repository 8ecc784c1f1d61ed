// `npm run test:long -- zoo [messages] [seed] [folder]`: reads samples of supplier e-mails and
// compares the result with the known answer. Missed samples are written to the folder, when one is
// given.
import fs from "node:fs/promises";
import path from "node:path";
import { createRoad } from "../road.ts";
import { type Balanco, type Falha, visitZoo } from "../zoo.ts";

const DFE_MIN = 0.99;

const quantas = Number(process.argv[2] ?? 2_000);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const folder = process.argv[4];
const started = performance.now();
const road = await createRoad();
let balanco: Balanco;
try {
  balanco = await visitZoo(road, { quantas, semente });
} finally {
  await road.dispose();
}
const { dfe, talvez, partes, semXml, falhas, maisLenta } = balanco;
const seconds = Math.round((performance.now() - started) / 1000);
const { rss } = process.memoryUsage();
console.log(
  `${balanco.mensagens} mensagens de ${balanco.especies} espécies, semente ${semente}, ${seconds} s`,
);
console.log(`DF-e reconhecidos: ${ratio(dfe.reconhecidos, dfe.esperados)}`);
console.log(`DF-e atrás de dano, além do esperado: ${ratio(talvez.reconhecidos, talvez.esperados)}`);
console.log(`partes com destino: ${ratio(partes.comDestino, partes.vistas)}`);
console.log(`partes com destino aceito: ${ratio(partes.comDestinoAceito, partes.vistas)}`);
console.log(`chaves impressas sem XML: ${ratio(semXml.achadas, semXml.esperadas)}`);
console.log(`mais lenta: ${maisLenta.especie}, ${Math.round(maisLenta.ms)} ms`);
console.log(`RSS no fim: ${Math.round(rss / 1_048_576)} MB`);
for (const [especie, of] of groupFalhas(falhas)) {
  console.log(`errado: ${especie} (${of.length}): ${of[0]?.errado.join("; ")}`);
}
if (folder !== undefined) await keepFalhas(folder, falhas);
const isGood = dfe.reconhecidos >= dfe.esperados * DFE_MIN && partes.comDestino === partes.vistas;
process.exitCode = isGood ? 0 : 1;

function ratio(of: number, all: number): string {
  const percent = all === 0 ? 100 : (of * 100) / all;
  return `${of}/${all} (${percent.toFixed(2).replace(".", ",")} %)`;
}

function groupFalhas(all: readonly Falha[]): Map<string, Falha[]> {
  const groups = new Map<string, Falha[]>();
  for (const falha of all) {
    const { especie } = falha.exemplar;
    groups.set(especie, [...(groups.get(especie) ?? []), falha]);
  }
  return groups;
}

async function keepFalhas(dir: string, all: readonly Falha[]): Promise<void> {
  await fs.mkdir(dir, { recursive: true });
  for (const { exemplar, errado } of all) {
    const file = path.join(dir, `${exemplar.especie}-${exemplar.indice}`);
    await fs.writeFile(`${file}.eml`, exemplar.raw);
    await fs.writeFile(`${file}.txt`, `${exemplar.tracos}\n${errado.join("\n")}\n`);
  }
}
