import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { peopleMessages } from "../../../texts/names/messages.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import {
  ReasonField,
  RequestChoice,
  RequestChoices,
  RequestDialog,
  useRequest,
} from "../../../ui/documento/RequestDialog.tsx";
import { countReason } from "../quarentena/release-rules.ts";
import {
  CHOICES,
  type Choice,
  checkJustificativa,
  choiceObstacleOf,
  deadlineOf,
  type ManifestacaoDraft,
  type ManifestacaoRequest,
} from "./manifestacao-choice.ts";

const { dialogo: t } = texts;

const JUSTIFICATIVA_ID = "justificativa";
const EMPTY_DRAFT: ManifestacaoDraft = { status: null, justificativa: "" };

/**
 * Dialog that sends a manifestação. A batch passes no deadlines. The send callback returns the
 * refusal as a sentence, or null.
 */
export function ManifestacaoDialog(props: {
  documento: React.ReactNode;
  prazos: Nota["prazosManifestacao"];
  /** Current manifestação of the document; 0 for a batch. */
  atual: Nota["manifestacao"];
  timeZone: string;
  onSend: (request: ManifestacaoRequest) => Promise<string | null>;
  /** Called after the request was accepted. */
  onSent: () => void;
  onClose: () => void;
}): React.JSX.Element {
  const { documento, prazos, atual, timeZone, onSend, onSent, onClose } = props;
  const [{ status: chosen, justificativa }, setDraft] = useState<ManifestacaoDraft>(EMPTY_DRAFT);
  const request = chosen && { status: chosen, justificativa };
  const send = async (): Promise<string | null> => (request ? await onSend(request) : t.falta);
  const { error, setError, sending, submit } = useRequest(send, onSent);
  const write = (part: Partial<ManifestacaoDraft>): void => {
    setDraft({ status: chosen, justificativa, ...part });
    setError(null);
  };
  const wrong = request && checkJustificativa(request);
  const check = (): void => {
    setError(wrong);
    if (wrong === null) void submit();
    else document.getElementById(JUSTIFICATIVA_ID)?.focus();
  };
  const isFieldError = error !== null && error === wrong;
  return (
    <RequestDialog
      title={t.titulo}
      size={520}
      changed={chosen !== null}
      sending={sending}
      submit={t.enviar}
      error={
        error !== null &&
        !isFieldError && (
          <>
            {error}{" "}
            {error === peopleMessages.manifestacaoSemSegundoFator && (
              <Link to="/minha_conta" className="link">
                {t.ligarSegundoFator}
              </Link>
            )}
          </>
        )
      }
      notice={t.aviso}
      subject={documento}
      onSubmit={check}
      onClose={onClose}
    >
      <RequestChoices label={t.escolha}>
        {CHOICES.map((status) => (
          <ManifestacaoOption
            key={status}
            status={status}
            prazo={deadlineOf({ prazosManifestacao: prazos }, status)}
            impedimento={choiceObstacleOf(status, atual)}
            timeZone={timeZone}
            checked={chosen === status}
            onCheck={() => write({ status })}
          />
        ))}
      </RequestChoices>
      {chosen === 3 && (
        <ReasonField
          id={JUSTIFICATIVA_ID}
          label={t.justificativa}
          hint={t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}
          count={t.conta(countReason(justificativa), JUSTIFICATIVA_MAX)}
          value={justificativa}
          error={isFieldError ? error : null}
          autoFocus
          onChange={(typed) => write({ justificativa: typed })}
        />
      )}
    </RequestDialog>
  );
}

function ManifestacaoOption(props: {
  status: Choice;
  prazo: ReturnType<typeof deadlineOf>;
  impedimento: ReturnType<typeof choiceObstacleOf>;
  timeZone: string;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { status, prazo, impedimento, timeZone, checked, onCheck } = props;
  const until = prazo?.ate ? formatDateTime(prazo.ate, timeZone) : null;
  const vencido = prazo?.vencido ?? false;
  const deadline = until && (vencido ? texts.encerrado(until) : texts.ate(until));
  return (
    <RequestChoice
      name="manifestacao"
      title={texts.status[status]}
      meaning={texts.significa[status]}
      checked={checked}
      disabled={vencido || impedimento !== null}
      note={impedimento ? texts.impedimentos[impedimento] : deadline}
      onCheck={onCheck}
    />
  );
}
