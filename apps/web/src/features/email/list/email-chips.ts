import { REASONS } from "@malote/contract";
import { formatTipoNota } from "@malote/syntax";
import type { Email, EmailRow } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import {
  isRefuted,
  type StatusView,
  statusOfVeredito,
  summaryStatus,
} from "../../../ui/documento/documento-status.ts";
import { formatDocumentNumber } from "../../../ui/format/numbers.ts";

type ChipWire = EmailRow["chips"][number];

/** The content of the chip of a document or evento. */
export type ChipContent = { tipo: string; nome: string | null; situacao: StatusView | null; evento: boolean };

export function chipOf(chip: ChipWire): ChipContent {
  const tipo = chip.tipoNota ? formatTipoNota(chip.tipoNota) : "DF-e";
  const numberText = chip.numeroNota === null ? null : formatDocumentNumber(chip.numeroNota);
  const status = chipStatusOf(chip);
  if (chip.tipo === "nota") return { tipo, nome: numberText, situacao: status, evento: false };
  const name = numberText === null ? null : `${tipo} ${numberText}`;
  return { tipo: chip.descricao ?? emailTexts.evento, nome: name, situacao: status, evento: true };
}

/** Why an e-mail is in quarantine, in a word or two; null when it is not. */
export function quarentenaTextOf({ estado, resumo, partes }: EmailRow): string | null {
  if (estado !== "quarentena") return null;
  // Without a body, the summary contains the reason.
  if (resumo === REASONS["mensagem-grande-demais"]) return emailTexts.parados.grande;
  return partes > 0 ? emailTexts.parados.incompleta : emailTexts.parados.ilegivel;
}

/** Whether the server stores the original; a message that is too large stays in its mailbox. */
export function hasStoredOriginal({ motivo }: Pick<Email, "motivo">): boolean {
  return motivo !== REASONS["mensagem-grande-demais"];
}

/** The status of a chip: a fault of this copy takes precedence over the status at SEFAZ. */
export function chipStatusOf(chip: ChipWire): StatusView | null {
  if (!chip.quarentena && isRefuted(chip)) return statusOfVeredito(chip.veredito);
  // The status at SEFAZ concerns the nota, not its evento.
  if (chip.tipo === "evento" && !chip.quarentena) return null;
  return summaryStatus({
    veredito: null,
    nfeStatus: null,
    sefazStatus: chip.sefazStatus,
    divergente: chip.divergente,
    quarentena: chip.quarentena,
    aguardandoCertificado: false,
    tipoNota: chip.tipoNota ?? "NFe",
  });
}
