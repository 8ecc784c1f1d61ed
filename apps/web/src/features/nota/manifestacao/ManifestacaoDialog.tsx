import { JUSTIFICATIVA_MAX, JUSTIFICATIVA_MIN, PEOPLE_MESSAGES } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { general } from "../../../texts/app/general.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { closeWithConfirm } from "../../../ui/overlay/unsaved-changes.ts";
import { countReason } from "../quarentena/count-reason.ts";
import classes from "./ManifestacaoDialog.module.css";
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
  const changed = rascunho.status !== null;
  const close = (): void => void closeWithConfirm(changed, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={t.titulo}
      size={520}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <GuardedForm
        changed={changed}
        onSubmit={(event) => {
          event.preventDefault();
          void form.enviar();
        }}
      >
        <p className={classes.documento}>{documento}</p>
        <fieldset className={classes.escolhas}>
          <legend className="vh">{t.escolha}</legend>
          {CHOICES.map((status) => (
            <ManifestacaoOption
              key={status}
              status={status}
              prazo={deadlineOf({ prazosManifestacao: prazos }, status)}
              impedimento={choiceObstacleOf(status, atual)}
              timeZone={timeZone}
              checked={rascunho.status === status}
              onCheck={() => form.write({ status })}
            />
          ))}
        </fieldset>
        {rascunho.status === 3 && (
          <JustificativaField
            valor={rascunho.justificativa}
            erro={form.campo ? erro : null}
            onChange={(justificativa) => form.write({ justificativa })}
          />
        )}
        {erro !== null && !form.campo && (
          <p className="campo-erro" role="alert">
            {erro}{" "}
            {erro === PEOPLE_MESSAGES.manifestacaoSemSegundoFator && (
              <Link to="/minha_conta" className="link">
                {t.ligarSegundoFator}
              </Link>
            )}
          </p>
        )}
        <p className={classes.aviso}>{t.aviso}</p>
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {general.cancelar}
          </Button>
          <Button type="submit" loading={form.enviando}>
            {t.enviar}
          </Button>
        </div>
      </GuardedForm>
    </Modal>
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
  const disabled = vencido || impedimento !== null;
  return (
    <label className={classes.opcao} data-vencido={disabled || undefined}>
      <input type="radio" name="manifestacao" checked={checked} disabled={disabled} onChange={onCheck} />
      <span>
        <b>{texts.status[status]}</b>
        <span>{texts.significa[status]}</span>
        {impedimento ? (
          <small>{texts.impedimentos[impedimento]}</small>
        ) : (
          until && <small className="num">{vencido ? texts.encerrado(until) : texts.ate(until)}</small>
        )}
      </span>
    </label>
  );
}

function JustificativaField(props: {
  valor: string;
  erro: string | null;
  onChange: (valor: string) => void;
}): React.JSX.Element {
  const { valor, erro, onChange } = props;
  const id = JUSTIFICATIVA_ID;
  return (
    <div className={classes.justificativa}>
      <label htmlFor={id} className="campo-rotulo">
        {t.justificativa}
      </label>
      <textarea
        id={id}
        className={`campo ${classes.texto}`}
        rows={3}
        data-autofocus
        data-error={erro === null ? undefined : true}
        aria-invalid={erro !== null}
        aria-describedby={`${id}-dica`}
        value={valor}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={classes.pe} id={`${id}-dica`}>
        {erro === null ? (
          <p className="campo-dica">{t.dica(JUSTIFICATIVA_MIN, JUSTIFICATIVA_MAX)}</p>
        ) : (
          <p className="campo-erro" role="alert">
            {erro}
          </p>
        )}
        <p className="campo-dica num">{t.conta(countReason(valor), JUSTIFICATIVA_MAX)}</p>
      </div>
    </div>
  );
}
