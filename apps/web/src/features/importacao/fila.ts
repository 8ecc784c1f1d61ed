import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import { useSyncExternalStore } from "react";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "../../rpc/falhas.ts";
import { sendImportacao } from "../../rpc/importacoes.ts";
import { onForget } from "../../rpc/session.ts";
import { importacao as textos } from "../../textos/importacao.ts";

const { fila: t } = textos;
/** Maximum number of concurrent uploads. */
const AO_MESMO_TEMPO = 3;

/** One upload of the queue. */
export type Envio = {
  id: number;
  arquivo: File;
  estado: "fila" | "enviando" | "enviado" | "falhou";
  /** Progress from 0 to 1. */
  parte: number;
  /** Start of the upload, ms since the epoch. */
  comecou: number;
  motivo: string | null;
  /** A retry cannot succeed. */
  definitiva: boolean;
};

// The queue outlives the page, so navigation does not abort uploads.
let envios: readonly Envio[] = [];
let lastId = 0;
const ouvintes = new Set<() => void>();
const abortos = new Map<number, AbortController>();

/** The files selected since the application was opened, in upload order. */
export function useFila(): readonly Envio[] {
  return useSyncExternalStore(
    (ouvinte) => {
      ouvintes.add(ouvinte);
      return () => ouvintes.delete(ouvinte);
    },
    () => envios,
  );
}

/** Whether any upload is pending or running. */
export function isEnviando(fila: readonly Envio[]): boolean {
  return fila.some(({ estado }) => estado === "fila" || estado === "enviando");
}

/** Why a file is rejected before its upload; null when it is acceptable. */
export function recusaOf({ name, size }: Pick<File, "name" | "size">): string | null {
  if (!/\.(?:xml|zip)$/i.test(name)) return t.tipo;
  if (size === 0) return t.vazio;
  return size > IMPORTACAO_MAX_BYTES ? t.grande(formatTamanho(IMPORTACAO_MAX_BYTES)) : null;
}

export function addArquivos(arquivos: Iterable<File>): void {
  const novos = [...arquivos].map((arquivo): Envio => {
    lastId += 1;
    const motivo = recusaOf(arquivo);
    const estado = motivo === null ? "fila" : "falhou";
    return { id: lastId, arquivo, estado, parte: 0, comecou: 0, motivo, definitiva: motivo !== null };
  });
  set([...envios, ...novos]);
  sendNext();
}

/** Removes a file from the queue; a running upload is aborted. */
export function removeEnvio(id: number): void {
  abortos.get(id)?.abort();
  abortos.delete(id);
  set(envios.filter((envio) => envio.id !== id));
  sendNext();
}

export function retryEnvio(id: number): void {
  change(id, { estado: "fila", parte: 0, motivo: null });
  sendNext();
}

/** Aborts all pending and running uploads and removes them. */
export function cancelTodos(): void {
  for (const { id, estado } of envios) if (estado === "fila" || estado === "enviando") removeEnvio(id);
}

/** Removes finished and failed uploads from the queue. */
export function clearFila(): void {
  set(envios.filter(({ estado }) => estado === "fila" || estado === "enviando"));
}

function sendNext(): void {
  const andando = envios.filter(({ estado }) => estado === "enviando").length;
  const proximos = envios.filter(({ estado }) => estado === "fila").slice(0, AO_MESMO_TEMPO - andando);
  for (const envio of proximos) void send(envio);
}

async function send({ id, arquivo }: Envio): Promise<void> {
  const aborto = new AbortController();
  abortos.set(id, aborto);
  change(id, { estado: "enviando", comecou: Date.now() });
  try {
    await sendImportacao(arquivo, (parte) => change(id, { parte }), aborto.signal);
    change(id, { estado: "enviado", parte: 1 });
  } catch (error) {
    const parte = envios.find((envio) => envio.id === id)?.parte ?? 0;
    if (!aborto.signal.aborted) change(id, failureOf(error, parte));
  }
  abortos.delete(id);
  sendNext();
}

/**
 * The state of an upload after an error: the reason, and whether a retry is useless. Progress is 0
 * to 1.
 */
export function failureOf(error: unknown, parte: number): Pick<Envio, "estado" | "motivo" | "definitiva"> {
  if (error instanceof Recusa) return { estado: "falhou", motivo: error.message, definitiva: true };
  return {
    estado: "falhou",
    motivo: error instanceof FalhaComunicacao ? describeQueda(parte) : t.falhou,
    definitiva: error instanceof SessaoEncerrada,
  };
}

/** Nothing was sent, or the connection broke midway, or no response came after the last byte. */
function describeQueda(parte: number): string {
  if (parte === 0) return t.naoPartiu;
  return parte < 1 ? t.caiu(Math.floor(parte * 100)) : t.falhou;
}

function change(id: number, changed: Partial<Envio>): void {
  set(envios.map((envio) => (envio.id === id ? { ...envio, ...changed } : envio)));
}

function set(next: readonly Envio[]): void {
  envios = next;
  for (const ouvinte of ouvintes) ouvinte();
}

onForget(() => {
  for (const aborto of abortos.values()) aborto.abort();
  abortos.clear();
  set([]);
});
