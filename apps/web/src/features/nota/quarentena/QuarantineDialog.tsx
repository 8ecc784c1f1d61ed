import { LIBERACAO_REASON_MAX, LIBERACAO_REASON_MIN } from "@malote/contract";
import { Group, Text } from "@mantine/core";
import { useState } from "react";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure, Refusal } from "../../../rpc/call/failures.ts";
import { queryClient } from "../../../rpc/call/query-client.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { holdTexts, releaseTexts } from "../../../texts/nota/release.ts";
import { RuledList } from "../../../ui/documento/DocContent.tsx";
import { ReasonField, RequestDialog, useRequest } from "../../../ui/documento/RequestDialog.tsx";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { GravidadeIcon } from "../achados/GravidadeIcon.tsx";
import { groupAchados } from "../achados/group-achados.ts";
import { notaNameOf } from "../flags/flag-state.ts";
import { NotaLine } from "../flags/NotaLine.tsx";
import { checkReleaseReason, countReason } from "./release-rules.ts";

const ACTS = {
  liberar: { method: "Nota.liberarQuarentena", texts: releaseTexts },
  colocar: { method: "Nota.colocarQuarentena", texts: holdTexts },
} as const;

/**
 * Dialog that asks an administrator for the reason and releases the document from quarantine, or puts it
 * there again.
 */
export function QuarantineDialog(props: {
  act: keyof typeof ACTS;
  nota: Nota;
  onClose: () => void;
}): React.JSX.Element {
  const { act, nota, onClose } = props;
  const { texts } = ACTS[act];
  const [motivo, setMotivo] = useState("");
  const { error, setError, sending, submit } = useRequest(() => send(act, nota, motivo), onClose);
  const check = (): void => {
    const wrong = checkReleaseReason(motivo);
    setError(wrong);
    if (wrong === null) void submit();
  };
  const write = (next: string): void => {
    setMotivo(next);
    // After an error, check on each keystroke: the message disappears once the reason is valid.
    if (error !== null) setError(checkReleaseReason(next));
  };
  return (
    <RequestDialog
      title={texts.titulo}
      size={520}
      changed={motivo !== ""}
      sending={sending}
      submit={texts.acao}
      danger
      subject={<NotaLine nota={nota} />}
      onSubmit={check}
      onClose={onClose}
    >
      {act === "liberar" && <AchadoList nota={nota} />}
      <Text inherit mt={16}>
        {texts.aviso}
      </Text>
      <ReasonField
        label={texts.motivo}
        hint={texts.dica(LIBERACAO_REASON_MIN, LIBERACAO_REASON_MAX)}
        count={releaseTexts.conta(countReason(motivo), LIBERACAO_REASON_MAX)}
        value={motivo}
        error={error}
        autoFocus
        onChange={write}
      />
    </RequestDialog>
  );
}

/** Sends the act. @returns the refusal as a sentence; null if it is done */
async function send(act: keyof typeof ACTS, nota: Nota, motivo: string): Promise<string | null> {
  const { method, texts } = ACTS[act];
  try {
    await call(method, { id: nota.id, motivo: motivo.trim() });
  } catch (error) {
    return refusalTextOf(error) ?? "";
  }
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["nota", nota.id] }),
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
    queryClient.invalidateQueries({ queryKey: ["divergencias"] }),
  ]);
  showToast(texts.feita(notaNameOf(nota)));
  return null;
}

/** The server's message if it refused; otherwise a sentence that explains the failure. */
function refusalTextOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.erros[0]?.mensagem ?? error.message;
  const falha = explainFailure(error);
  return falha && `${falha.titulo}. ${falha.texto}`;
}

function AchadoList({ nota }: { nota: Nota }): React.JSX.Element {
  const groups = groupAchados(nota.achados);
  if (groups.length === 0) return <p>{releaseTexts.semAchados}</p>;
  return (
    <section>
      <Text component="h3" className="t-secao" mt={16} mb={4}>
        {releaseTexts.achados}
      </Text>
      <RuledList mah="30vh" style={{ overflow: "auto", borderTop: "1px solid var(--line)" }} tabIndex={0}>
        {groups.flatMap(({ gravidade, achados }) =>
          achados.map(({ codigo, titulo, texto }) => (
            <Group key={codigo} component="li" gap={10} wrap="nowrap" align="flex-start">
              <GravidadeIcon gravidade={gravidade} size={16} />
              <span>
                <b>{titulo}.</b> <span className="t-second">{texto}</span>
              </span>
            </Group>
          )),
        )}
      </RuledList>
    </section>
  );
}
