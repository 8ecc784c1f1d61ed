import { LOTE_MAX } from "@malote/contract";
import { useState } from "react";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { BatchResult } from "../batch/BatchResult.tsx";
import { sendInParts } from "../batch/send-in-parts.ts";
import { sumTotals } from "../flags/flag-state.ts";
import { ManifestacaoDialog } from "./ManifestacaoDialog.tsx";
import type { ManifestacaoRequest } from "./manifestacao-choice.ts";
import { type ManifestacaoOutcome, refusalTextOf, sendManifestacaoBatch } from "./send-manifestacao.ts";

/** Sends the same manifestação for many documents, then shows the outcome of each. */
export function ManifestacaoBatch(props: {
  notas: readonly NotaRow[];
  timeZone: string;
  /** `pedidas`: how many requests were accepted. */
  onClose: (pedidas: number) => void;
}): React.JSX.Element {
  const { notas, timeZone, onClose } = props;
  const [outcomes, setOutcomes] = useState<ManifestacaoOutcome[] | null>(null);
  const sendAll = async (request: ManifestacaoRequest): Promise<string | null> => {
    try {
      const send = (part: readonly NotaRow[]) => sendManifestacaoBatch(part, request);
      setOutcomes(await sendInParts(notas, send, { max: LOTE_MAX, sentenceOf: refusalTextOf }));
    } catch (error) {
      return refusalTextOf(error);
    }
    return null;
  };
  if (outcomes === null) {
    return (
      <ManifestacaoDialog
        documento={<b>{texts.dialogo.varias(notas.length, sumTotals(notas))}</b>}
        prazos={[]}
        atual={0}
        timeZone={timeZone}
        onSend={sendAll}
        onSent={() => undefined}
        onClose={() => onClose(0)}
      />
    );
  }
  const pedidas = outcomes.filter(({ falha }) => falha === null).length;
  return <BatchResult outcomes={outcomes} texts={texts.lote} onClose={() => closeBatch(pedidas, onClose)} />;
}

function closeBatch(pedidas: number, onClose: (pedidas: number) => void): void {
  if (pedidas > 0) showToast(texts.lote.feito(pedidas));
  onClose(pedidas);
}
