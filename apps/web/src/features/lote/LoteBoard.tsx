import { formatDateTime, formatInteger } from "@malote/syntax";
import { Button, Group, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { endLote, isOpenLote, type Lote, loteQuery, retryLote, undoLote } from "../../rpc/documents/lotes.ts";
import { closeLote, openLote } from "../../rpc/documents/watched-lotes.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { general } from "../../texts/app/general.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import { showFailureToast } from "../../ui/feedback/toast.tsx";
import { LoteDocuments } from "./LoteDocuments.tsx";
import { countDone, nameAct, titleOf } from "./lote-words.ts";

const { quadro: texts } = loteTexts;

/** The board of a lote: its progress, the outcome of each document, and what can be done about it. */
export function LoteBoard({ id }: { id: string }): React.JSX.Element {
  const { data: lote, error } = useQuery(loteQuery(id));
  const running = lote !== undefined && isOpenLote(lote);
  useRefreshedLists(lote);
  const failure = error === null ? null : explainFailure(error);
  return (
    <Modal
      opened
      onClose={() => closeLote({ follow: running })}
      title={lote ? titleOf(lote) : loteTexts.titulo}
      size={620}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      {lote && <BoardContent lote={lote} />}
      {!lote && (failure ? <p role="alert">{failure.texto || failure.titulo}</p> : <Spinner />)}
    </Modal>
  );
}

/** Reads the lists and documents again when the outcomes of a lote change. */
function useRefreshedLists(lote: Lote | undefined): void {
  const client = useQueryClient();
  const done = lote?.feitos ?? 0;
  const running = lote !== undefined && isOpenLote(lote);
  useEffect(() => {
    if (done === 0 || running) return;
    for (const queryKey of [["notas"], ["nota"]]) void client.invalidateQueries({ queryKey });
  }, [client, done, running]);
}

function BoardContent({ lote }: { lote: Lote }): React.JSX.Element {
  const timeZone = useTimeZone();
  const { total, pedidoEm, usuario } = lote;
  const done = countDone(lote);
  const asked = pedidoEm ? formatDateTime(pedidoEm, timeZone) : "";
  return (
    <>
      <p className="t-second">{texts.pedido(nameAct(lote), usuario, asked)}</p>
      <Group mt={12}>
        <ProgressBar part={total === 0 ? 1 : done / total} label={texts.progresso} />
      </Group>
      <Group justify="space-between" mt={6}>
        <b className="num" aria-live="polite">
          {texts.prontos(formatInteger(done), formatInteger(total))}
        </b>
        {isOpenLote(lote) && <span className="t-dimmed">{texts.noServidor}</span>}
      </Group>
      <LoteDocuments lote={lote} />
      <UndoNote lote={lote} timeZone={timeZone} />
      <BoardActions lote={lote} />
    </>
  );
}

/** Until when the marks can be undone, or why not. */
function UndoNote({ lote, timeZone }: { lote: Lote; timeZone: string }): React.JSX.Element | null {
  const { tipo, desfazerAte, desfeitoEm } = lote;
  const at = (instant: Date): string => formatDateTime(instant, timeZone);
  const note =
    tipo === "manifestacao"
      ? texts.semVolta
      : desfeitoEm
        ? texts.desfeito(at(desfeitoEm))
        : desfazerAte && texts.desfazerAte(at(desfazerAte));
  if (!note) return null;
  return (
    <Text size="xs" c="dimmed" mt={12}>
      {note}
    </Text>
  );
}

function BoardActions({ lote }: { lote: Lote }): React.JSX.Element {
  const { id, podeParar, podeRepetir, desfazerAte } = lote;
  const running = isOpenLote(lote);
  const next = async (start: (id: string) => Promise<string>): Promise<void> => openLote(await start(id));
  return (
    <Group justify="flex-end" gap={8} mt={16}>
      {podeParar && (
        <Button variant="default" onClick={() => void tryTo(() => endLote(id))}>
          {texts.parar}
        </Button>
      )}
      {desfazerAte && (
        <Button variant="default" onClick={() => void tryTo(() => next(undoLote))}>
          {texts.desfazer}
        </Button>
      )}
      {podeRepetir && (
        <Button variant="default" onClick={() => void tryTo(() => next(retryLote))}>
          {texts.repetir}
        </Button>
      )}
      <Button onClick={() => closeLote({ follow: running })}>
        {running ? texts.segundoPlano : texts.fechar}
      </Button>
    </Group>
  );
}

/** Does something about a lote, and shows why it was refused. */
export async function tryTo(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    showFailureToast(explainFailure(error));
  }
}
