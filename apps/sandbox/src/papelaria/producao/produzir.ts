import os from "node:os";
import { Worker } from "node:worker_threads";
import type { Acervo } from "../acervo.ts";
import type { Encomenda } from "./argumentos.ts";
import type { Produzido, Turno } from "./turno.ts";

/** With fewer documents, starting another thread takes longer than it saves. */
const POR_TURNO_MIN = 200;

/** The program of the threads, the keys to sign with, and the instant before which documents are issued. */
export type Fabrica = { programa: string; acervo: Acervo; agora: Date };

/** Creates and writes the requested documents on all cores. The same request, keys and `agora` create
 * the same bytes. */
export async function produce(
  encomenda: Encomenda,
  { programa, acervo, agora }: Fabrica,
): Promise<Produzido> {
  const turnos = splitTurnos(encomenda).map((stretch) => ({
    ...stretch,
    encomenda,
    acervo,
    agora: agora.toISOString(),
  }));
  return sumProduzidos(await Promise.all(turnos.map((turno) => runTurno(turno, programa))));
}

/** Splits the request into ranges that start with a trip, so that no trip is created twice. */
export function splitTurnos({ quantidade, tipos }: Encomenda): { inicio: number; fim: number }[] {
  const wanted = Math.min(os.availableParallelism(), Math.ceil(quantidade / POR_TURNO_MIN));
  const remessas = Math.ceil(quantidade / tipos.length);
  const cada = Math.ceil(remessas / wanted) * tipos.length;
  return Array.from({ length: Math.ceil(quantidade / cada) }, (_, index) => ({
    inicio: index * cada,
    fim: Math.min((index + 1) * cada, quantidade),
  }));
}

function runTurno(turno: Turno, programa: string): Promise<Produzido> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(programa, { workerData: turno });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread ended without result (${code})`)));
  });
}

function sumProduzidos(parts: readonly Produzido[]): Produzido {
  const total: Produzido = { documentos: 0, bytes: 0, porTipo: {} };
  for (const { documentos, bytes, porTipo } of parts) {
    total.documentos += documentos;
    total.bytes += bytes;
    for (const [tipo, quantos] of Object.entries(porTipo) as [keyof typeof porTipo, number][])
      total.porTipo[tipo] = (total.porTipo[tipo] ?? 0) + quantos;
  }
  return total;
}
