import { formatTipoNota } from "@malote/syntax";
import type { EmailLinha } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { formatNumero } from "../../ui/numero.ts";
import { type Situacao, situacaoResumo } from "../../ui/situacao.ts";

type ChipWire = EmailLinha["chips"][number];

/** A document or evento of an e-mail, as its chip says it. */
export type ChipTexto = { tipo: string; nome: string | null; situacao: Situacao | null };

export function chipOf(chip: ChipWire): ChipTexto {
  if (chip.tipo === "evento") return { tipo: emails.evento, nome: chip.descricao, situacao: null };
  const tipo = chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e";
  return {
    tipo,
    nome: chip.numeroNota === null ? null : formatNumero(chip.numeroNota),
    situacao: situacaoOf(chip),
  };
}

/** How the document of a chip stands, with what the chip knows of it. */
export function situacaoOf(chip: ChipWire): Situacao {
  return situacaoResumo({
    nfeStatus: null,
    sefazStatus: chip.sefazStatus,
    divergente: chip.divergente,
    quarentena: chip.quarentena,
    aguardandoCertificado: false,
  });
}
