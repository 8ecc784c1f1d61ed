import os from "node:os";
import { Worker } from "node:worker_threads";
import type { Acervo } from "../acervo.ts";
import type { Encomenda } from "./argumentos.ts";
import type { Produzido, Turno } from "./turno.ts";

/** Below so many documents a second thread costs more than it gives. */
const POR_TURNO_MIN = 200;

/** Where the threads begin, the acervo they sign with, and from when emissions count back. */
export type Fabrica = { programa: string; acervo: Acervo; agora: Date };

/** Makes and writes an order, on every core. The same order, acervo and `agora` make the same bytes. */
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

/** Stretches that begin where a journey begins, so that none is made twice. */
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
    worker.once("exit", (code) => reject(new Error(`a thread ended early (${code})`)));
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
