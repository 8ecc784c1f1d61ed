import { CANCELLED_CSTATS, formatDateTime } from "@malote/syntax";
import type { Nota, NotaRow } from "../../../rpc/documents/queries.ts";
import { nextStepTexts as texts } from "../../../texts/nota/evidence.ts";
import { notaTexts } from "../../../texts/nota/nota.ts";
import { supplierEmailTexts } from "../../../texts/nota/supplier-email.ts";
import {
  type CStatWords,
  isUnknownAtSefaz,
  lowercaseStatusWord,
  SCREEN_CSTATS,
} from "../../../ui/documento/documento-status.ts";
import { notaNameOf } from "../flags/flag-state.ts";
import { mailtoOf, senderOf } from "../quarentena/xml-request-email.ts";
import { evidenceViewOf } from "./evidence-view.ts";

/** What a user may do about a contradicted document. */
export type StepAction = "consultar" | "avisar" | "manterFora";

/** The next step: advice, and the actions, the main one first. */
export type NextStep = { advice: string; actions: readonly StepAction[] };

type StepNota = Pick<
  NotaRow,
  "divergente" | "quarentena" | "sefazStatus" | "processadoErp" | "entradaSaida" | "terceiros"
> & { evidencia?: Nota["evidencia"] };

/** What to do about a document that SEFAZ or its e-mail contradicts; null if none does. */
export function nextStepOf(nota: StepNota): NextStep | null {
  if (nota.quarentena) return null;
  if (nota.divergente === true) return divergenceStepOf(nota);
  const differs = nota.evidencia?.campos.some(({ divergem }) => divergem.length > 0) ?? false;
  if (!differs) return null;
  return nota.entradaSaida === "S"
    ? { advice: texts.emitida, actions: ["consultar"] }
    : { advice: texts.dados, actions: ["avisar", "consultar"] };
}

function divergenceStepOf(nota: StepNota): NextStep {
  const { sefazStatus, processadoErp, entradaSaida } = nota;
  if (entradaSaida === "S") return { advice: texts.emitida, actions: ["consultar", "manterFora"] };
  if (isUnknownAtSefaz(nota)) {
    return { advice: texts.naoConsta, actions: ["consultar", "avisar", "manterFora"] };
  }
  if (sefazStatus === null || !CANCELLED_CSTATS.includes(sefazStatus)) {
    return { advice: texts.outra, actions: ["consultar", "avisar", "manterFora"] };
  }
  const advice = processadoErp ? texts.canceladaProcessada : texts.cancelada;
  return { advice, actions: ["avisar", "consultar", "manterFora"] };
}

const CANCELLATIONS: ReadonlySet<string> = new Set(["110111", "110112"]);

/** When SEFAZ registered the cancellation of a document; null if no counted evento says so. */
export function cancelledAtOf({ listEventos }: Pick<Nota, "listEventos">): Date | null {
  const found = listEventos.find(
    ({ tpEvento, ressalva }) => CANCELLATIONS.has(tpEvento) && ressalva === null,
  );
  return found?.protocoloData ?? null;
}

type StatusTexts = {
  sentences: Pick<typeof notaTexts.cartao, keyof typeof supplierEmailTexts.situacao>;
  cStats: CStatWords;
};
const ON_SCREEN: StatusTexts = { sentences: notaTexts.cartao, cStats: SCREEN_CSTATS };
const TO_SUPPLIER: StatusTexts = {
  sentences: supplierEmailTexts.situacao,
  cStats: supplierEmailTexts.cStats,
};

/** What the file and SEFAZ say about the status: one sentence, with the day of a cancellation. */
export function statusContradictionOf(
  nota: Pick<Nota, "nfeStatus" | "sefazStatus" | "listEventos">,
  timeZone: string,
  { sentences, cStats }: StatusTexts = ON_SCREEN,
): string {
  const { nfeStatus, sefazStatus } = nota;
  const nfe = nfeStatus && lowercaseStatusWord(nfeStatus, cStats);
  if (isUnknownAtSefaz(nota)) return sentences.divergente(nfe, sentences.desconhecida);
  const isCancelled = sefazStatus !== null && CANCELLED_CSTATS.includes(sefazStatus);
  const at = isCancelled ? cancelledAtOf(nota) : null;
  const said = lowercaseStatusWord(sefazStatus, cStats);
  const sefaz = at === null ? said : sentences.desde(said, formatDateTime(at, timeZone));
  return sentences.divergente(nfe, sefaz);
}

/** The e-mail that tells the supplier what disagrees: its `mailto:` URL, recipient and text. */
export function noticeEmailOf(
  nota: Nota,
  timeZone: string,
): { href: string; para: string | null; texto: string } {
  const { aviso, campos } = supplierEmailTexts;
  const name = notaNameOf(nota);
  const lines = evidenceViewOf(nota, timeZone)?.lines ?? [];
  const reasons = [
    ...(nota.divergente ? [`${statusContradictionOf(nota, timeZone, TO_SUPPLIER)}.`] : []),
    ...lines.flatMap(({ campo, said, differs }) =>
      campo === "situacao"
        ? []
        : differs.map((source) =>
            aviso.campo(campos[campo], said.xml, { fonte: source, valor: said[source] }),
          ),
    ),
  ];
  const texto = aviso.corpo(name, nota.chaveAcesso, reasons.join("\n"));
  const para = senderOf(nota);
  return {
    href: mailtoOf(para, { assunto: aviso.assunto(name, nota.chaveAcesso), texto }),
    para,
    texto,
  };
}
