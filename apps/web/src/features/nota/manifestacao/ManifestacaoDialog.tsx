import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, PEOPLE_MESSAGES } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import {
  ReasonField,
  RequestChoice,
  RequestChoices,
  RequestDialog,
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
  const form = useManifestacaoForm(onSend, onSent);
  const { rascunho, erro } = form;
  const { status: chosen, justificativa } = rascunho;
  return (
    <RequestDialog
      title={t.titulo}
      size={520}
      changed={chosen !== null}
      sending={form.enviando}
      submit={t.enviar}
      error={
        erro !== null &&
        !form.campo && (
          <>
            {erro}{" "}
            {erro === PEOPLE_MESSAGES.manifestacaoSemSegundoFator && (
              <Link to="/minha_conta" className="link">
                {t.ligarSegundoFator}
              </Link>
            )}
          </>
        )
      }
      notice={t.aviso}
      subject={documento}
      onSubmit={() => void form.enviar()}
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
            onCheck={() => form.write({ status })}
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
          error={form.campo ? erro : null}
          autoFocus
          onChange={(typed) => form.write({ justificativa: typed })}
        />
      )}
    </RequestDialog>
  );
}

/** State of the form: the choice, its error, and the call that sends it. */
function useManifestacaoForm(
  onSend: (request: ManifestacaoRequest) => Promise<string | null>,
  onDone: () => void,
) {
  const [rascunho, setDraft] = useState<ManifestacaoDraft>({ status: null, justificativa: "" });
  const [erro, setError] = useState<{ texto: string; campo: boolean } | null>(null);
  const [sending, setSending] = useState(false);
  const write = (part: Partial<ManifestacaoDraft>): void => {
    setDraft({ ...rascunho, ...part });
    setError(null);
  };
  const send = async (): Promise<void> => {
    const { status, justificativa } = rascunho;
    if (status === null) return setError({ texto: t.falta, campo: false });
    const wrong = checkJustificativa({ status, justificativa });
    setError(wrong === null ? null : { texto: wrong, campo: true });
    if (wrong !== null) document.getElementById(JUSTIFICATIVA_ID)?.focus();
    if (wrong !== null || sending) return;
    setSending(true);
    const refused = await onSend({ status, justificativa });
    setSending(false);
    if (refused === null) onDone();
    else setError({ texto: refused, campo: false });
  };
  return {
    rascunho,
    erro: erro?.texto ?? null,
    campo: erro?.campo ?? false,
    enviando: sending,
    write,
    enviar: send,
  };
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
