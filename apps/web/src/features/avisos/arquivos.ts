import type { PedidoVisto } from "../../rpc/pedidos-vistos.ts";
import { type Dono, readGuardado, writeGuardado } from "../../ui/guardado.ts";

/** The name under which this browser keeps them. */
export const ARQUIVOS = "avisos-arquivos";

const ARQUIVOS_MAX = 10;
const SEMANA_MS = 7 * 86_400_000;

/** A file that was asked for and of which the person was told; `nome` is null when it failed. */
export type ArquivoContado = PedidoVisto & { nome: string | null; mensagem: string | null; quando: string };

/** Keeps that a file was told of, for the panel of notices. */
export function addArquivo(dono: Dono, arquivo: ArquivoContado): void {
  const others = readArquivos(readGuardado(ARQUIVOS, dono)).filter(({ id }) => id !== arquivo.id);
  writeGuardado(ARQUIVOS, dono, [arquivo, ...others].slice(0, ARQUIVOS_MAX));
}

/** Those of the last week: an older file is kept no more. */
export function readArquivos(valor: unknown): ArquivoContado[] {
  return Array.isArray(valor) ? valor.filter(isArquivo) : [];
}

function isArquivo(each: unknown): each is ArquivoContado {
  if (typeof each !== "object" || each === null) return false;
  const { tipo, id, nome, quando } = each as Record<string, unknown>;
  const fresh = typeof quando === "string" && Date.now() - Date.parse(quando) < SEMANA_MS;
  return (
    fresh &&
    typeof id === "string" &&
    (tipo === "exportacao" || tipo === "repositorio") &&
    (nome === null || typeof nome === "string")
  );
}
