import type { FalhaArquivo } from "@malote/contract";
import { IMPORTACAO_MAX_BYTES } from "@malote/contract";
import {
  type ArchiveRefusal,
  type Budget,
  type OpenedPart,
  type TemporaryVolume,
  toPart,
  unpackPart,
  unpackVolume,
  type Volume,
} from "@malote/mailbox";
import { INICIO_BYTES, sniffEnviado } from "../../services/importacao/importacao.rules.ts";

const MIB = 1_048_576;

/**
 * Limits of one imported file. A ZIP of the largest size holds some 350 000 of the smallest XMLs
 * and inflates tenfold. A nested package is about as large as it came, so two levels need twice its
 * size. Limits of a single file, of ratios and of depth are those of an e-mail.
 */
export const LIMITES_IMPORTACAO = {
  comprimidoBytes: IMPORTACAO_MAX_BYTES,
  infladoBytes: 10_240 * MIB,
  apartadoBytes: 2 * IMPORTACAO_MAX_BYTES,
  entradas: 400_000,
};

/** The source. depois: position of the last part already read; orcamento: the limits. */
export type Enviado = {
  orcamento: Budget;
  volume: Volume;
  nome: string;
  depois: readonly number[];
  setAside(pieces: AsyncIterable<Uint8Array>): Promise<TemporaryVolume>;
};

/** An open file. total: number of parts known so far; falha: what to report at the end; partes: the parts. */
export type EnviadoAberto = {
  total: number;
  falha: FalhaArquivo | null;
  partes: AsyncIterable<OpenedPart>;
};

/** Opens an uploaded file by its content, or returns why it cannot be opened. */
export async function openEnviado(enviado: Enviado): Promise<EnviadoAberto | FalhaArquivo> {
  const { volume, orcamento } = enviado;
  const formato = sniffEnviado(await volume.read(0, INICIO_BYTES));
  if (formato === null) return "nao-abre";
  if (formato === "zip") {
    const { depois, setAside } = enviado;
    const aberto = await unpackVolume(volume, { budget: orcamento, setAside, depois });
    if (typeof aberto === "string") return FALHAS[aberto] ?? "nao-abre";
    const { dentro, broken, partes } = aberto;
    return { total: dentro, falha: broken === null ? null : "danificado", partes };
  }
  if (volume.tamanho > orcamento.limites.arquivoBytes) return "grande-demais";
  const bytes = await volume.read(0, volume.tamanho);
  const parte = toPart({ caminho: "1", nome: enviado.nome, tipo: "application/xml", bytes });
  return { total: 1, falha: null, partes: unpackPart(parte, orcamento) };
}

const FALHAS: Partial<Record<ArchiveRefusal | "arquivo", FalhaArquivo>> = {
  "pacote-protegido": "com-senha",
  "pacote-grande-demais": "grande-demais",
  "pacote-muitos-arquivos": "grande-demais",
  "pacote-taxa-suspeita": "suspeito",
};
