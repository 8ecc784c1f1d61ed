import { MOTIVOS } from "@malote/contract";
import { formatTipoNota } from "@malote/syntax";
import type { Email, EmailLinha } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { formatNumero } from "../../ui/numero.ts";
import { isRefutada, type Situacao, situacaoResumo, situacaoVeredito } from "../../ui/situacao.ts";

type ChipWire = EmailLinha["chips"][number];

/** The content of the chip of a document or evento. */
export type ChipTexto = { tipo: string; nome: string | null; situacao: Situacao | null; evento: boolean };

export function chipOf(chip: ChipWire): ChipTexto {
  const tipo = chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e";
  const numero = chip.numeroNota === null ? null : formatNumero(chip.numeroNota);
  const situacao = situacaoOf(chip);
  if (chip.tipo === "nota") return { tipo, nome: numero, situacao, evento: false };
  const nome = numero === null ? null : `${tipo} ${numero}`;
  return { tipo: chip.descricao ?? emails.evento, nome, situacao, evento: true };
}

/** Why an e-mail is in quarantine, in a word or two; null when it is not. */
export function paradoOf({ estado, resumo, partes }: EmailLinha): string | null {
  if (estado !== "quarentena") return null;
  // Without a body, the summary contains the reason.
  if (resumo === MOTIVOS["mensagem-grande-demais"]) return emails.parados.grande;
  return partes > 0 ? emails.parados.incompleta : emails.parados.ilegivel;
}

/** Whether the server stores the original; a message that is too large stays in its mailbox. */
export function isOriginalGuardado({ motivo }: Pick<Email, "motivo">): boolean {
  return motivo !== MOTIVOS["mensagem-grande-demais"];
}

/** The status of a chip: a fault of this copy takes precedence over the status at SEFAZ. */
export function situacaoOf(chip: ChipWire): Situacao | null {
  if (!chip.quarentena && isRefutada(chip)) return situacaoVeredito(chip.veredito);
  // The status at SEFAZ concerns the nota, not its evento.
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
