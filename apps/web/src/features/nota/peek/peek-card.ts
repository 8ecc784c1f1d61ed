import { formatDate } from "@malote/syntax";
import type { Nota, NotaRow } from "../../../rpc/documents/queries.ts";
import { peekTexts } from "../../../texts/lists/peek.ts";
import { notaTexts } from "../../../texts/nota/nota.ts";
import { isReleased } from "../../../ui/documento/documento-status.ts";
import { type StatusCardTexts, statusCardTextsOf } from "../status/status-card-texts.ts";

/** What a row of the list does not say; its lines wait for the document. */
const UNKNOWN = {
  nfeProtocolo: null,
  nfeProtocoloData: null,
  confirmadaSefaz: false,
  quarentenaLiberadaEm: null,
  digVal: null,
  sefazDigVal: null,
  achados: [],
  certificadoTitular: null,
  alertas: [],
  sefazMotivo: null,
  sefazConsultadaEm: null,
  sefazFalhouEm: null,
  sefazProximaEm: null,
  listEventos: [],
};

const { cartao } = notaTexts;
const LINES_OF_ROW: ReadonlySet<string> = new Set([...Object.values(cartao.naNota), cartao.naSefaz]);
/** Keeps a line free until its text is known. */
const BLANK = "\u00a0";

/**
 * The status card of the panel: at once what the row says, then all of it, in the same lines.
 * missing: what the lines say instead while the document cannot be read
 */
export function peekCardOf(
  row: NotaRow,
  nota: Nota | undefined,
  { now, timeZone, missing = BLANK }: { now: Date; timeZone: string; missing?: string | undefined },
): StatusCardTexts {
  // The day of a cancellation is in the page: here it would add a line to what the row has shown.
  if (nota) return withoutSigner(statusCardTextsOf({ ...nota, listEventos: [] }, now, timeZone));
  const card = statusCardTextsOf({ ...row, ...UNKNOWN }, now, timeZone);
  const isHeadKnown = card.segunda !== cartao.semProtocolo && !isReleased(row);
  return {
    ...card,
    segunda: isHeadKnown ? card.segunda : missing,
    linhas: card.linhas.map((line) =>
      LINES_OF_ROW.has(line.rotulo)
        ? line
        : { valor: missing, comparacao: null, rotulo: line.rotulo, mono: line.mono ?? false },
    ),
    rodape: row.quarentena ? card.rodape : missing,
  };
}

/** The signer is a second line, which the row does not announce: the page shows it. */
function withoutSigner(card: StatusCardTexts): StatusCardTexts {
  return {
    ...card,
    linhas: card.linhas.map((line) => {
      if (line.rotulo !== cartao.assinatura) return line;
      const { detalhe: _signer, ...rest } = line;
      return rest;
    }),
  };
}

/** The first due date of the bill, and how many there are; null without one. */
export function dueTextsOf(nota: Nota | undefined): { dia: string; parcelas: string | null } | null {
  const days = (nota?.comercio?.duplicatas ?? []).flatMap(({ vencimento }) => vencimento ?? []).toSorted();
  const [first] = days;
  if (first === undefined) return null;
  return { dia: formatDate(first), parcelas: days.length > 1 ? peekTexts.parcelas(days.length) : null };
}
