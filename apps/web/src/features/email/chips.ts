import { MOTIVOS } from "@malote/contract";
import { formatTipoNota } from "@malote/syntax";
import type { Email, EmailLinha } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { formatNumero } from "../../ui/numero.ts";
import { isRefutada, type Situacao, situacaoResumo, situacaoVeredito } from "../../ui/situacao.ts";

type ChipWire = EmailLinha["chips"][number];

/** A document or evento of an e-mail, as its chip says it. */
export type ChipTexto = { tipo: string; nome: string | null; situacao: Situacao | null; evento: boolean };

export function chipOf(chip: ChipWire): ChipTexto {
  const tipo = chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e";
  const numero = chip.numeroNota === null ? null : formatNumero(chip.numeroNota);
  const situacao = situacaoOf(chip);
  if (chip.tipo === "nota") return { tipo, nome: numero, situacao, evento: false };
  const nome = numero === null ? null : `${tipo} ${numero}`;
  return { tipo: chip.descricao ?? emails.evento, nome, situacao, evento: true };
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

/** How what came stands, as far as its chip knows: what is wrong with this very copy comes before what SEFAZ says. */
export function situacaoOf(chip: ChipWire): Situacao | null {
  if (!chip.quarentena && isRefutada(chip)) return situacaoVeredito(chip.veredito);
  // SEFAZ speaks of the nota, not of its evento.
  if (chip.tipo === "evento" && !chip.quarentena) return null;
  return situacaoResumo({
    veredito: null,
    nfeStatus: null,
    sefazStatus: chip.sefazStatus,
    divergente: chip.divergente,
    quarentena: chip.quarentena,
    aguardandoCertificado: false,
    tipoNota: chip.tipoNota ?? "NFe",
  });
}
