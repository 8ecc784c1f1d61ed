import type { PedidoVisto } from "../../rpc/pedidos-vistos.ts";
import { type Dono, readGuardado, writeGuardado } from "../../ui/guardado.ts";

/** Storage key in this browser. */
export const ARQUIVOS = "avisos-arquivos";

const ARQUIVOS_MAX = 10;
const SEMANA_MS = 7 * 86_400_000;

/** A requested file whose outcome the user has seen; `nome` is null if it failed. */
export type ArquivoContado = PedidoVisto & { nome: string | null; mensagem: string | null; quando: string };

/** Stores a file for the panel of alerts. */
export function addArquivo(dono: Dono, arquivo: ArquivoContado): void {
  const others = readArquivos(readGuardado(ARQUIVOS, dono)).filter(({ id }) => id !== arquivo.id);
  writeGuardado(ARQUIVOS, dono, [arquivo, ...others].slice(0, ARQUIVOS_MAX));
}

/** The stored files of the last week; older ones are dropped. */
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
