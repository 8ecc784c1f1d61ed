import { formatInteger } from "@malote/syntax";
import {
  IconChecks,
  IconDatabaseImport,
  IconDownload,
  IconPackageImport,
  IconWritingSign,
  type TablerIcon,
} from "@tabler/icons-react";
import { useState } from "react";
import type { NotaRow, Side } from "../../../rpc/documents/queries.ts";
import { useMayManifest } from "../../../rpc/session/current-user.ts";
import { onForget } from "../../../rpc/session/session.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { batchTexts as texts } from "../../../texts/lists/nota-batch.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { BatchAction, BatchProgress, BatchToolbar } from "../../../ui/list/BatchToolbar.tsx";
import { type BatchOutcome, type FlagName, flagStateOf, sumTotals } from "../flags/flag-state.ts";
import type { useFlags } from "../flags/use-flags.ts";
import type { NotaSelection } from "../selection/use-nota-selection.ts";
import { BatchDialog } from "./BatchDialog.tsx";
import { BatchResult } from "./BatchResult.tsx";
import { DOWNLOAD_MAX, downloadBatch } from "./download-batch.ts";
import type { BatchSubject } from "./lote-options.ts";

export const FLAG_ACTIONS: readonly { marca: FlagName; icone: TablerIcon }[] = [
  { marca: "conferido", icone: IconChecks },
  { marca: "recebido", icone: IconPackageImport },
  { marca: "processado", icone: IconDatabaseImport },
];

type Progress = { text: string; doneCount: number; total: number; stop: () => void };

/** Action bar of the selected documents, with progress and result of the last download. */
export function BatchBar(props: {
  side: Side;
  selection: NotaSelection;
  flags: ReturnType<typeof useFlags>;
}): React.JSX.Element {
  const { side, selection, flags } = props;
  const mayManifest = useMayManifest() && side === "E";
  const [subject, setSubject] = useState<BatchSubject | null>(null);
  const download = useBatchDownload();
  // One document is marked at once; several are a lote, which runs on the server.
  const onSetFlag = async (flag: FlagName): Promise<void> => {
    const [nota, ...others] = selection.notas;
    if (nota === undefined) return;
    if (others.length > 0) setSubject(flag);
    else if (await flags.marcar(nota, flag, !flagStateOf(nota, flag).isOn)) selection.clear();
  };
  const onDialogClosed = (started: boolean): void => {
    setSubject(null);
    if (started) selection.clear();
  };
  const working = download.andamento;
  return (
    <>
      {(selection.notas.length > 0 || working) && (
        <BatchToolbar
          label={texts.rotulo}
          countText={texts.selecionados(selection.notas.length)}
          detail={sumTotals(selection.notas)}
          clearLabel={texts.limpar}
          onClear={selection.clear}
        >
          {working ? (
            <BatchProgress
              text={`${working.text}: ${texts.andamento(working.doneCount, working.total)}`}
              part={working.doneCount / working.total}
              stopLabel={texts.parar}
              onStop={working.stop}
            />
          ) : (
            <BatchActions
              total={selection.notas.length}
              onSetFlag={(marca) => void onSetFlag(marca)}
              onSendManifestacao={mayManifest ? () => setSubject("manifestacao") : undefined}
              onDownload={() => void download.start(selection.notas)}
            />
          )}
        </BatchToolbar>
      )}
      {download.resultados && (
        <BatchResult
          outcomes={download.resultados}
          texts={{ resultado: texts.resultado, resumo: texts.baixadoResumo, ok: texts.noZip }}
          onClose={download.close}
        />
      )}
      {subject !== null && (
        <BatchDialog
          subject={subject}
          target={{ ids: selection.notas.map(({ id }) => id) }}
          onClose={onDialogClosed}
        />
      )}
    </>
  );
}

function BatchActions(props: {
  total: number;
  onSetFlag: (marca: FlagName) => void;
  /** Absent for issued documents, which have none, and for users without that permission. */
  onSendManifestacao: (() => void) | undefined;
  onDownload: () => void;
}): React.JSX.Element {
  const { total, onSetFlag, onSendManifestacao, onDownload } = props;
  return (
    <>
      {FLAG_ACTIONS.map(({ marca, icone }) => (
        <BatchAction key={marca} icon={icone} onClick={() => onSetFlag(marca)}>
          {flagSentences[marca].nome}
        </BatchAction>
      ))}
      {onSendManifestacao && (
        <BatchAction separated icon={IconWritingSign} onClick={onSendManifestacao}>
          {texts.manifestar}
        </BatchAction>
      )}
      <BatchAction
        separated={!onSendManifestacao}
        icon={IconDownload}
        obstacle={total > DOWNLOAD_MAX ? texts.baixarMuitos(formatInteger(DOWNLOAD_MAX)) : undefined}
        onClick={onDownload}
      >
        {texts.baixar}
      </BatchAction>
    </>
  );
}

/**
 * Downloads XML and PDF of the selected documents as one ZIP; returns the progress and the failed
 * documents.
 */
function useBatchDownload() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcomes, setOutcomes] = useState<readonly BatchOutcome[] | null>(null);
  const start = async (notas: readonly NotaRow[]): Promise<void> => {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const unsubscribe = onForget(abort);
    const done = await downloadBatch(notas, controller.signal, (doneCount) =>
      setProgress({ text: texts.baixar, doneCount, total: notas.length, stop: abort }),
    );
    unsubscribe();
    setProgress(null);
    if (controller.signal.aborted) return;
    if (done.some(({ falha }) => falha !== null)) setOutcomes(done);
    else showToast(texts.baixado(done.length));
  };
  return { andamento: progress, resultados: outcomes, start, close: () => setOutcomes(null) };
}
