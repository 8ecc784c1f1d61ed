import fs from "node:fs/promises";
import type { ResultOf, StorageType } from "@malote/contract";
import { STORAGE_NAMES } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import type { StorageMeasure } from "../../db/index.ts";
import { daysBetween, describeTimeToFull, projectGrowth } from "./operador.rules.ts";

type StorageWire = ResultOf<"Operador.getArmazenamento">["object"];
type Ctx = Pick<AppContext, "config" | "database">;

/** Days of measurements to read: the growth over 30 days needs one more. */
const DAYS_READ = 31;

/** Reads the storage use from the worker's last measurement, and the current free space of the disk. */
export async function readStorage({ config, database }: Ctx): Promise<StorageWire> {
  const disk = await fs.statfs(config.dataDir);
  const [total, livre] = [disk.blocks * disk.bsize, disk.bavail * disk.bsize];
  const measures = await database.gatekeeper.findStorage(DAYS_READ);
  const days = sumByDay(measures);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) {
    const noMeasures = { partes: [], usado: null, medidoEm: null, crescimentoDia: null, crescimentoDias: 0 };
    return { total, livre, ...noMeasures, cheioEmDias: null, cheioEmTexto: null, dias: [] };
  }
  const growthDays = daysBetween(first.dia, last.dia);
  const growth = { primeiro: first.bytes, ultimo: last.bytes, dias: growthDays, livre };
  const { dia, cheioEmDias } = projectGrowth(growth);
  const today = measures.filter((measure) => measure.dia === last.dia);
  return {
    total,
    livre,
    partes: writeParts(today),
    usado: last.bytes,
    medidoEm: today[0]?.medidoEm ?? null,
    crescimentoDia: dia,
    crescimentoDias: growthDays,
    cheioEmDias,
    cheioEmTexto: cheioEmDias === null ? null : describeTimeToFull(cheioEmDias),
    dias: days.slice(1 - DAYS_READ),
  };
}

function sumByDay(measures: readonly StorageMeasure[]): { dia: string; bytes: number }[] {
  const sums = new Map<string, number>();
  for (const { dia, bytes } of measures) sums.set(dia, (sums.get(dia) ?? 0) + bytes);
  return [...sums].map(([dia, bytes]) => ({ dia, bytes }));
}

function writeParts(measures: readonly StorageMeasure[]): StorageWire["partes"] {
  const bytesOf = new Map(measures.map(({ tipo, bytes }) => [tipo, bytes]));
  return Object.entries(STORAGE_NAMES).map(([tipo, nome]) => ({
    tipo: tipo as StorageType,
    nome,
    bytes: bytesOf.get(tipo) ?? 0,
  }));
}
