import type { ResultOf } from "@malote/contract";
import { formatMessage, REASONS } from "@malote/contract";
import { splitChaveAcesso } from "@malote/syntax";
import { isQuarentena } from "../documento/veredito.rules.ts";
import type { AnexoRow, ChaveSemXml, ChipRow, EmailListRow, EmailRow } from "./email.rows.ts";
import { comparePaths, summarize } from "./email.rules.ts";
import type { PartCounts } from "./email-visibility.rows.ts";

type EmailListWire = ResultOf<"Email.getListEmail">["results"][number];
type EmailWire = ResultOf<"Email.getEmail">["object"];
type ChipWire = EmailListWire["chips"][number];

/** Chips per e-mail in a list; `extraidos` has the total. */
const CHIPS_MAX = 8;

/**
 * A row of the list; without a body, its summary is the reason.
 * @param chips of any e-mails; only those of this one are used
 */
export function writeEmailRow(
  { inicio, motivo, ...row }: EmailListRow,
  chips: readonly ChipRow[],
): EmailListWire {
  const resumo = inicio === null ? (writeReason(motivo) ?? "") : summarize(inicio);
  return { ...row, resumo, chips: writeChips(row.id, chips).slice(0, CHIPS_MAX) };
}

/**
 * Removes the body of a partly visible e-mail, which may describe hidden parts, and counts only the
 * visible parts.
 */
export function withoutBody<R extends EmailListRow>(row: R, counts: PartCounts): R {
  return { ...row, ...counts, inicio: null, motivo: "email-parcial" };
}

/** The related rows of an e-mail. */
type EmailParts = {
  anexos: readonly AnexoRow[];
  chips: readonly ChipRow[];
  semXml: readonly ChaveSemXml[];
};

/** An e-mail with all fields and the outcome of each part. */
export function writeEmail(row: EmailRow, { anexos, chips, semXml }: EmailParts): EmailWire {
  const { corpoHtml, corpoMensagem, caixaDescricao, tamanho, chavesSemXml, reprocessadoEm, ...listed } = row;
  return {
    ...writeEmailRow(listed, []),
    chips: writeChips(row.id, chips),
    corpoHtml,
    corpoMensagem,
    caixaDescricao,
    tamanho,
    motivo: writeReason(row.motivo),
    chavesSemXml: [...semXml],
    reprocessadoEm,
    attachments: anexos
      .toSorted((a, b) => comparePaths(a.caminho, b.caminho))
      .map(({ assinatura, ...anexo }) => ({
        ...anexo,
        motivo:
          assinatura === null ? writeReason(anexo.motivo) : formatMessage("arquivoComVirus", { assinatura }),
        notas: chips.filter((chip) => chip.anexoId === anexo.id).map(writeChip),
      })),
  };
}

/** The sentence of a reason; null without one, or for one of another version. */
function writeReason(motivo: string | null): string | null {
  return motivo !== null && isReason(motivo) ? REASONS[motivo] : null;
}

function isReason(motivo: string): motivo is keyof typeof REASONS {
  return Object.hasOwn(REASONS, motivo);
}

/** The same document twice in an e-mail (loose and zipped) is one chip. */
function writeChips(emailId: string, chips: readonly ChipRow[]): ChipWire[] {
  const own = chips
    .filter((chip) => chip.emailId === emailId)
    .toSorted((a, b) => comparePaths(a.caminho, b.caminho));
  const distinct = new Map<string, ChipRow>();
  for (const chip of own) {
    const key = `${chip.natureza} ${chip.chave} ${chip.descEvento ?? ""}`;
    if (!distinct.has(key)) distinct.set(key, chip);
  }
  return [...distinct.values()].map(writeChip);
}

function writeChip(chip: ChipRow): ChipWire {
  return {
    tipo: chip.natureza,
    tipoNota: chip.tipoNota,
    numeroNota: splitChaveAcesso(chip.chave).numero.replace(/^0+(?=.)/, ""),
    descricao: chip.descEvento,
    notaId: chip.notaId,
    entradaSaida: chip.papel,
    sefazStatus: chip.sefazStatus,
    divergente: chip.divergente,
    veredito: chip.veredito,
    // For this copy: a forged copy stays marked beside a genuine one.
    quarentena: chip.isVista
      ? (chip.quarentena ?? false)
      : isQuarentena({ veredito: chip.veredito, achados: [] }),
  };
}
