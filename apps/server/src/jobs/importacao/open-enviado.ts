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
 * How much one file that a person sends may hold. A ZIP of the largest size has some 350 000 of the smallest XML and inflates about
 * tenfold; a package in it is about as large as it came, so that two depths of them are twice its size. What holds for a single file,
 * for ratios and for depth is what holds for an e-mail.
 */
export const LIMITES_IMPORTACAO = {
  comprimidoBytes: IMPORTACAO_MAX_BYTES,
  infladoBytes: 10_240 * MIB,
  apartadoBytes: 2 * IMPORTACAO_MAX_BYTES,
  entradas: 400_000,
};

/** What is read. depois: the place of the last part that is known already. orcamento: what it may cost. */
export type Enviado = {
  orcamento: Budget;
  volume: Volume;
  nome: string;
  depois: readonly number[];
  setAside(pieces: AsyncIterable<Uint8Array>): Promise<TemporaryVolume>;
};

/** A file that is open: how many files it has as far as is known, what is said when they are read, and the files. */
export type EnviadoAberto = {
  total: number;
  falha: FalhaArquivo | null;
  partes: AsyncIterable<OpenedPart>;
};

/** Opens a file that somebody sent, by what it is; or says why it cannot be. */
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
