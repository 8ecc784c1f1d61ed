import fs from "node:fs/promises";
import type { ArmazenamentoTipo, ResultOf } from "@malote/contract";
import { ARMAZENAMENTO_NOMES } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import type { MedidaArmazenamento } from "../../db/index.ts";
import { daysBetween, project, writeCheio } from "./operador.rules.ts";

type Armazenamento = ResultOf<"Operador.getArmazenamento">["object"];
type Ctx = Pick<AppContext, "config" | "database">;

/** Days of measurements to read: the growth over 30 days needs one more. */
const DIAS = 31;

/** Reads the storage use from the worker's last measurement, and the current free space of the disk. */
export async function readArmazenamento({ config, database }: Ctx): Promise<Armazenamento> {
  const disco = await fs.statfs(config.dataDir);
  const [total, livre] = [disco.blocks * disco.bsize, disco.bavail * disco.bsize];
  const medidas = await database.portaria.findArmazenamento(DIAS);
  const dias = sumByDia(medidas);
  const [primeiro, ultimo] = [dias[0], dias.at(-1)];
  if (primeiro === undefined || ultimo === undefined) {
    const nothing = { partes: [], usado: null, medidoEm: null, crescimentoDia: null, crescimentoDias: 0 };
    return { total, livre, ...nothing, cheioEmDias: null, cheioEmTexto: null, dias: [] };
  }
  const crescimentoDias = daysBetween(primeiro.dia, ultimo.dia);
  const ritmo = { primeiro: primeiro.bytes, ultimo: ultimo.bytes, dias: crescimentoDias, livre };
  const { dia, cheioEmDias } = project(ritmo);
  const hoje = medidas.filter((medida) => medida.dia === ultimo.dia);
  return {
    total,
    livre,
    partes: writePartes(hoje),
    usado: ultimo.bytes,
    medidoEm: hoje[0]?.medidoEm ?? null,
    crescimentoDia: dia,
    crescimentoDias,
    cheioEmDias,
    cheioEmTexto: cheioEmDias === null ? null : writeCheio(cheioEmDias),
    dias: dias.slice(1 - DIAS),
  };
}

function sumByDia(medidas: readonly MedidaArmazenamento[]): { dia: string; bytes: number }[] {
  const sums = new Map<string, number>();
  for (const { dia, bytes } of medidas) sums.set(dia, (sums.get(dia) ?? 0) + bytes);
  return [...sums].map(([dia, bytes]) => ({ dia, bytes }));
}

function writePartes(medidas: readonly MedidaArmazenamento[]): Armazenamento["partes"] {
  const bytesOf = new Map(medidas.map(({ tipo, bytes }) => [tipo, bytes]));
  return Object.entries(ARMAZENAMENTO_NOMES).map(([tipo, nome]) => ({
    tipo: tipo as ArmazenamentoTipo,
    nome,
    bytes: bytesOf.get(tipo) ?? 0,
  }));
}
