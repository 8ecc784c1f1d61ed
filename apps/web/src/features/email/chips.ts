import { MOTIVOS } from "@malote/contract";
import { formatTipoNota } from "@malote/syntax";
import type { Email, EmailLinha } from "../../rpc/queries.ts";
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

/** Why an e-mail stopped on the road, in a word or two; null when it did not. */
export function paradoOf({ estado, resumo, partes }: EmailLinha): string | null {
  if (estado !== "quarentena") return null;
  // A message without a body says there why there is none.
  if (resumo === MOTIVOS["mensagem-grande-demais"]) return emails.parados.grande;
  return partes > 0 ? emails.parados.incompleta : emails.parados.ilegivel;
}

/** Whether the server has the message itself; one that was too large was left in its mailbox. */
export function isOriginalGuardado({ motivo }: Pick<Email, "motivo">): boolean {
  return motivo !== MOTIVOS["mensagem-grande-demais"];
}

/** How the document of a chip stands, with what the chip knows of it. */
export function situacaoOf(chip: ChipWire): Situacao {
  return situacaoResumo({
    veredito: null,
    nfeStatus: null,
    sefazStatus: chip.sefazStatus,
    divergente: chip.divergente,
    quarentena: chip.quarentena,
    aguardandoCertificado: false,
  });
}
