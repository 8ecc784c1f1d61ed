import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DAY_MS, DISTRIBUIDORES, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { writePrivate } from "../disk.ts";
import type { KeySet } from "../document-generator/certificates/key-set.ts";
import { createSeededRandom } from "../document-generator/command/seeded-random.ts";
import { EMPRESAS_DEMO } from "../document-generator/companies/companies.ts";
import { createDocumentGenerator } from "../document-generator/document-generator.ts";
import type { QueueItem } from "../sefaz/distribuicao/queues.ts";
import { type Ledger, openLedger } from "../sefaz/ledger.ts";
import { createAgenda } from "./agenda.ts";
import { type HistoryDay, isSaturday, listWorkingDays, timeOf } from "./calendar.ts";
import type { HistoryStep } from "./history-step.ts";
import type { HistoryWorld } from "./history-world.ts";
import { planIncidents } from "./incidents.ts";
import { openOffice } from "./office.ts";
import { planSuppliersDay } from "./suppliers-days.ts";

/** The file with the steps of the history, one JSON line each; setup deletes it when it has replayed it. */
const FILE = "historia.jsonl";
/** The same seed and day give the same history. */
const SEED = 20_261_128;
const PLACES = [FILE, "sefaz-livro.jsonl"];
const CAIXA = "caixa";

/** The path of the history that is not yet replayed; null without one. */
export function findHistory(dir: string): string | null {
  const file = path.join(dir, FILE);
  return existsSync(file) ? file : null;
}

/**
 * Writes the past of the demo conta, unless the folder already has documents, e-mails or a history:
 * documents into the ledger of SEFAZ, and the rest as steps. Call it before SEFAZ starts.
 */
export async function writeHistory(o: {
  dir: string;
  keySet: KeySet;
  now: Date;
  seed?: number;
}): Promise<void> {
  const { dir, keySet, now, seed = SEED } = o;
  if (PLACES.some((name) => existsSync(path.join(dir, name))) || hasMail(dir)) return;
  const steps = await inventHistory({ dir, keySet, now, seed });
  writePrivate(path.join(dir, FILE), steps.map((step) => `${JSON.stringify(step)}\n`).join(""));
}

function hasMail(dir: string): boolean {
  const folder = path.join(dir, CAIXA);
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".eml"));
}

async function inventHistory(o: {
  dir: string;
  keySet: KeySet;
  now: Date;
  seed: number;
}): Promise<HistoryStep[]> {
  const random = createSeededRandom();
  random.reseed(o.seed);
  const days = listWorkingDays(o.now);
  const agenda = createAgenda(days[0]?.midnight ?? o.now);
  const ledger = openLedger(o.dir, () => agenda.now());
  const generator = createDocumentGenerator(o.keySet, random);
  const end = new Date(o.now.getTime() - LAST_MINUTES * MINUTE_MS);
  const world: HistoryWorld = { agenda, random, generator, ledger, end, steps: [], mail: [] };
  const office = openOffice(world);
  for (const day of days) {
    planSuppliersDay(world, day, office);
    planIncidents(world, day);
    planPolls(world, day);
    office.planDay(day);
  }
  planEnd(world, days);
  await agenda.runUntil(end);
  const { steps } = world;
  return [...steps, ...listDistributions(ledger, end)].toSorted(
    (a, b) => Date.parse(a.em) - Date.parse(b.em),
  );
}

/** The last poll of the history, in minutes before the start. */
const LAST_MINUTES = 3;
/** On weekdays of the last two weeks, and before; and on Saturdays. */
const POLL_TIMES = ["09:35", "15:40"];
const OLD_POLL_TIMES = ["14:50"];
const SATURDAY_POLL_TIMES = ["11:20"];
const RECENT_DAYS = 14;
/** Days before today on which the second mailbox begins to refuse its password. */
const REFUSED_AGO = 3;

function planPolls(world: HistoryWorld, day: HistoryDay): void {
  for (const time of pollTimesOf(day))
    world.agenda.at(timeOf(day, time, world.random.integer(0, 55)), () => poll(world, day.ago));
}

function pollTimesOf(day: HistoryDay): readonly string[] {
  if (isSaturday(day)) return SATURDAY_POLL_TIMES;
  return day.ago > RECENT_DAYS ? OLD_POLL_TIMES : POLL_TIMES;
}

/** The e-mails that came to the mailboxes since their last poll. */
function poll({ agenda, mail, steps }: HistoryWorld, ago: number): void {
  const open = ago > REFUSED_AGO ? [0, 1] : [0];
  const fetched = mail.filter(({ caixa }) => open.includes(caixa));
  mail.splice(0, mail.length, ...mail.filter(({ caixa }) => !open.includes(caixa)));
  const caixas = open.flatMap((caixa) => {
    const mensagens = fetched.filter((each) => each.caixa === caixa).map(({ raw }) => raw);
    return mensagens.length > 0 ? [{ caixa, mensagens }] : [];
  });
  if (caixas.length === 0) return;
  const aConsultar = fetched.flatMap((each) => each.aConsultar);
  steps.push({ em: agenda.now().toISOString(), tipo: "coleta", caixas, aConsultar });
}

function planEnd(world: HistoryWorld, days: readonly HistoryDay[]): void {
  const { agenda, end, steps } = world;
  const refused = days.findLast(({ ago }) => ago >= REFUSED_AGO);
  if (refused)
    agenda.at(timeOf(refused, "17:50"), () => {
      steps.push({ em: agenda.now().toISOString(), tipo: "caixa-recusada", caixa: 1 });
    });
  agenda.at(end, () => poll(world, 0));
  const exports = [
    { ms: DAY_MS + 2 * HOUR_MS, formato: "CSV" },
    { ms: 4 * HOUR_MS, formato: "CSV" },
  ] as const;
  for (const { ms, formato } of exports)
    agenda.at(new Date(end.getTime() - ms), () => {
      steps.push({ em: agenda.now().toISOString(), tipo: "exportacao", formato });
    });
}

const SYNC_MS = 7 * DAY_MS;
const QUEUE_MAX = 100_000;

/** The distribution of the first demo company, whose auditor is on, read every few days. */
function listDistributions(ledger: Ledger, end: Date): HistoryStep[] {
  const { cnpj } = EMPRESAS_DEMO[0];
  const queues = ledger.queues();
  return DISTRIBUIDORES.flatMap((distribuidor) => {
    const owner = { distribuidor, interessado: cnpj };
    const items = queues.listAfter(owner, { nsu: 0, since: new Date(0), limit: QUEUE_MAX });
    const ageOf = ({ em }: QueueItem): number => Math.floor((end.getTime() - Date.parse(em)) / SYNC_MS);
    return [...new Set(items.map(ageOf))].map((age): HistoryStep => {
      const em = new Date(end.getTime() - age * SYNC_MS).toISOString();
      const synced = items.filter((item) => ageOf(item) === age);
      const documentos = synced.map(({ nsu, schema, xml }) => ({ nsu, schema, xml }));
      return { em, tipo: "distribuicao", distribuidor, cnpj, documentos };
    });
  });
}
