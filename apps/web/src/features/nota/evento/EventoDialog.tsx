import { EVENTO_NEEDS, type SendableEventoType } from "@malote/contract";
import { formatDateTime } from "@malote/syntax";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { general } from "../../../texts/app/general.ts";
import { eventoTexts as texts } from "../../../texts/nota/evento.ts";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { closeWithConfirm } from "../../../ui/overlay/unsaved-changes.ts";
import classes from "../manifestacao/ManifestacaoDialog.module.css";
import { EventoFields } from "./EventoFields.tsx";
import { EMPTY_DRAFT, type EventoDraft, sendEvento, toParams } from "./evento-draft.ts";

const { dialogo: t } = texts;

/**
 * Dialog that sends an evento: the user chooses its type, then fills in the fields of that type.
 */
export function EventoDialog(props: {
  nota: Nota;
  timeZone: string;
  onClose: () => void;
}): React.JSX.Element {
  const { nota, timeZone, onClose } = props;
  const [draft, setDraft] = useState<EventoDraft>(EMPTY_DRAFT);
  const [error, setError] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const write = (part: Partial<EventoDraft>): void => {
    setDraft({ ...draft, ...part });
    setError(null);
  };
  const send = async (): Promise<void> => {
    const { tpEvento } = draft;
    if (tpEvento === null) return setError(t.falta);
    if (sending) return;
    setSending(true);
    const refused = await sendEvento(nota.id, toParams(draft, tpEvento));
    setSending(false);
    if (refused === null) onClose();
    else setError(refused);
  };
  const changed = draft.tpEvento !== null;
  const close = (): void => void closeWithConfirm(changed, onClose);
  return (
    <Modal
      opened
      onClose={close}
      title={t.titulo}
      size={620}
      closeButtonProps={{ "aria-label": general.fechar }}
    >
      <GuardedForm
        changed={changed}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          void send();
        }}
      >
        <fieldset className={classes.escolhas}>
          <legend className="vh">{t.escolha}</legend>
          {nota.eventosPossiveis.map((possivel) => (
            <EventoOption
              key={possivel.tpEvento}
              possivel={possivel}
              timeZone={timeZone}
              checked={draft.tpEvento === possivel.tpEvento}
              onCheck={() => write({ tpEvento: possivel.tpEvento, itens: {} })}
            />
          ))}
        </fieldset>
        {draft.tpEvento && needsFields(draft.tpEvento) && (
          <EventoFields
            nota={nota}
            timeZone={timeZone}
            draft={draft}
            tpEvento={draft.tpEvento}
            onWrite={write}
          />
        )}
        {error !== null && (
          <p className="campo-erro" role="alert">
            {error}
          </p>
        )}
        <p className={classes.aviso}>{t.aviso}</p>
        <div className={classes.acoes}>
          <Button variant="default" onClick={close}>
            {general.cancelar}
          </Button>
          <Button type="submit" loading={sending}>
            {t.enviar}
          </Button>
        </div>
      </GuardedForm>
    </Modal>
  );
}

function needsFields(tpEvento: SendableEventoType): boolean {
  return EVENTO_NEEDS[tpEvento].kind !== "nada";
}

function EventoOption(props: {
  possivel: Nota["eventosPossiveis"][number];
  timeZone: string;
  checked: boolean;
  onCheck: () => void;
}): React.JSX.Element {
  const { possivel, timeZone, checked, onCheck } = props;
  const { tpEvento, descEvento, impedimento, ate } = possivel;
  return (
    <label className={classes.opcao} data-vencido={impedimento !== null || undefined}>
      <input
        type="radio"
        name="evento"
        checked={checked}
        disabled={impedimento !== null}
        onChange={onCheck}
      />
      <span>
        <b>{descEvento}</b>
        <span>{texts.significa[tpEvento]}</span>
        {impedimento ? (
          <small>{impedimento}</small>
        ) : (
          ate && <small className="num">{texts.ate(formatDateTime(ate, timeZone))}</small>
        )}
      </span>
    </label>
  );
}
