// `npm run test:long -- reader [mutations] [seed]`: scanner, reader and judge with mutated documents and
// attacks.
// // Every run must end in an outcome, agree with libxml2, be fast, and leave no memory behind.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { examineDfe } from "../../src/examine.ts";
import { openLote } from "../../src/read/lote/lote.ts";
import { ATTACKS_DFE } from "../../src/read/tests/attacks.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../../src/tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../../src/tests/trust.ts";
import { XML_BYTES_MAX } from "../../src/xml/limits.ts";
import { compareWithLibxml2 } from "../../src/xml/tests/against-libxml2.ts";
import { ATTACKS } from "../../src/xml/tests/attacks.ts";
import { INVENTED } from "../../src/xml/tests/invented-xml.ts";
import { mutateXml, randomOf } from "../../src/xml/tests/mutate-xml.ts";

const ODD = path.resolve(import.meta.dirname, "../../../../../shared/corpus/odd");
const SLOW_MS = 100;
/** Opening a lote with thousands of documents may take longer. */
const LOTE_SLOW_MS = 500;
const RSS_GROWTH_MAX = 64 * 1024 * 1024;
const WARM_UP = 5_000;

const mutations = Number(process.argv[2] ?? 200_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const wrong: string[] = [];

console.log(`${mutations} mutações, semente ${seed}`);
readMutations();
readAttacks();
for (const what of wrong.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

function readMutations(): void {
  const chave = makeChave({ cnpj: CNPJ });
  const nota = wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa));
  const evento = wrapEvento(sign(makeEvento({ chave, autor: CNPJ }), empresa));
  const bare = nota.replace(/^<\?xml[^>]*>/, "");
  const lote = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><enviNFe xmlns="http://www.portalfiscal.inf.br/nfe">${bare}${evento}</enviNFe></s:Body></s:Envelope>`;
  const originals = [nota, evento, lote, lote.replace(evento, ""), ...INVENTED];
  const seen: Record<string, number> = {};
  const count = (what: string): void => {
    seen[what] = (seen[what] ?? 0) + 1;
  };
  const random = randomOf(seed);
  let worst = 0;
  let rss = 0;
  for (let index = 0; index < mutations; index += 1) {
    if (index === Math.min(WARM_UP, mutations - 1)) rss = process.memoryUsage.rss();
    const bytes = mutateXml(originals[index % originals.length] ?? "", random);
    const { kind, reason: motivo } = compareWithLibxml2(bytes);
    count(kind);
    if (kind === "divergent") wrong.push(`${motivo} | ${bytes.toString("latin1")}`);
    const { ms, outcome } = timed(bytes);
    count(outcome);
    if (outcome === "lote") openLote(bytes);
    worst = Math.max(worst, ms);
    if (ms > SLOW_MS) wrong.push(`${Math.round(ms)} ms | ${bytes.toString("latin1")}`);
  }
  const grown = process.memoryUsage.rss() - rss;
  if (grown > RSS_GROWTH_MAX) wrong.push(`RSS +${megabytes(grown)} MB`);
  console.log(seen);
  console.log(`a mais lenta ${worst.toFixed(1)} ms; RSS ${megabytes(rss)} → ${megabytes(rss + grown)} MB`);
}

/** Runs each attack once in a process that has read other documents, as in the worker. */
function readAttacks(): void {
  const makers = [
    ...Object.entries(ATTACKS).map(([name, [, make]]) => [name, make] as const),
    ...Object.entries(ATTACKS_DFE),
  ];
  const attacks = makers.map(([name, make]): [string, () => Buffer] => [name, () => make(XML_BYTES_MAX)]);
  const odd = existsSync(ODD) ? readdirSync(ODD).filter((file) => file.endsWith(".xml")) : [];
  if (odd.length === 0) console.log("Sem ../shared/corpus/odd: só os ataques inventados.");
  const files = odd.map((file): [string, () => Buffer] => [file, () => readFileSync(path.join(ODD, file))]);
  const before = process.memoryUsage.rss();
  for (const [name, make] of [...attacks, ...files]) {
    const bytes = make();
    const { ms, outcome } = timed(bytes);
    console.log(`${ms.toFixed(1).padStart(7)} ms  ${outcome.padEnd(28)} ${name}`);
    if (ms > SLOW_MS) wrong.push(`${name}: ${Math.round(ms)} ms`);
    if (outcome === "lote") openAttack(name, bytes);
  }
  console.log(`RSS ${megabytes(before)} → ${megabytes(process.memoryUsage.rss())} MB`);
}

function openAttack(name: string, bytes: Uint8Array): void {
  const started = process.cpuUsage();
  const { documentos, recusados } = openLote(bytes);
  const ms = millisecondsSince(started);
  console.log(
    `${ms.toFixed(1).padStart(7)} ms  ${documentos.length} abertos, ${recusados.length} recusados: ${name}`,
  );
  if (ms > LOTE_SLOW_MS) wrong.push(`${name}, aberto: ${Math.round(ms)} ms`);
}

/** Measures again when slow, since garbage collection of earlier work can slow a single run. */
function timed(bytes: Uint8Array): { ms: number; outcome: string } {
  const first = timedOnce(bytes);
  return first.ms <= SLOW_MS ? first : timedOnce(bytes);
}

/** Milliseconds of CPU time, without that of other programs. */
function timedOnce(bytes: Uint8Array): { ms: number; outcome: string } {
  const started = process.cpuUsage();
  const { reading } = examineDfe(bytes, CONFIANCA);
  const ms = millisecondsSince(started);
  const outcome = "motivo" in reading ? `${reading.kind} ${reading.motivo}` : reading.kind;
  return { ms, outcome };
}

function millisecondsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
