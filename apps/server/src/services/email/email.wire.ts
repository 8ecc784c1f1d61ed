import type { ResultOf } from "@malote/contract";
import { formatMensagem, MOTIVOS } from "@malote/contract";
import { splitChaveAcesso } from "@malote/syntax";
import { isQuarentena } from "../documento/merito.rules.ts";
import type { AnexoRow, ChaveSemXml, ChipRow, EmailLinhaRow, EmailRow } from "./email.rows.ts";
import { compareCaminho, summarize } from "./email.rules.ts";
import type { Contagem } from "./email-parcial.rows.ts";

type EmailLinhaWire = ResultOf<"Email.getListEmail">["results"][number];
type EmailWire = ResultOf<"Email.getEmail">["object"];
type ChipWire = EmailLinhaWire["chips"][number];

/** Chips of one e-mail in a list; `extraidos` says how many there are. */
const CHIPS_MAX = 8;

/**
 * One row of the list; without a body, it says why there is none.
 * @param chips of any e-mails; those of this one are picked
 */
export function writeEmailLinha(
  { inicio, motivo, ...row }: EmailLinhaRow,
  chips: readonly ChipRow[],
): EmailLinhaWire {
  const resumo = inicio === null ? (writeMotivo(motivo) ?? "") : summarize(inicio);
  return { ...row, resumo, chips: writeChips(row.id, chips).slice(0, CHIPS_MAX) };
}

/** An e-mail of which the caller sees some parts only: what its body says is of all of them, and only theirs are counted. */
export function withoutCorpo<R extends EmailLinhaRow>(row: R, contagem: Contagem): R {
  return { ...row, ...contagem, inicio: null, motivo: "email-parcial" };
}

/** What belongs to one e-mail. */
type Pertences = {
  anexos: readonly AnexoRow[];
  chips: readonly ChipRow[];
  semXml: readonly ChaveSemXml[];
};

/** A whole e-mail with the fate of each part. */
export function writeEmail(row: EmailRow, { anexos, chips, semXml }: Pertences): EmailWire {
  const { corpoHtml, corpoMensagem, caixaDescricao, tamanho, chavesSemXml, reprocessadoEm, ...linha } = row;
  return {
    ...writeEmailLinha(linha, []),
    chips: writeChips(row.id, chips),
    corpoHtml,
    corpoMensagem,
    caixaDescricao,
    tamanho,
    motivo: writeMotivo(row.motivo),
    chavesSemXml: [...semXml],
    reprocessadoEm,
    attachments: anexos
      .toSorted((a, b) => compareCaminho(a.caminho, b.caminho))
      .map(({ assinatura, ...anexo }) => ({
        ...anexo,
        motivo:
          assinatura === null ? writeMotivo(anexo.motivo) : formatMensagem("arquivoComVirus", { assinatura }),
        notas: chips.filter((chip) => chip.anexoId === anexo.id).map(writeChip),
      })),
  };
}

/** The sentence of a reason; null when there is none, or it is of another version. */
function writeMotivo(motivo: string | null): string | null {
  return motivo !== null && isMotivo(motivo) ? MOTIVOS[motivo] : null;
}

function isMotivo(motivo: string): motivo is keyof typeof MOTIVOS {
  return Object.hasOwn(MOTIVOS, motivo);
}

/** The same document twice in one e-mail (loose and zipped) is one chip. */
function writeChips(emailId: string, chips: readonly ChipRow[]): ChipWire[] {
  const own = chips
    .filter((chip) => chip.emailId === emailId)
    .toSorted((a, b) => compareCaminho(a.caminho, b.caminho));
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
    // Of this very copy: a forged one beside a genuine one stays marked.
    quarentena: chip.isVista
      ? (chip.quarentena ?? false)
      : isQuarentena({ veredito: chip.veredito, achados: [] }),
  };
}
